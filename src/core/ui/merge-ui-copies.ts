import { canonicalText } from '../canonical-text.js';
import { isUsableId } from '../message-parts.js';
import { PROGRESS, progressOf, type UICall } from './ui-call.js';
import { uiInput } from './ui-input.js';

/**
 * Makes one of the records of a call that was stored twice, in one message or
 * in a later one of the same turn: it keeps its first place, with the record
 * that has come farthest. Two finished records in two steps are two calls,
 * whose ids a provider counts anew in each step.
 *
 * @param isPlaceholder - Whether a call was answered by this package, so that
 * a late real output takes its place.
 * @returns The calls that went.
 */
export function mergeUICopies(
  calls: readonly UICall[],
  isPlaceholder: (call: UICall) => boolean,
): UICall[] {
  const copies: UICall[] = [];
  const ids = new Set<unknown>();
  const repeated = new Set<unknown>();
  for (const { part } of calls) {
    if (ids.has(part.toolCallId)) repeated.add(part.toolCallId);
    ids.add(part.toolCallId);
  }
  const bySignature = new Map<string, UICall>();
  const byName = new Map<string, UICall>();
  const rank = (call: UICall) => {
    const progress = progressOf(call);
    return progress === PROGRESS.failed && !call.isServer && isPlaceholder(call)
      ? PROGRESS.closed
      : progress;
  };

  for (const call of calls) {
    const { toolCallId } = call.part;
    if (!repeated.has(toolCallId) || !isUsableId(toolCallId)) continue;
    const key = JSON.stringify([
      toolCallId,
      call.name,
      call.isServer,
      call.turn,
    ]);
    const signature = key + canonicalText(uiInput(call.part).input);
    const latest = byName.get(key);
    const progress = rank(call);
    const first = bySignature.get(signature) ?? latest;
    const known = first ? rank(first) : PROGRESS.done;
    // Two finished records with other inputs are two calls in any case.
    const isFinished = known >= PROGRESS.failed && progress >= PROGRESS.failed;
    const isSameBlock = first?.block === call.block;
    const isSameInput = bySignature.has(signature);

    if (
      first &&
      (isSameInput
        ? isSameBlock || !isFinished
        : (isSameBlock && !isFinished) ||
          Math.min(known, progress) === PROGRESS.streaming)
    ) {
      if (progress > known) {
        first.original = call.original;
        first.part = call.part;
        bySignature.set(signature, first);
      }
      call.isRemoved = true;
      copies.push(call);
    } else {
      byName.set(key, call);
      bySignature.set(signature, call);
    }
  }
  return copies;
}
