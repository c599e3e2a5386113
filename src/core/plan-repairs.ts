import type { ToolCallOptions } from '../tool-call-options.js';
import { chooseAnswers } from './choose-answers.js';
import { dropApprovals } from './drop-approvals.js';
import { dropEmptyMessages } from './drop-empty-messages.js';
import { dropLoneReasoning } from './drop-lone-reasoning.js';
import { keepLiveApprovals } from './keep-live-approvals.js';
import { isObject, roleOf } from './message-parts.js';
import type { Circumstances, Plan } from './plan.js';
import { planClientCalls } from './plan-client-calls.js';
import { planServerCalls } from './plan-server-calls.js';
import { planToolMessages } from './plan-tool-messages.js';
import type { Scan } from './scan-history.js';

/**
 * Decides what is to be done to a scanned history. Each step is a file of its
 * own and says what it makes right.
 */
export function planRepairs(
  scan: Scan,
  options: ToolCallOptions,
  circumstances: Circumstances,
): Plan {
  const plan: Plan = {
    options,
    areApprovalsSettled: circumstances.areApprovalsSettled,
    hasServerState: circumstances.hasServerState,
    scan,
    repairs: [],
    edits: new Map(),
    runs: new Map(),
    heads: new Map(),
    noteAnchor: findNoteAnchor(scan),
    live: undefined,
    order: undefined,
  };
  findRuns(plan);
  keepLiveApprovals(plan);
  planServerCalls(plan);
  chooseAnswers(plan);
  planClientCalls(plan);
  dropApprovals(plan);
  planToolMessages(plan);
  dropLoneReasoning(plan);
  dropEmptyMessages(plan);
  plan.repairs.sort((a, b) => a.messageIndex - b.messageIndex);
  return plan;
}

function findRuns({ scan, runs, heads }: Plan): void {
  const { messages, isScanned, start } = scan;
  for (let index = start; index < messages.length; index++) {
    if (!isScanned[index]) continue;
    const message = messages[index];
    if (!isObject(message) || message.role !== 'tool') continue;
    // A tool message that is not scanned is alone behind its assistant.
    const head =
      heads.get(index - 1) ??
      (roleOf(messages[index - 1]) === 'tool' ? index - 2 : index - 1);
    heads.set(index, head);
    if (!Array.isArray(message.content)) continue;
    const run = runs.get(head);
    if (run) run.push(index);
    else runs.set(head, [index]);
  }
}

function findNoteAnchor({ messages, start, lastUserIndex }: Scan): number {
  if (lastUserIndex >= 0) return lastUserIndex;
  let index = start - 1;
  while (roleOf(messages[index + 1]) === 'system') index++;
  return index;
}
