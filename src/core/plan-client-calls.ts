import { canonicalText } from './canonical-text.js';
import { groupBy } from './group-by.js';
import { hashId } from './hash-id.js';
import {
  fold,
  isSendableInput,
  isSendableName,
  isUsableId,
} from './message-parts.js';
import { addRepair, type Plan, removePart, replacePart } from './plan.js';
import type { Call } from './scan-history.js';
import { sendableInput } from './sendable-input.js';
import { unansweredReason } from './unanswered-reason.js';

/**
 * Makes each client call one that every provider takes (recorded once, with an
 * id that its message has once, a name and an input), and decides what becomes
 * of those without a result.
 */
export function planClientCalls(plan: Plan): void {
  const calls = plan.scan.calls.filter(call => !call.isServer);
  for (const group of groupBy(calls, call => call.messageIndex).values()) {
    const ids = createIds(group);
    for (const call of group) {
      if (call.copyOf) {
        removeCall(plan, call);
        addRepair(plan, call, { fault: 'duplicate-call', action: 'removed' });
      } else {
        decideUnanswered(plan, call);
        if (!call.isRemoved) makeSendable(plan, call, ids);
      }
    }
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

function makeSendable(plan: Plan, call: Call, ids: Ids): void {
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
    call.id = ids.derive(
      text,
      n => `call_${hashId(n === 1 ? text : text + n)}`,
    );
    addRepair(plan, call, { fault: 'malformed-id', action: 'renamed' });
  } else if (call.namesakeOf) {
    call.id = ids.derive(toolCallId, n =>
      n === 1 ? toolCallId : `${toolCallId}_${n}`,
    );
    addRepair(plan, call, { fault: 'reused-id', action: 'renamed' });
  }

  if (
    call.id !== toolCallId ||
    call.name !== toolName ||
    call.input !== input
  ) {
    replacePart(plan, call, {
      ...call.part,
      toolCallId: call.id,
      toolName: call.name,
      input: call.input,
    });
  }
}

/** The ids of one message. */
interface Ids {
  /** Adds the first id of a series that the message does not have yet. */
  derive(key: string, idAt: (n: number) => string): string;
}

function createIds(calls: readonly Call[]): Ids {
  let used: Set<unknown> | undefined;
  let counts: Map<string, number> | undefined;
  return {
    derive(key, idAt) {
      used ??= new Set(calls.map(call => call.part.toolCallId));
      counts ??= new Map();
      let n = counts.get(key) ?? 1;
      while (used.has(idAt(n))) n++;
      counts.set(key, n + 1);
      used.add(idAt(n));
      return idAt(n);
    },
  };
}
