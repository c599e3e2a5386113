import { canonicalText } from './canonical-text.js';
import { hashId } from './hash-id.js';
import {
  fold,
  isSendableInput,
  isSendableName,
  isUsableId,
} from './message-parts.js';
import { addRepair, editOf, type Plan, removePart } from './plan.js';
import type { Call } from './scan-history.js';
import { sendableInput } from './sendable-input.js';
import { unansweredReason } from './unanswered-reason.js';

/**
 * Makes each client call one that every provider takes (recorded once, with an
 * id that its message has once, a name and an input), and decides what becomes
 * of those without a result.
 */
export function planClientCalls(plan: Plan): void {
  let messageIndex = -1;
  let ids = new Set<string>();
  for (const call of plan.scan.calls) {
    if (call.isServer) continue;
    if (call.messageIndex !== messageIndex) {
      messageIndex = call.messageIndex;
      ids = new Set();
    }
    if (call.copyOf) {
      removeCall(plan, call);
      addRepair(plan, call, { fault: 'duplicate-call', action: 'removed' });
      continue;
    }
    decideUnanswered(plan, call);
    if (call.isRemoved) continue;
    makeSendable(plan, call, ids);
  }
}

function decideUnanswered(plan: Plan, call: Call): void {
  if (call.answer || call.isLive) return;
  const isAnswered = plan.options.unanswered !== 'remove';
  if (!isAnswered) removeCall(plan, call);
  addRepair(plan, call, {
    fault: 'missing-result',
    action: isAnswered ? 'answered' : 'removed',
    reason: unansweredReason(call).reason,
  });
}

function removeCall(plan: Plan, call: Call): void {
  call.isRemoved = true;
  removePart(plan, call);
}

function makeSendable(plan: Plan, call: Call, ids: Set<string>): void {
  const { toolCallId, toolName, input } = call.part;

  if (!isSendableInput(input)) {
    call.input = sendableInput(input).input;
    addRepair(plan, call, { fault: 'invalid-input', action: 'replaced' });
  }
  if (!isSendableName(toolName)) {
    const name = toolName || call.answer?.part.toolName;
    call.name =
      typeof name === 'string' && name !== ''
        ? fold(name).slice(0, 64)
        : 'unknown';
    addRepair(plan, call, { fault: 'invalid-name', action: 'renamed' });
  }
  if (!isUsableId(toolCallId)) {
    const text = canonicalText([call.name, call.input]) ?? call.name;
    call.id = unused(ids, n => `call_${hashId(n === 1 ? text : text + n)}`);
    addRepair(plan, call, { fault: 'malformed-id', action: 'renamed' });
  } else if (call.namesakeOf) {
    call.id = unused(ids, n => (n === 1 ? toolCallId : `${toolCallId}_${n}`));
    addRepair(plan, call, { fault: 'reused-id', action: 'renamed' });
  }
  ids.add(call.id);

  if (
    call.id !== toolCallId ||
    call.name !== toolName ||
    call.input !== input
  ) {
    editOf(plan, call.messageIndex).replaced.set(call.partIndex, {
      ...call.part,
      toolCallId: call.id,
      toolName: call.name,
      input: call.input,
    });
  }
}

/** The first of a series of ids that a message does not have yet. */
function unused(ids: ReadonlySet<string>, idAt: (n: number) => string): string {
  let n = 1;
  while (ids.has(idAt(n))) n++;
  return idAt(n);
}
