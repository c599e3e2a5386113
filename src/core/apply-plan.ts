import { type Part, partsOf } from './message-parts.js';
import type { Edit, Plan } from './plan.js';

/**
 * Builds the new history. Messages that need no change are the same objects.
 */
export function applyPlan({ scan, edits, order }: Plan): unknown[] {
  const { messages } = scan;
  const result: unknown[] = [...(edits.get(-1)?.notes ?? [])];
  for (let position = 0; position < messages.length; position++) {
    const index = order?.[position] ?? position;
    const edit = edits.get(index);
    if (edit === undefined) {
      result.push(messages[index]);
      continue;
    }
    if (!edit.isAbsorbed) {
      const message = editMessage(messages[index] as Part, edit);
      if (message) result.push(message);
    }
    if (edit.toolMessage && !isEmpty(edit.toolMessage)) {
      result.push(edit.toolMessage);
    }
    for (const note of edit.notes) result.push(note);
  }
  return result;
}

function editMessage(message: Part, edit: Edit): Part | undefined {
  const { removed, replaced, inserted } = edit;
  if (removed.size + replaced.size + inserted.size === 0) return message;
  const content = partsOf(message).flatMap((part, index) => [
    ...(removed.has(index) ? [] : [replaced.get(index) ?? part]),
    ...(inserted.get(index) ?? []),
  ]);
  return content.length === 0 ? undefined : { ...message, content };
}

function isEmpty(message: Part): boolean {
  return partsOf(message).length === 0;
}
