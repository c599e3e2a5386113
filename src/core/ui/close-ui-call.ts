import { placeholderTexts } from '../../placeholder-texts.js';
import type { ToolCallOptions } from '../../tool-call-options.js';
import type { UnansweredReason } from '../../tool-call-report.js';
import { canonicalText } from '../canonical-text.js';
import { isObject, type Part } from '../message-parts.js';
import { placeholderOutput } from '../placeholder-output.js';
import { hasApproval, type UICall } from './ui-call.js';
import { uiInput } from './ui-input.js';

/**
 * Makes the part of a call that can no longer finish a terminal one.
 *
 * A call that the user refused or passed over is denied, any other one failed.
 * `output-denied` is taken with an approval only, and `output-error` without
 * one. Source: `validateUIMessages` of ai 5, 6 and 7.
 */
export function closeUICall(
  call: UICall,
  reason: UnansweredReason,
  options: ToolCallOptions,
): Part {
  const { output, preliminary, rawInput, inputEncoding, approval, ...rest } =
    call.part;
  const { input } = uiInput(call.part);
  const denial = isObject(approval) ? approval.reason : undefined;
  const text = placeholderText(call, reason, options, denial);
  return hasApproval(call.part) &&
    (reason === 'denied' || reason === 'approval-unanswered')
    ? {
        ...rest,
        state: 'output-denied',
        input,
        approval: { ...call.part.approval, approved: false, reason: text },
      }
    : { ...rest, state: 'output-error', input, errorText: text };
}

/** Why a call has no output. */
export function unansweredUIReason({ part }: UICall): UnansweredReason {
  const { state, approval } = part;
  // A tool that has yielded an output was running.
  if (state !== 'output-available') {
    if (isObject(approval)) {
      if (approval.approved === true) return 'approved-not-run';
      return approval.approved === false ? 'denied' : 'approval-unanswered';
    }
    if (state === 'approval-requested') return 'approval-unanswered';
  }
  return uiInput(part).isUnreadable ? 'unreadable-input' : 'interrupted';
}

/**
 * Whether this package wrote the outcome of a call. There is no place for a
 * mark on a UI part that every SDK major keeps and none sends, so its text
 * tells. What a user wrote to a denial is the user's.
 */
export function isPlaceholder(call: UICall, options: ToolCallOptions): boolean {
  const { state, errorText, approval } = call.part;
  const text =
    state === 'output-denied' && isObject(approval)
      ? approval.reason
      : errorText;
  return (Object.keys(placeholderTexts) as UnansweredReason[]).some(
    reason =>
      text === placeholderTexts[reason] ||
      (options.placeholder !== undefined &&
        text === placeholderText(call, reason, options)),
  );
}

function placeholderText(
  { part, name, messageIndex }: UICall,
  reason: UnansweredReason,
  options: ToolCallOptions,
  denial?: unknown,
): string {
  const { toolCallId } = part;
  const { value, reason: denied } = placeholderOutput(options, {
    toolCallId: typeof toolCallId === 'string' ? toolCallId : '',
    toolName: name,
    input: uiInput(part).input,
    reason,
    messageIndex,
    ...(reason === 'denied' &&
      typeof denial === 'string' &&
      denial.trim() !== '' && { denialReason: denial }),
  });
  const text = value ?? denied;
  return (
    (typeof text === 'string' ? text : canonicalText(text)) ||
    placeholderTexts[reason]
  );
}
