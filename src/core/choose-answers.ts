import { orphanNote } from './orphan-note.js';
import {
  addNote,
  addRepair,
  insertBehind,
  type Plan,
  removePart,
} from './plan.js';
import { type Call, isBehind, type Result } from './scan-history.js';
import { serverAnswer } from './server-answer.js';

/**
 * Chooses the one result that stays for each call, and takes out the others
 * and the orphans. A provider's call keeps the result of the provider; a
 * result for it in a tool message moves beside it where it has none.
 */
export function chooseAnswers(plan: Plan): void {
  for (const call of plan.scan.calls) {
    call.answer = call.isServer ? serverAnswer(call) : clientAnswer(call);
  }
  for (const result of plan.scan.results) {
    const { call } = result;
    if (call === undefined || call.isRemoved) dropOrphan(plan, result);
    else if (call.answer !== result) {
      removePart(plan, result);
      addRepair(plan, result, { fault: 'duplicate-result', action: 'dropped' });
    } else if (
      call.isServer &&
      (result.role === 'tool' || !isBehind(result, call))
    ) {
      removePart(plan, result);
      insertBehind(plan, call, result.part);
      addRepair(plan, result, { fault: 'displaced-result', action: 'moved' });
    }
  }
}

/**
 * A real result beats a synthetic one and a success an error, else the first
 * stays, on which the model has acted. With an id that was used before, a later
 * success may be the late result of the older call, so there it does not count.
 */
function clientAnswer(call: Call): Result | undefined {
  const rank = (result: Result) =>
    result.isSynthetic ? 0 : result.isError && !call.isReused ? 1 : 2;
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
  const isKept = plan.options.orphans === 'text';
  if (isKept) {
    addNote(plan, noteIndex(plan, result), orphanNote(result.part));
  }
  addRepair(plan, result, {
    fault: 'orphan-result',
    action: isKept ? 'kept-as-text' : 'dropped',
  });
}

/**
 * Index of the message that the note of an orphan goes behind: never between a
 * call and its result or the response that is to run it, and never behind the
 * last user message, where it would end a turn that still runs.
 */
function noteIndex(plan: Plan, { messageIndex }: Result): number {
  const head = plan.heads.get(messageIndex) ?? messageIndex;
  if (plan.live?.heads.has(head)) return plan.noteAnchor;
  const end = plan.runs.get(head)?.at(-1) ?? messageIndex;
  return Math.min(end, plan.noteAnchor);
}
