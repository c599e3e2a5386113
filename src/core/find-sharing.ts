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
  const mayBe = createFilter(ids, foldedIds);
  for (let i = 0; i < settled.length; i += 2) {
    if (!mayBe(settled[i] as number)) continue;
    const index = settled[i + 1] as number;
    if (partsOf(messages[index]).some(isShared)) sharing.push(index);
  }
  return sharing;
}

/**
 * Says by its key that an id is in none of the sets: faster than they are, as
 * they have to read the whole text. 16 bits for each id leave one in 16 of all
 * others.
 */
function createFilter(
  ...sets: ReadonlySet<unknown>[]
): (key: number) => boolean {
  let size = 64;
  for (const ids of sets) while (size < ids.size * 16) size *= 2;
  const bits = new Int32Array(size / 32);
  const last = bits.length - 1;
  for (const ids of sets) {
    for (const id of ids) {
      const key = keyOfId(id);
      const slot = (key >>> 5) & last;
      bits[slot] = (bits[slot] as number) | (1 << key);
    }
  }
  return key => ((bits[(key >>> 5) & last] as number) & (1 << key)) !== 0;
}
