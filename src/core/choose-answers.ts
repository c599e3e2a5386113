import { orphanNote } from './orphan-note.js';
import { addRepair, editOf, type Plan, removePart } from './plan.js';
import type { Call, Result } from './scan-history.js';

/**
 * Chooses the one result that stays for each call, and takes out the others
 * and the orphans. A provider's call keeps the result of the provider; a
 * result for it in a tool message moves beside it where it has none.
 */
export function chooseAnswers(plan: Plan): void {
  for (const call of plan.scan.calls) {
    call.answer = call.isServer
      ? serverAnswer(call)
      : clientAnswer(call, plan.scan.callCounts.get(call.id) === 1);
  }
  for (const result of plan.scan.results) {
    const { call } = result;
    if (call === undefined || call.isRemoved) dropOrphan(plan, result);
    else if (call.answer !== result) {
      removePart(plan, result);
      addRepair(plan, result, { fault: 'duplicate-result', action: 'dropped' });
    } else if (call.isServer && result.role === 'tool') {
      removePart(plan, result);
      editOf(plan, call.messageIndex).inserted.set(call.partIndex, [
        result.part,
      ]);
      addRepair(plan, result, { fault: 'displaced-result', action: 'moved' });
    }
  }
}

function serverAnswer(call: Call): Result | undefined {
  return (
    call.results.find(result => result.role === 'assistant') ??
    call.results.find(result => !result.isSynthetic)
  );
}

/**
 * A real result beats a synthetic one and a success an error, else the first
 * stays, on which the model has acted. With an id that is used again a later
 * success may be another call's, so there it does not count.
 */
function clientAnswer(call: Call, isOnlyWithId: boolean): Result | undefined {
  const rank = (result: Result) =>
    result.isSynthetic ? 0 : result.isError && isOnlyWithId ? 1 : 2;
  let answer: Result | undefined;
  for (const result of call.results) {
    if (call.isLive && result.isSynthetic) continue;
    if (answer === undefined || rank(result) > rank(answer)) answer = result;
  }
  return answer;
}

function dropOrphan(plan: Plan, result: Result): void {
  if (plan.hasServerState && result.role === 'tool' && !result.call) return;
  removePart(plan, result);
  const isKept = plan.options.orphans === 'text' && !result.isSynthetic;
  if (isKept) {
    editOf(plan, noteIndex(plan, result)).notes.push(orphanNote(result.part));
  }
  addRepair(plan, result, {
    fault: 'orphan-result',
    action: isKept ? 'kept-as-text' : 'dropped',
  });
}

/**
 * Index of the message that the note of an orphan goes behind: never between a
 * call and its result, and never behind the last user message, where it would
 * end a turn that still runs.
 */
function noteIndex(plan: Plan, { messageIndex }: Result): number {
  const head = plan.heads.get(messageIndex) ?? messageIndex;
  const end = plan.runs.get(head)?.at(-1) ?? messageIndex;
  return Math.min(end, plan.noteAnchor);
}
