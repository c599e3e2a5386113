import { findUnsettled, type SettledIds } from './find-unsettled.js';

/** What is known of a history in which not every message is right. */
export interface Unsettled {
  /** The messages that are not right as they stand. */
  indexes: number[];
  /** The ids of all others. */
  settled: SettledIds;
}

/**
 * Finds the messages that are not right as they stand. Returns undefined,
 * without an allocation, where every message is right.
 */
export function collectUnsettled(
  messages: readonly unknown[],
  start: number,
): Unsettled | undefined {
  if (findUnsettled(messages, start) === messages.length) return undefined;
  // What stands before the first one is walked again: ids gathered on the way
  // would cost every clean history an allocation.
  const indexes: number[] = [];
  const settled: SettledIds = [];
  for (let index = start; index < messages.length; index++) {
    index = findUnsettled(messages, index, settled);
    if (index < messages.length) indexes.push(index);
  }
  return { indexes, settled };
}
