import { isObject, isReasoning } from './message-parts.js';
import type { Plan } from './plan.js';
import type { Place } from './scan-history.js';
import { serverAnswer } from './server-answer.js';

/**
 * Tells of each message whether nothing of it will stay in its place: what the
 * history ends with is what is left then.
 */
export function findHollow({
  scan,
  options,
}: Plan): (messageIndex: number) => boolean {
  const going = new Map<number, Set<number>>();
  const add = ({ messageIndex, partIndex }: Place): void => {
    const parts = going.get(messageIndex) ?? new Set();
    going.set(messageIndex, parts.add(partIndex));
  };
  for (const result of scan.results) if (!result.call) add(result);
  for (const call of scan.calls) {
    const answer = call.isServer ? serverAnswer(call) : undefined;
    for (const result of call.results) {
      if (call.isServer ? result !== answer : result.role !== 'tool') {
        add(result);
      }
    }
    const isUnanswered = call.results.length + call.requests.length === 0;
    if (
      call.copyOf ||
      (options.unanswered === 'remove' && !call.isServer && isUnanswered)
    ) {
      add(call);
    }
  }
  // One that stands beside its call stays, but so does the call.
  for (const request of scan.requests) add(request);

  return messageIndex => {
    const message = scan.messages[messageIndex];
    if (scan.isScanned[messageIndex] !== 1) return false;
    if (!isObject(message) || !Array.isArray(message.content)) return false;
    const removed = going.get(messageIndex);
    const parts = [...message.content.entries()].reverse();
    let isBeforeCall = false;
    // Reasoning goes with the call that it led to.
    return parts.every(([index, part]) => {
      if (isReasoning(part)) return isBeforeCall;
      isBeforeCall = isObject(part) && part.type === 'tool-call';
      return removed?.has(index) === true;
    });
  };
}
