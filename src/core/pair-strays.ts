import { groupBy } from './group-by.js';
import { fold, isUsableId } from './message-parts.js';
import { type Call, isBehind, type Result, type Scan } from './scan-history.js';

/**
 * Pairs results that no call before them claims with an unanswered call: the
 * one whose id is the same once folded, or a later one with the very id where
 * that id occurs once among the calls and once among the results. A further
 * result of a call goes to the call it stands behind, if their ids fold to the
 * same. All others stay orphans.
 *
 * @param ambiguous - Results of which it is known that they cannot be told.
 * @param findCall - Finds the newest call with an id.
 */
export function pairStrays(
  scan: Scan,
  ambiguous: ReadonlySet<Result>,
  findCall: (id: unknown) => Call | undefined,
): void {
  const strays = scan.results.filter(
    result =>
      isUsableId(result.part.toolCallId) &&
      result.call?.results[0] !== result &&
      !ambiguous.has(result),
  );
  if (strays.length === 0) return;

  const results = groupBy(
    scan.results.filter(result => !isSynthetic(result)),
    result => result.part.toolCallId,
  );
  const openCalls = groupBy(
    scan.calls.filter(
      call =>
        !call.isServer &&
        !call.copyOf &&
        call.results.every(isSynthetic) &&
        isUsableId(call.part.toolCallId),
    ),
    call => fold(call.part.toolCallId as string),
  );

  const losers = new Set<Call>();
  const claim = (call: Call, stray: Result): void => {
    if (stray.call) losers.add(stray.call);
    stray.call = call;
    call.results.push(stray);
  };
  for (const stray of strays) {
    const id = stray.part.toolCallId as string;
    const [call, other] = openCalls.get(fold(id)) ?? [];
    if (call && isBehind(stray, call)) {
      const isOnly = !other || isBehind(other, stray);
      const isLikely = !stray.call || stray.head === call.messageIndex;
      if (isOnly && isLikely) claim(call, stray);
      continue;
    }
    const later = findCall(id);
    const isOnly =
      scan.callCounts.get(id) === 1 &&
      results.get(id)?.length === 1 &&
      !stray.isSynthetic;
    if (isOnly && later?.results.every(isSynthetic)) claim(later, stray);
  }
  for (const call of losers) {
    call.results = call.results.filter(result => result.call === call);
  }
}

function isSynthetic(result: Result): boolean {
  return result.isSynthetic;
}
