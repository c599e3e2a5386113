import type { Unsettled } from './collect-unsettled.js';
import { findSharing } from './find-sharing.js';
import {
  fold,
  isObject,
  isUsableId,
  partsOf,
  roleOf,
} from './message-parts.js';

/**
 * Marks with 1 the messages that the full scan has to look at: those that are
 * not right as they stand, and those that share an id with one of them. A
 * settled message matters only then, or if one of its ids is the same, once
 * folded, as that of a result which may have to look for its call: any but the
 * first one behind a call with its id.
 */
export function markUnsettled(
  messages: readonly unknown[],
  { indexes, settled }: Unsettled,
): Uint8Array {
  const marks = new Uint8Array(messages.length);
  const ids = new Set<unknown>();
  const foldedIds = new Set<unknown>();
  const openIds = new Set<unknown>();
  const doubtfulIds = new Set<unknown>();
  for (const index of indexes) {
    marks[index] = 1;
    const message = messages[index];
    const isTool = roleOf(message) === 'tool';
    for (const part of partsOf(message)) {
      if (!isObject(part) || part.toolCallId === undefined) continue;
      const id = part.toolCallId;
      ids.add(id);
      if (part.type === 'tool-call' && !part.providerExecuted && !isTool) {
        (openIds.has(id) ? doubtfulIds : openIds).add(id);
      } else if (part.type === 'tool-result' && isUsableId(id)) {
        if (!isTool) doubtfulIds.add(id);
        const isFirst = openIds.delete(id) && !doubtfulIds.has(id);
        if (!isFirst) foldedIds.add(fold(id));
      }
    }
  }
  for (const index of findSharing(messages, settled, ids, foldedIds)) {
    marks[index] = 1;
    if (roleOf(messages[index + 1]) === 'tool') marks[index + 1] = 1;
  }
  return marks;
}
