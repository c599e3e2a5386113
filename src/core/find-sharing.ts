import { createKeyFilter } from './create-key-filter.js';
import type { SettledIds } from './find-unsettled.js';
import { keyOfId } from './key-of-id.js';
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
  const sharing: number[] = [];
  if (settled.length === 0) return sharing;
  const isShared = (part: unknown): boolean => {
    const id = isObject(part) ? part.toolCallId : undefined;
    if (ids.has(id)) return true;
    return isUsableId(id) && foldedIds.has(fold(id));
  };
  const filter = createKeyFilter(ids.size + foldedIds.size, settled.length);
  for (const id of ids) filter.add(keyOfId(id));
  for (const id of foldedIds) filter.add(keyOfId(id));
  for (let i = 0; i < settled.length; i += 2) {
    if (!filter.mayHave(settled[i] as number)) continue;
    const index = settled[i + 1] as number;
    if (partsOf(messages[index]).some(isShared)) sharing.push(index);
  }
  return sharing;
}
