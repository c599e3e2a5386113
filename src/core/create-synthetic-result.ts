import type {
  ToolCallOptions,
  UnansweredToolCall,
} from '../tool-call-options.js';
import type { MARKER, Part } from './message-parts.js';
import { placeholderOutput } from './placeholder-output.js';

/**
 * Creates the result of a call that has none. It is marked, so that a real
 * result that comes late takes its place; the mark survives the SDK's
 * conversions and changes no request of any provider. Results with the same
 * reason may share their mark.
 */
export function createSyntheticResult(
  options: ToolCallOptions,
  call: UnansweredToolCall,
  mark: Part = { synthetic: true, reason: call.reason },
): Part {
  const { toolCallId, toolName } = call;
  return {
    type: 'tool-result',
    toolCallId,
    toolName,
    output: placeholderOutput(options, call),
    // A key that is computed makes a larger object.
    providerOptions: { toolCallResilience: mark } satisfies Record<
      typeof MARKER,
      Part
    >,
  };
}
