import { countSettled } from './count-settled.js';
import {
  fold,
  isObject,
  isUsableId,
  partsOf,
  roleOf,
} from './message-parts.js';

// What a mark says; all others are the key of the only id of a message.
const UNSETTLED = 1;
const MAY_SHARE = 2;
const FIRST_KEY = 3;

/**
 * Marks with 1 the messages that the full scan has to look at: those that are
 * not right as they stand, and those that share an id with one of them.
 * Returns undefined, without an allocation, where every message is right.
 */
export function markUnsettled(
  messages: readonly unknown[],
  start: number,
): Uint16Array | undefined {
  let marks: Uint16Array | undefined;
  for (let index = start; index < messages.length; ) {
    const settled = countSettled(messages, index);
    if (settled === 0) {
      marks ??= new Uint16Array(messages.length).fill(MAY_SHARE, start, index);
      marks[index] = UNSETTLED;
    } else if (marks && roleOf(messages[index]) === 'assistant') {
      marks[index] = keyOfIds(messages[index], messages.length);
    }
    index += settled || 1;
  }
  if (marks) markShared(messages, start, marks);
  return marks;
}

/**
 * A settled message matters only if it shares an id with one that is not, or
 * if one of its ids is the same, once folded, as that of a result which may
 * have to look for its call: any but the first one behind a call with its id.
 */
function markShared(
  messages: readonly unknown[],
  start: number,
  marks: Uint16Array,
): void {
  const ids = new Set<unknown>();
  const foldedIds = new Set<string>();
  const openIds = new Set<unknown>();
  const doubtfulIds = new Set<unknown>();
  const isWanted = new Uint8Array(countKeys(messages.length) + FIRST_KEY);
  isWanted[MAY_SHARE] = 1;
  for (let index = start; index < messages.length; index++) {
    if (marks[index] !== UNSETTLED) continue;
    const message = messages[index];
    const isTool = roleOf(message) === 'tool';
    for (const part of partsOf(message)) {
      if (!isObject(part) || part.toolCallId === undefined) continue;
      const id = part.toolCallId;
      ids.add(id);
      isWanted[keyOfId(id, messages.length)] = 1;
      if (part.type === 'tool-call' && !part.providerExecuted && !isTool) {
        (openIds.has(id) ? doubtfulIds : openIds).add(id);
      } else if (part.type === 'tool-result' && isUsableId(id)) {
        if (!isTool) doubtfulIds.add(id);
        const isFirst = openIds.delete(id) && !doubtfulIds.has(id);
        if (!isFirst) foldedIds.add(fold(id));
      }
    }
  }
  for (let index = start; index < messages.length; index++) {
    const mark = marks[index] as number;
    if (mark === 0 || mark === UNSETTLED) continue;
    marks[index] = 0;
    if (foldedIds.size === 0 && !isWanted[mark]) continue;
    const message = messages[index];
    if (roleOf(message) !== 'assistant') continue;
    if (!sharesId(message, ids, foldedIds)) continue;
    marks[index] = UNSETTLED;
    if (roleOf(messages[index + 1]) === 'tool') marks[index + 1] = UNSETTLED;
  }
}

function sharesId(
  message: unknown,
  ids: ReadonlySet<unknown>,
  foldedIds: ReadonlySet<string>,
): boolean {
  const parts = partsOf(message);
  for (let i = 0; i < parts.length; i++) {
    const id = (parts[i] as { toolCallId?: unknown } | null)?.toolCallId;
    if (id === undefined) continue;
    if (ids.has(id)) return true;
    if (foldedIds.size > 0 && isUsableId(id) && foldedIds.has(fold(id))) {
      return true;
    }
  }
  return false;
}

/**
 * The key of a message's only id, 0 where it has none. It is taken while the
 * message is at hand: to come back to each one later would cost as much as all
 * the rest.
 */
function keyOfIds(message: unknown, length: number): number {
  const parts = partsOf(message);
  let key = 0;
  for (let i = 0; i < parts.length; i++) {
    const id = (parts[i] as { toolCallId?: unknown } | null)?.toolCallId;
    if (id === undefined) continue;
    if (key !== 0) return MAY_SHARE;
    key = keyOfId(id, length);
  }
  return key;
}

/** A number that is the same for the same id, and seldom for another one. */
function keyOfId(id: unknown, length: number): number {
  if (typeof id !== 'string') return MAY_SHARE;
  let hash = id.length;
  for (let i = Math.max(0, id.length - 4); i < id.length; i++) {
    hash = Math.imul(hash, 31) + id.charCodeAt(i);
  }
  return FIRST_KEY + ((hash >>> 0) % countKeys(length));
}

/** As many keys as there are messages, and no more than a mark can hold. */
function countKeys(length: number): number {
  return Math.min(length, 0x10000 - FIRST_KEY);
}
