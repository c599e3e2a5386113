import { isServerCall, partsOf, roleOf } from './message-parts.js';
import type { Plan } from './plan.js';
import type { Response } from './scan-history.js';

/**
 * Whether a response may be one to a provider-executed call (MCP), whose
 * request a provider prompt does not carry.
 */
export function isBehindServerCall(plan: Plan, response: Response): boolean {
  const head = plan.heads.get(response.messageIndex) as number;
  const message = plan.scan.messages[head];
  if (roleOf(message) !== 'assistant') return false;
  const removed = plan.edits.get(head)?.removed;
  return partsOf(message).some(
    (part, index) => isServerCall(part) && !removed?.has(index),
  );
}
