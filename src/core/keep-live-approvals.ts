import { findHollow } from './find-hollow.js';
import { isBehindServerCall } from './is-behind-server-call.js';
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
  const isHollow = findHollow(plan);
  let end = messages.length;
  while (isHollow(end - 1)) end--;
  let tail = end;
  while (roleOf(messages[tail - 1]) === 'tool' || isHollow(tail - 1)) tail--;

  const asking = new Map<number, Call>();
  const last = responses.filter(({ messageIndex }) => messageIndex >= tail);
  const answering = last.filter(({ request }) => request?.call);
  for (const { request } of plan.areApprovalsSettled ? [] : answering) {
    const call = request?.call as Call;
    if (!hasFinished(call)) asking.set(call.messageIndex, call);
  }
  const isAnswering =
    answering.length > 0 ||
    last.some(
      response => !response.request && isBehindServerCall(plan, response),
    );
  for (const { call, responses } of requests) {
    if (!call || hasFinished(call)) continue;
    call.isLive ||=
      responses.length > 0
        ? asking.has(call.messageIndex)
        : !isAnswering && call.messageIndex === tail - 1;
  }
  if (asking.size > 0) moveToEnd(plan, asking, tail, end);
}

function hasFinished(call: Call): boolean {
  return call.results.some(result => !result.isSynthetic);
}

function moveToEnd(
  plan: Plan,
  asking: ReadonlyMap<number, Call>,
  tail: number,
  end: number,
): void {
  const { runs, scan } = plan;
  const heads = [...asking.keys()].sort((a, b) => a - b);
  const head = heads.at(-1) as number;
  plan.live = { heads: new Set(heads), head, end: end - 1 };

  // The SDK takes responses over assistant messages, if they are in the last
  // message all together.
  const isInPlace =
    scan.messages.slice(heads[0], tail).every(isAssistantOrTool) &&
    scan.responses.every(
      ({ messageIndex, request }) =>
        !request?.call?.isLive || messageIndex === end - 1,
    );
  if (isInPlace) return;

  // Else the last message that asked takes them into its tool message, where
  // they do not stand right behind it.
  if (!runs.get(head)?.includes(end - 1)) plan.live.end = -1;
  const group = heads
    .flatMap(asked => [asked, ...(runs.get(asked) ?? [])])
    .filter(index => index < end);
  const moved = new Set(group);
  const indexes = [...scan.messages.keys()];
  const rest = indexes.slice(0, end).filter(index => !moved.has(index));
  const order = [...rest, ...group, ...indexes.slice(end)];
  if (order.every((index, position) => index === position)) return;
  plan.order = order;
  for (const [position, index] of group.entries()) {
    const call = asking.get(index);
    if (call && index !== rest.length + position) {
      addRepair(plan, call, { fault: 'displaced-approval', action: 'moved' });
    }
  }
}

function isAssistantOrTool(message: unknown): boolean {
  const role = roleOf(message);
  return role === 'assistant' || role === 'tool';
}
