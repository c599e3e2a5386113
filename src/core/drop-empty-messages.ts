import type { Part } from './message-parts.js';
import { addRepair, editOf, type Plan } from './plan.js';

/**
 * Takes out the messages without content that the SDK leaves behind: ai 5
 * writes `{ role: 'tool', content: [] }` for a call without a result.
 */
export function dropEmptyMessages(plan: Plan): void {
  const { messages, isScanned, start } = plan.scan;
  for (let index = start; index < messages.length; index++) {
    if (!isScanned[index]) continue;
    const { content } = messages[index] as Part;
    if (!Array.isArray(content) || content.length > 0) continue;
    if (plan.edits.get(index)?.isAbsorbed) continue;
    editOf(plan, index).isAbsorbed = true;
    addRepair(
      plan,
      { messageIndex: index, partIndex: 0, part: {} },
      { fault: 'empty-message', action: 'dropped' },
    );
  }
}
