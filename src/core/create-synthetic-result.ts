import type {
  ToolCallOptions,
  UnansweredToolCall,
} from '../tool-call-options.js';
import { MARKER, type Part } from './message-parts.js';
import { placeholderOutput } from './placeholder-output.js';

/**
 * Creates the result of a call that has none. It is marked, so that a real
 * result that comes late takes its place; the mark survives the SDK's
 * conversions and changes no request of any provider.
 */
export function createSyntheticResult(
  options: ToolCallOptions,
  call: UnansweredToolCall,
): Part {
  const { toolCallId, toolName, reason } = call;
  return {
    type: 'tool-result',
    toolCallId,
    toolName,
    output: placeholderOutput(options, call),
    providerOptions: { [MARKER]: { synthetic: true, reason } },
  };
}
