import { isDeepStrictEqual } from 'node:util';
import { answerPlainGaps } from '../../src/core/answer-plain-gaps.js';
import { applyPlan } from '../../src/core/apply-plan.js';
import { collectUnsettled } from '../../src/core/collect-unsettled.js';
import { groupBy } from '../../src/core/group-by.js';
import { markUnsettled } from '../../src/core/mark-unsettled.js';
import {
  isSyntheticResult,
  isUsableId,
  type Part,
} from '../../src/core/message-parts.js';
import { planRepairs } from '../../src/core/plan-repairs.js';
import { scanHistory } from '../../src/core/scan-history.js';
import type { ToolCallOptions } from '../../src/tool-call-options.js';
import type { ToolCallRepair } from '../../src/tool-call-report.js';
import { deepFreeze } from '../deep-freeze.js';
import { findShapeFaults } from '../find-shape-faults.js';
import type { TestMessage } from './history-arbitrary.js';
import { reconcileHistory } from './reconcile-history.js';

/** How a property is checked. */
export interface Settings extends ToolCallOptions {
  /** As in the middleware and in a step, or as in `reconcileToolCalls`. */
  areApprovalsSettled?: boolean;
}

/** Runs the core. */
export function run(
  messages: readonly unknown[],
  { areApprovalsSettled = false, ...options }: Settings = {},
) {
  const result = reconcileHistory(messages, {
    options,
    areApprovalsSettled,
    hasServerState: false,
  });
  return result as {
    messages: TestMessage[];
    repairs: readonly ToolCallRepair[];
  };
}

/**
 * Checks all that must hold for every history, valid or not. Throws with the
 * name of the property that does not.
 */
export function checkProperties(
  input: TestMessage[],
  options: Settings = {},
): void {
  deepFreeze(input);
  const { messages, repairs } = run(input, options);
  deepFreeze(messages);

  const faults = findShapeFaults(messages, findLiveIds(messages, options));
  // Of messages without content nothing can be kept: those stay.
  const isHollow = partsOfAll(input).every(({ type }) =>
    String(type).startsWith('tool-approval'),
  );
  assert(faults.length === 0 || isHollow, `strict shape: ${faults.join(', ')}`);

  const again = run(messages, options);
  assert(again.messages === messages, 'idempotent');
  assert(again.repairs.length === 0, 'idempotent report');
  assert((repairs.length === 0) === (messages === input), 'same reference');
  assert(messages.some(isPrompt) || !input.some(isPrompt), 'never empty');

  checkPlainGaps(input, options);
  checkIdentity(input, messages, repairs, options);
  checkCounts(input, messages, repairs);
  checkPrefixes(input, messages, options);
}

/** The short way for plain gaps comes to what the full scan does. */
function checkPlainGaps(
  input: readonly TestMessage[],
  { areApprovalsSettled = false, ...options }: Settings,
): void {
  const unsettled = collectUnsettled(input, 0);
  const plain = unsettled && answerPlainGaps(input, unsettled, options);
  if (!plain) return;
  const scan = scanHistory(input, 0, markUnsettled(input, unsettled));
  const plan = planRepairs(scan, options, {
    areApprovalsSettled,
    hasServerState: false,
  });
  const full = { messages: applyPlan(plan), repairs: plan.repairs };
  assert(isDeepStrictEqual(plain, full), 'plain gaps as in a full scan');
}

function assert(condition: boolean, property: string): void {
  if (!condition) throw new Error(`does not hold: ${property}`);
}

function isPrompt({ role }: TestMessage): boolean {
  return role !== 'system';
}

const OWN_ROLES: Record<string, string> = {
  'tool-call': 'assistant',
  'tool-approval-request': 'assistant',
  'tool-approval-response': 'tool',
};

/** All parts in order, but for those that mean nothing in their role. */
function partsOfAll(messages: readonly TestMessage[]): Part[] {
  return messages.flatMap(({ role, content }) =>
    Array.isArray(content)
      ? content.filter(
          (part): part is Part =>
            part !== null && (OWN_ROLES[String(part.type)] ?? role) === role,
        )
      : [],
  );
}

function partsIn(messages: readonly TestMessage[], type: string): Part[] {
  return partsOfAll(messages).filter(part => part.type === type);
}

function foldedId({ toolCallId }: Part): string {
  return isUsableId(toolCallId) ? toolCallId.replace(/[^\w-]/g, '_') : '';
}

/** Calls that wait for the SDK to run them, or for the user. */
function findLiveIds(
  messages: readonly TestMessage[],
  { areApprovalsSettled = false }: Settings,
): Set<unknown> {
  let head = messages.length - 1;
  while (messages[head]?.role === 'tool') head--;
  const tail = partsIn(messages.slice(head + 1), 'tool-approval-response');
  const last = partsIn(messages.slice(-1), 'tool-approval-response');
  const responded = new Set(last.map(({ approvalId }) => approvalId));
  const atEnd = messages[head];
  const trailing =
    atEnd && tail.length === 0 ? partsIn([atEnd], 'tool-approval-request') : [];
  const waiting = areApprovalsSettled
    ? []
    : partsIn(messages, 'tool-approval-request').filter(({ approvalId }) =>
        responded.has(approvalId),
      );
  return new Set([...waiting, ...trailing].map(({ toolCallId }) => toolCallId));
}

/** What is not about tools stays: the same objects in the same order. */
function checkIdentity(
  input: readonly TestMessage[],
  messages: readonly TestMessage[],
  repairs: readonly ToolCallRepair[],
  options: Settings,
): void {
  const known = new Set(input);
  const users = (list: readonly TestMessage[]) =>
    list.filter(message => message.role === 'user' && known.has(message));
  assert(
    isSame(users(input), users(messages)),
    'user messages are the same objects in order',
  );
  if (repairs.some(({ fault }) => fault === 'displaced-approval')) return;
  const texts = (list: readonly TestMessage[]) =>
    partsIn(
      list.filter(({ role }) => role === 'assistant'),
      'text',
    );
  assert(isSame(texts(input), texts(messages)), 'texts stay in order');
  const isCallGone = repairs.some(({ action }) => action === 'removed');
  if (!isCallGone && options.unanswered !== 'remove') {
    const reasoning = partsIn(input, 'reasoning');
    assert(
      isSame(reasoning, partsIn(messages, 'reasoning')),
      'reasoning stays in order',
    );
  }
}

function isSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index]);
}

/** The report says how many calls and results came and went. */
function checkCounts(
  input: readonly TestMessage[],
  messages: readonly TestMessage[],
  repairs: readonly ToolCallRepair[],
): void {
  const count = (fault: string, ...actions: string[]) =>
    repairs.filter(
      repair => repair.fault === fault && actions.includes(repair.action),
    ).length;
  const difference = (type: string) =>
    partsIn(messages, type).length - partsIn(input, type).length;

  assert(
    difference('tool-result') ===
      count('missing-result', 'answered') -
        count('orphan-result', 'dropped', 'kept-as-text') -
        count('duplicate-result', 'dropped'),
    'the report counts the results',
  );
  assert(
    difference('tool-call') ===
      -count('duplicate-call', 'removed') -
        count('open-provider-call', 'removed') -
        count('missing-result', 'removed'),
    'the report counts the calls',
  );
}

/**
 * Checks that no result stands behind a call that it does not belong to. For
 * histories in which ids are used again, and that have lost results only.
 */
export function checkKeys(input: TestMessage[], options: Settings = {}): void {
  const { messages } = run(deepFreeze(input), options);
  for (const [index, { role, content }] of messages.entries()) {
    const behind = messages.slice(index + 1);
    const end = behind.findIndex(message => message.role !== 'tool');
    const results = partsIn(
      behind.slice(0, end < 0 ? undefined : end),
      'tool-result',
    );
    if (role !== 'assistant' || !Array.isArray(content)) continue;
    for (const call of partsIn([{ role, content }], 'tool-call')) {
      const result = results.find(
        ({ toolCallId }) => toolCallId === call.toolCallId,
      );
      const own = call.input as { key?: unknown };
      assert(
        !result ||
          own.key === undefined ||
          isSyntheticResult(result) ||
          result.key === own.key,
        `result ${result?.key} stands at call ${own.key}`,
      );
    }
  }
}

/**
 * Checks that no result is given to a call that it does not belong to, and none
 * is lost whose call is there. For histories in which an id belongs to one call.
 */
export function checkResults(
  input: TestMessage[],
  options: Settings = {},
): void {
  const { messages } = run(deepFreeze(input), options);
  const calls = groupBy(partsIn(input, 'tool-call'), foldedId);
  const results = groupBy(partsIn(input, 'tool-result'), foldedId);
  const left = groupBy(partsIn(messages, 'tool-result'), foldedId);

  for (const [call, ...others] of calls.values()) {
    const id = call?.toolCallId;
    if (!call || !isUsableId(id) || others.length > 0 || call.isLying) continue;
    const isReal = (part: Part) => !isSyntheticResult(part);
    const own = (results.get(foldedId(call)) ?? []).filter(isReal);
    if (own.some(({ isLying }) => isLying)) continue;
    const answers = left.get(foldedId(call)) ?? [];
    if (own.length > 0 && isKept(messages, id)) {
      const isFolded = own.some(({ toolCallId }) => toolCallId !== id);
      const isOnlyEarly =
        (own.length > 1 || isFolded) && isBeforeCall(input, id, own);
      assert(
        isOnlyEarly ||
          (call.providerExecuted === true && isFolded) ||
          answers.some(isReal),
        `a real result of ${id} is lost`,
      );
    }
    for (const { key } of answers.filter(isReal)) {
      const input = call.input as { key?: unknown } | undefined;
      if (key !== undefined && typeof input?.key === 'number') {
        assert(key === input.key, `result ${key} stands at call ${input.key}`);
      }
    }
  }
}

function isKept(messages: readonly TestMessage[], id: unknown): boolean {
  return partsIn(messages, 'tool-call').some(call => call.toolCallId === id);
}

/** Whether all of several results of one id stand before its call. */
function isBeforeCall(
  input: readonly TestMessage[],
  id: unknown,
  results: readonly Part[],
): boolean {
  const parts = partsOfAll(input);
  const call = parts.findIndex(
    part => part?.type === 'tool-call' && part.toolCallId === id,
  );
  return results.every(result => parts.indexOf(result) < call);
}

/**
 * Repairing up to a user message gives the start of repairing all, but where
 * something later belongs to a call before it.
 */
function checkPrefixes(
  input: readonly TestMessage[],
  messages: readonly TestMessage[],
  options: Settings,
): void {
  const cuts = input.flatMap(({ role }, index) =>
    role === 'user' && index < input.length - 1 ? [index] : [],
  );
  const cut = cuts.at(Math.floor(cuts.length / 2));
  if (cut === undefined) return;
  const before = input.slice(0, cut + 1);
  const after = input.slice(cut + 1);
  if (reachesBack(before, after)) return;
  const prefix = run(before, options).messages;
  assert(
    isDeepStrictEqual(prefix, messages.slice(0, prefix.length)),
    `the repair up to message ${cut} is the start of the whole`,
  );
}

function reachesBack(
  before: readonly TestMessage[],
  after: readonly TestMessage[],
): boolean {
  if (partsOfAll(before).some(({ isLying }) => isLying)) return true;
  const types = ['tool-call', 'tool-result', 'tool-approval-request'];
  const ids = new Set(
    types.flatMap(type => partsIn(before, type).map(p => foldedId(p))),
  );
  const approvals = new Set<unknown>(
    partsIn(before, 'tool-approval-request').map(part => part.approvalId),
  );
  const opened = new Set<unknown>();
  const early = earlyIds(before);
  for (const part of partsOfAll(after)) {
    const id = foldedId(part);
    if (part.type === 'tool-call') {
      // A result in front of its call counts the calls of the whole.
      if (early.has(part.toolCallId)) return true;
      // A result goes to a client call first, so only those can be its own.
      if (!part.providerExecuted) opened.add(part.toolCallId);
    } else if (part.type === 'tool-result') {
      if (ids.has(id) && !opened.has(part.toolCallId)) return true;
    } else if (approvals.has(part.approvalId)) return true;
  }
  return false;
}

/** Ids of the results that stand in front of every call with their id. */
function earlyIds(messages: readonly TestMessage[]): Set<unknown> {
  const called = new Set<unknown>();
  const early = new Set<unknown>();
  for (const { type, toolCallId } of partsOfAll(messages)) {
    if (type === 'tool-call') called.add(toolCallId);
    if (type === 'tool-result' && !called.has(toolCallId)) {
      early.add(toolCallId);
    }
  }
  return early;
}
