import { placeholderTexts } from '../placeholder-texts.js';
import type { ToolResultOutput } from '../tool-call-options.js';
import { callSafely } from './call-safely.js';
import { isObject, MARKER, type Part } from './message-parts.js';
import type { Plan } from './plan.js';
import type { Call } from './scan-history.js';
import { unansweredReason } from './unanswered-reason.js';

type Unanswered = Pick<
  Call,
  'id' | 'name' | 'input' | 'messageIndex' | 'part' | 'requests'
>;

/**
 * Creates the result of a call that has none. It is marked, so that a real
 * result that comes late takes its place; the mark survives the SDK's
 * conversions and changes no request of any provider.
 */
export function createSyntheticResult(
  plan: Pick<Plan, 'options'>,
  call: Unanswered,
): Part {
  const why = unansweredReason(call);
  return {
    type: 'tool-result',
    toolCallId: call.id,
    toolName: call.name,
    output: outputOf(plan, call, why),
    providerOptions: {
      [MARKER]: { synthetic: true, reason: why.reason },
    },
  };
}

function outputOf(
  { options: { placeholder } }: Pick<Plan, 'options'>,
  call: Unanswered,
  why: ReturnType<typeof unansweredReason>,
): ToolResultOutput {
  const { reason, denialReason } = why;
  const own =
    placeholder === undefined
      ? asOutput(denialReason)
      : // A placeholder that throws must not break the model call.
        callSafely(() =>
          asOutput(
            typeof placeholder === 'function'
              ? placeholder({
                  toolCallId: call.id,
                  toolName: call.name,
                  input: call.input,
                  messageIndex: call.messageIndex,
                  ...why,
                })
              : (denialReason ??
                  (typeof placeholder === 'string'
                    ? placeholder
                    : placeholder?.[reason])),
          ),
        );
  return own ?? errorText(denialReason ?? placeholderTexts[reason]);
}

/**
 * What a placeholder gives, as an output; undefined where that is nothing or a
 * blank text. Anthropic and Bedrock refuse an error without a text ("cannot be
 * empty when status value is error"). Other outputs are the caller's business.
 */
function asOutput(own: unknown): ToolResultOutput | undefined {
  if (typeof own === 'string') return isBlank(own) ? undefined : errorText(own);
  if (!isObject(own) || typeof own.type !== 'string') return undefined;
  const isText = own.type === 'text' || own.type === 'error-text';
  return isText && (typeof own.value !== 'string' || isBlank(own.value))
    ? undefined
    : (own as ToolResultOutput);
}

function errorText(value: string): ToolResultOutput {
  return { type: 'error-text', value };
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}
