import type { UnansweredReason } from '../tool-call-report.js';
import type { Call } from './scan-history.js';
import { sendableInput } from './sendable-input.js';

/** Why a call has no result, with the user's words where it was denied. */
export function unansweredReason(call: Pick<Call, 'part' | 'requests'>): {
  reason: UnansweredReason;
  denialReason?: string;
} {
  if (call.requests.length > 0) {
    const response = call.requests.flatMap(request => request.responses)[0];
    if (response === undefined) return { reason: 'approval-unanswered' };
    if (response.part.approved === true) return { reason: 'approved-not-run' };
    const { reason } = response.part;
    return {
      reason: 'denied',
      ...(typeof reason === 'string' &&
        reason.trim() !== '' && { denialReason: reason }),
    };
  }
  return {
    reason: sendableInput(call.part.input).isUnreadable
      ? 'unreadable-input'
      : 'interrupted',
  };
}
