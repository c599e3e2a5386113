import type { ToolCallOptions } from '../tool-call-options.js';
import type { ToolCallRepair } from '../tool-call-report.js';
import { answerPlainGaps } from './answer-plain-gaps.js';
import { applyPlan } from './apply-plan.js';
import { collectUnsettled, type Unsettled } from './collect-unsettled.js';
import { markUnsettled } from './mark-unsettled.js';
import { isObject, isUsableId, partsOf, roleOf } from './message-parts.js';
import type { Circumstances } from './plan.js';
import { planRepairs } from './plan-repairs.js';
import { type Scan, scanHistory } from './scan-history.js';

/** A history as it is to be sent, and what was done to it. */
export interface Reconciled {
  messages: readonly unknown[];
  repairs: readonly ToolCallRepair[];
}

/**
 * Pairs every tool call of a history with one result. Returns undefined,
 * without an allocation, where nothing is wrong with it; never mutates, never
 * throws.
 */
export function reconcile(
  messages: readonly unknown[],
  options: ToolCallOptions,
  circumstances: Circumstances,
): Reconciled | undefined {
  try {
    return repair(messages, options, circumstances);
  } catch {
    return repairReadable(messages, options, circumstances);
  }
}

function repair(
  messages: readonly unknown[],
  options: ToolCallOptions,
  circumstances: Circumstances,
): Reconciled | undefined {
  const start = firstOf(messages, options.scanLast);
  const unsettled = collectUnsettled(messages, start);
  if (unsettled === undefined) return undefined;
  const plain = answerPlainGaps(messages, unsettled, options);
  if (plain) return plain;
  const scan = scanFrom(messages, start, unsettled);
  const plan = planRepairs(scan, options, circumstances);
  if (plan.repairs.length === 0) return undefined;
  const result = applyPlan(plan);
  if (result.some(isPrompt) || !messages.some(isPrompt)) {
    return { messages: result, repairs: plan.repairs };
  }
  // No provider takes an empty prompt, so what would go is kept as text.
  const { orphans, unanswered } = options;
  if (orphans === 'text' && unanswered !== 'remove') return undefined;
  return repair(
    messages,
    { ...options, orphans: 'text', unanswered: 'answer' },
    circumstances,
  );
}

function isPrompt(message: unknown): boolean {
  return roleOf(message) !== 'system';
}

/** Index of the first of the last `count` messages, with all its results. */
function firstOf(
  messages: readonly unknown[],
  count = messages.length,
): number {
  let start = count >= 0 ? Math.max(0, messages.length - count) : 0;
  while (start > 0 && roleOf(messages[start]) === 'tool') start--;
  return start;
}

/**
 * Scans the messages from `start` on, and as many more as it takes for no
 * result or approval response to be cut off from its call.
 */
function scanFrom(
  messages: readonly unknown[],
  start: number,
  unsettled: Unsettled,
): Scan {
  let scan = scanHistory(messages, start, markUnsettled(messages, unsettled));
  for (let owner = findOwner(scan); owner >= 0; owner = findOwner(scan)) {
    // What was not right from further on is not right from here either.
    const found = collectUnsettled(messages, owner) as Unsettled;
    scan = scanHistory(messages, owner, markUnsettled(messages, found));
  }
  return scan;
}

/** Index of the first message before the scan that owns one of its orphans. */
function findOwner({ messages, start, results, responses }: Scan): number {
  const ids = new Set<unknown>();
  for (const { call, part } of results) {
    if (!call && isUsableId(part.toolCallId)) ids.add(part.toolCallId);
  }
  for (const { request, part } of responses) {
    if (!request) ids.add(part.approvalId);
  }
  return ids.size === 0
    ? -1
    : messages
        .slice(0, start)
        .findIndex(
          message =>
            roleOf(message) === 'assistant' &&
            partsOf(message).some(
              part =>
                isObject(part) &&
                ((part.type === 'tool-call' && ids.has(part.toolCallId)) ||
                  (part.type === 'tool-approval-request' &&
                    ids.has(part.approvalId))),
            ),
        );
}

/**
 * Repairs a history with messages that cannot be read, such as ones with
 * getters that throw: those pass through.
 */
function repairReadable(
  messages: readonly unknown[],
  options: ToolCallOptions,
  circumstances: Circumstances,
): Reconciled | undefined {
  try {
    const unreadable = new Map<unknown, unknown>();
    const readable = Array.from(messages, message => {
      if (isReadable(message)) return message;
      const standIn = {};
      unreadable.set(standIn, message);
      return standIn;
    });
    const result = repair(readable, options, circumstances);
    return (
      result && {
        messages: result.messages.map(message =>
          unreadable.has(message) ? unreadable.get(message) : message,
        ),
        repairs: result.repairs,
      }
    );
  } catch {
    return undefined;
  }
}

function isReadable(message: unknown): boolean {
  try {
    for (const part of [message, ...partsOf({ ...(message as object) })]) {
      const { output, providerOptions } = {
        ...(part as Record<string, unknown>),
      };
      void [{ ...(output as object) }, JSON.stringify(providerOptions)];
    }
    return true;
  } catch {
    return false;
  }
}
