import type {
  ToolCallOptions,
  UnansweredToolCall,
} from '../tool-call-options.js';
import { MARKER, type Part } from './message-parts.js';
import { placeholderOutput } from './placeholder-output.js';
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
  options: ToolCallOptions,
  call: Unanswered,
): Part {
  const { reason, denialReason } = unansweredReason(call);
  const unanswered: UnansweredToolCall = {
    toolCallId: call.id,
    toolName: call.name,
    input: call.input,
    messageIndex: call.messageIndex,
    reason,
  };
  if (denialReason !== undefined) unanswered.denialReason = denialReason;
  return {
    type: 'tool-result',
    toolCallId: call.id,
    toolName: call.name,
    output: placeholderOutput(options, unanswered),
    providerOptions: { [MARKER]: { synthetic: true, reason } },
  };
}
