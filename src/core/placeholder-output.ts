import { placeholderTexts } from '../placeholder-texts.js';
import type {
  ToolCallOptions,
  ToolResultOutput,
  UnansweredToolCall,
} from '../tool-call-options.js';
import { callSafely } from './call-safely.js';
import { isBlank, isObject } from './message-parts.js';

/**
 * What an unanswered call is answered with: the caller's placeholder, else the
 * user's own words for a denial, else the default text of its reason.
 */
export function placeholderOutput(
  { placeholder }: ToolCallOptions,
  call: UnansweredToolCall,
): ToolResultOutput {
  const own =
    placeholder === undefined
      ? asOutput(call.denialReason)
      : // A placeholder that throws must not break the model call.
        callSafely(() =>
          asOutput(
            typeof placeholder === 'function'
              ? placeholder(call)
              : (call.denialReason ??
                  (typeof placeholder === 'string'
                    ? placeholder
                    : placeholder[call.reason])),
          ),
        );
  return own ?? errorText(call.denialReason ?? placeholderTexts[call.reason]);
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
