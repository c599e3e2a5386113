import type { ToolCallOptions } from '../tool-call-options.js';
import type { ToolCallRepair } from '../tool-call-report.js';
import type { Unsettled } from './collect-unsettled.js';
import { createKeyFilter } from './create-key-filter.js';
import { createSyntheticResult } from './create-synthetic-result.js';
import { findResult } from './find-result.js';
import type { SettledIds } from './find-unsettled.js';
import {
  isObject,
  isSendableInput,
  isSendableName,
  isUsableId,
  type Part,
  partsOf,
  roleOf,
} from './message-parts.js';
import type { Reconciled } from './reconcile.js';

/**
 * Answers the calls of a history that has no fault but calls without a result,
 * as most that have one do. Gives what the full scan would, which has to keep
 * in mind where everything stands, in a fraction of the time. Returns undefined
 * where there is more to it.
 */
export function answerPlainGaps(
  messages: readonly unknown[],
  unsettled: Unsettled,
  options: ToolCallOptions,
): Reconciled | undefined {
  if (options.unanswered === 'remove') return undefined;
  const gaps: number[] = [];
  const ids: string[] = [];
  let added = 0;
  let last = -1;
  for (const index of unsettled.indexes) {
    const isTool = roleOf(messages[index]) === 'tool';
    // The tool message behind a gap has been looked at with it.
    if (isTool && last >= 0 && index === last + 1) continue;
    if (!addPlainGap(ids, messages, index)) return undefined;
    gaps.push(index);
    last = index;
    if (roleOf(messages[index + 1]) !== 'tool') added++;
  }
  return areUnique(messages, unsettled.settled, ids)
    ? answer(messages, gaps, added, options)
    : undefined;
}

/**
 * Whether all that is wrong with a message is that calls of it have no result.
 * Adds the ids of its calls to those of the others.
 */
function addPlainGap(
  ids: string[],
  messages: readonly unknown[],
  index: number,
): boolean {
  const message = messages[index];
  if (roleOf(message) !== 'assistant') return false;
  const next = messages[index + 1];
  const hasResults = roleOf(next) === 'tool';
  const results = hasResults ? partsOf(next) : [];
  if (hasResults && results.length === 0) return false;
  let calls = 0;
  let answered = 0;
  const content = partsOf(message);
  for (let i = 0; i < content.length; i++) {
    const part = content[i] as Part | null | undefined;
    const type = part?.type;
    if (type === 'text' || type === 'reasoning') continue;
    if (type !== 'tool-call') return false;
    const { toolCallId, toolName, input, providerExecuted } = part as Part;
    if (providerExecuted || !isSendableInput(input)) return false;
    if (!isUsableId(toolCallId) || !isSendableName(toolName)) return false;
    ids.push(toolCallId);
    calls++;
    if (findResult(results, toolCallId, toolName)) answered++;
  }
  return answered < calls && answered === results.length;
}

/**
 * Whether no two of some ids are the same, and none is that of a settled
 * message. A set of them all would take a third of the whole repair.
 */
function areUnique(
  messages: readonly unknown[],
  settled: SettledIds,
  ids: readonly string[],
): boolean {
  const filter = createKeyFilter(ids.length, settled);
  const repeated = new Set<unknown>();
  const shared = new Set<unknown>();
  for (const id of ids) if (filter.add(id)) repeated.add(id);
  for (const index of filter.findSettled()) {
    for (const part of partsOf(messages[index])) {
      if (isObject(part)) shared.add(part.toolCallId);
    }
  }
  if (repeated.size + shared.size === 0) return true;
  let count = 0;
  for (const id of ids) {
    if (shared.has(id)) return false;
    if (repeated.has(id)) count++;
  }
  return count === repeated.size;
}

function answer(
  messages: readonly unknown[],
  gaps: readonly number[],
  added: number,
  options: ToolCallOptions,
): Reconciled {
  const reason = 'interrupted' as const;
  const mark = { synthetic: true, reason };
  const answered = new Array<unknown>(messages.length + added);
  const repairs: ToolCallRepair[] = [];
  let length = 0;
  let next = 0;
  for (const messageIndex of gaps) {
    while (next <= messageIndex) answered[length++] = messages[next++];
    const behind = messages[next];
    const hasResults = roleOf(behind) === 'tool';
    const results = hasResults ? partsOf(behind) : [];
    let content: unknown[] | undefined;
    const parts = partsOf(messages[messageIndex]) as readonly Part[];
    for (let i = 0; i < parts.length; i++) {
      const part = parts[i] as Part;
      if (part.type !== 'tool-call') continue;
      const toolCallId = part.toolCallId as string;
      const toolName = part.toolName as string;
      let result = findResult(results, toolCallId, toolName);
      if (result === undefined) {
        const { input } = part;
        const call = { toolCallId, toolName, input, messageIndex, reason };
        result = createSyntheticResult(options, call, mark);
        repairs.push({
          fault: 'missing-result',
          action: 'answered',
          toolCallId,
          toolName,
          messageIndex,
          reason,
        });
      }
      // A list that grows out of an empty one has room for 16 more.
      if (content) content.push(result);
      else content = [result];
    }
    if (hasResults) next++;
    answered[length++] = hasResults
      ? { ...(behind as Part), content }
      : { role: 'tool', content };
  }
  while (next < messages.length) answered[length++] = messages[next++];
  return { messages: answered, repairs };
}
