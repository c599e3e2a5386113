import { createKeyFilter } from './create-key-filter.js';
import type { SettledIds } from './find-unsettled.js';
import { fold, isObject, isUsableId, partsOf } from './message-parts.js';

/**
 * Finds the settled messages with one of some ids, or with an id that is one
 * of others once it is folded.
 */
export function findSharing(
  messages: readonly unknown[],
  settled: SettledIds,
  ids: ReadonlySet<unknown>,
  foldedIds: ReadonlySet<unknown>,
): number[] {
  if (settled.length === 0) return [];
  const isShared = (part: unknown): boolean => {
    const id = isObject(part) ? part.toolCallId : undefined;
    if (ids.has(id)) return true;
    return isUsableId(id) && foldedIds.has(fold(id));
  };
  const filter = createKeyFilter(ids.size + foldedIds.size, settled);
  for (const id of ids) filter.add(id);
  for (const id of foldedIds) filter.add(id);
  return filter
    .findSettled()
    .filter(index => partsOf(messages[index]).some(isShared));
}
