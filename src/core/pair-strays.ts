import { groupBy } from './group-by.js';
import { fold, isUsableId } from './message-parts.js';
import type { Call, Result, Scan } from './scan-history.js';

/**
 * Pairs results that no call before them claims with an unanswered call: the
 * one whose id is the same once folded, or a later one with the very id where
 * that id occurs once among the calls and once among the results. All others
 * stay orphans.
 *
 * @param clientCalls - The newest call by id.
 */
export function pairStrays(
  scan: Scan,
  clientCalls: ReadonlyMap<unknown, Call>,
): void {
  const strays = scan.results.filter(
    result => result.call === undefined && isUsableId(result.part.toolCallId),
  );
  if (strays.length === 0) return;

  const results = groupBy(scan.results, result => result.part.toolCallId);
  const openCalls = groupBy(
    scan.calls.filter(
      call =>
        !call.isServer &&
        !call.copyOf &&
        call.results.length === 0 &&
        isUsableId(call.part.toolCallId),
    ),
    call => fold(call.part.toolCallId as string),
  );

  for (const stray of strays) {
    const id = stray.part.toolCallId as string;
    const later = clientCalls.get(id);
    if (later) {
      const isOnly =
        scan.callCounts.get(id) === 1 && results.get(id)?.length === 1;
      if (isOnly && later.results.length === 0) claim(later, stray);
      continue;
    }
    const candidates = openCalls.get(fold(id));
    const call = candidates?.length === 1 ? candidates[0] : undefined;
    if (call && isBefore(call, stray)) claim(call, stray);
  }
}

function isBefore(call: Call, result: Result): boolean {
  return (
    call.messageIndex < result.messageIndex ||
    (call.messageIndex === result.messageIndex &&
      call.partIndex < result.partIndex)
  );
}

function claim(call: Call, result: Result): void {
  result.call = call;
  call.results.push(result);
}
