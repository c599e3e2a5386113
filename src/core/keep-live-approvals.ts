import { roleOf } from './message-parts.js';
import { addRepair, type Plan } from './plan.js';
import type { Call } from './scan-history.js';

/**
 * Finds the calls that wait for the SDK to run or deny them, because the
 * history ends with the user's response to them, and those that wait for the
 * user, because it ends with the request. Neither may be answered: a result
 * would silently cancel what the user approved.
 *
 * The SDK reads responses from the last message only, and ai 6 and 7 refuse a
 * history with another message between a call and its result. So what slipped
 * in between moves in front of the assistant message that asked, and all
 * responses to it go to the end. Source: `collectToolApprovals` and
 * `convertToLanguageModelPrompt` of ai 6 and 7.
 */
export function keepLiveApprovals(plan: Plan): void {
  const { messages, requests, responses } = plan.scan;
  let tail = messages.length;
  while (tail > plan.scan.start && roleOf(messages[tail - 1]) === 'tool') {
    tail--;
  }

  const asking = new Map<number, Call>();
  if (!plan.areApprovalsSettled) {
    for (const { messageIndex, request } of responses) {
      const call = request?.call;
      if (messageIndex >= tail && call && !hasFinished(call)) {
        asking.set(call.messageIndex, call);
      }
    }
  }
  for (const { call, responses } of requests) {
    if (!call || hasFinished(call)) continue;
    call.isLive =
      asking.size > 0
        ? asking.has(call.messageIndex) && responses.length > 0
        : call.messageIndex === tail - 1 && responses.length === 0;
  }
  if (asking.size > 0) moveToEnd(plan, asking, tail);
}

function hasFinished(call: Call): boolean {
  return call.results.some(result => !result.isSynthetic);
}

function moveToEnd(
  plan: Plan,
  asking: ReadonlyMap<number, Call>,
  tail: number,
): void {
  const { runs, scan } = plan;
  const length = scan.messages.length;
  const heads = [...asking.keys()].sort((a, b) => a - b);
  const group = heads.flatMap(head =>
    [head, ...(runs.get(head) ?? [])].filter(index => index < tail),
  );
  const moved = new Set(group);
  const rest = Array.from({ length: tail }, (_, index) => index).filter(
    index => !moved.has(index),
  );
  const responses = Array.from({ length: length - tail }, (_, i) => tail + i);

  // The last message that asked takes the responses into its tool message.
  const last = heads.at(-1) as number;
  const run = (runs.get(last) ?? []).filter(index => index < tail);
  runs.set(last, [...run, ...responses]);
  plan.liveHead = last;

  const order = [...rest, ...group, ...responses];
  if (order.every((index, position) => index === position)) return;
  plan.order = order;
  for (const [position, head] of group.entries()) {
    const call = asking.get(head);
    if (call && head !== rest.length + position) {
      addRepair(plan, call, { fault: 'displaced-approval', action: 'moved' });
    }
  }
}
