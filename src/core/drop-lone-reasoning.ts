import { isReasoning, partsOf } from './message-parts.js';
import { type Plan, removePart } from './plan.js';

/**
 * Takes out the reasoning that led to a removed call and to nothing else:
 * OpenAI refuses a reasoning item without the item it led to ("… was provided
 * without its required following item").
 */
export function dropLoneReasoning(plan: Plan): void {
  for (const call of plan.scan.calls) {
    const { messageIndex } = call;
    const parts = partsOf(plan.scan.messages[messageIndex]);
    if (!call.isRemoved || !isReasoning(parts[call.partIndex - 1])) continue;
    const removed = plan.edits.get(messageIndex)?.removed;

    let next = call.partIndex + 1;
    while (removed?.has(next)) next++;
    if (next < parts.length && !isReasoning(parts[next])) continue;
    for (
      let partIndex = call.partIndex - 1;
      isReasoning(parts[partIndex]);
      partIndex--
    ) {
      removePart(plan, { messageIndex, partIndex, part: {} });
    }
  }
}
