import { placeholderTexts } from '../placeholder-texts.js';
import type {
  ToolResultOutput,
  UnansweredToolCall,
} from '../tool-call-options.js';
import { isObject, MARKER, type Part } from './message-parts.js';
import type { Plan } from './plan.js';
import type { Call } from './scan-history.js';
import { unansweredReason } from './unanswered-reason.js';

/**
 * Creates the result of a call that has none. It is marked, so that a real
 * result that comes late takes its place; the mark survives the SDK's
 * conversions and changes no request of any provider.
 */
export function createSyntheticResult(plan: Plan, call: Call): Part {
  const why = unansweredReason(call);
  return {
    type: 'tool-result',
    toolCallId: call.id,
    toolName: call.name,
    output: outputOf(plan, {
      toolCallId: call.id,
      toolName: call.name,
      input: call.input,
      messageIndex: call.messageIndex,
      ...why,
    }),
    providerOptions: {
      [MARKER]: { synthetic: true, reason: why.reason },
    },
  };
}

function outputOf(plan: Plan, call: UnansweredToolCall): ToolResultOutput {
  const { placeholder } = plan.options;
  const own =
    typeof placeholder === 'function'
      ? callSafely(() => placeholder(call))
      : (call.denialReason ??
        (typeof placeholder === 'string'
          ? placeholder
          : placeholder?.[call.reason]));
  if (isObject(own) && typeof own.type === 'string') return own;
  const value =
    typeof own === 'string' && own !== ''
      ? own
      : (call.denialReason ?? placeholderTexts[call.reason]);
  return { type: 'error-text', value };
}

/** A placeholder that throws must not break the model call. */
function callSafely<VALUE>(callback: () => VALUE): VALUE | undefined {
  try {
    return callback();
  } catch {
    return undefined;
  }
}
