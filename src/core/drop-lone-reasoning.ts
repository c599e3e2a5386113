import { isReasoning, partsOf } from './message-parts.js';
import { isRemoved, type Plan, removePart } from './plan.js';
import type { Place } from './scan-history.js';

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
    const placeOf = (partIndex: number): Place => ({
      messageIndex,
      partIndex,
      part: {},
    });

    let next = call.partIndex + 1;
    while (isRemoved(plan, placeOf(next))) next++;
    if (next < parts.length && !isReasoning(parts[next])) continue;
    for (
      let partIndex = call.partIndex - 1;
      isReasoning(parts[partIndex]);
      partIndex--
    ) {
      removePart(plan, placeOf(partIndex));
    }
  }
}
