import { type Part, partsOf } from './message-parts.js';
import type { Edit, Plan } from './plan.js';

/**
 * Builds the new history. Messages that need no change are the same objects.
 */
export function applyPlan({ scan, edits, order }: Plan): unknown[] {
  const { messages, isScanned } = scan;
  // Few messages of a long history have an edit, and a mark is looked up
  // faster than a map's entry; a list that never grows is never copied.
  let added = 0;
  for (const [index, { toolMessage, notes }] of edits) {
    isScanned[index] = 1;
    added += (notes?.length ?? 0) + (toolMessage ? 1 : 0);
  }
  const result = new Array<unknown>(messages.length + added);
  let length = 0;

  for (const note of edits.get(-1)?.notes ?? []) result[length++] = note;
  for (let position = 0; position < messages.length; position++) {
    const index = order?.[position] ?? position;
    const edit = isScanned[index] ? edits.get(index) : undefined;
    if (edit === undefined) {
      result[length++] = messages[index];
      continue;
    }
    if (!edit.isAbsorbed) {
      const message = editMessage(messages[index] as Part, edit);
      if (message) result[length++] = message;
    }
    if (edit.toolMessage) result[length++] = edit.toolMessage;
    if (edit.notes) for (const note of edit.notes) result[length++] = note;
  }
  result.length = length;
  return result;
}

function editMessage(message: Part, edit: Edit): Part | undefined {
  const { removed, replaced, inserted } = edit;
  if (!removed && !replaced && !inserted) return message;
  const content = partsOf(message).flatMap((part, index) => [
    ...(removed?.has(index) ? [] : [replaced?.get(index) ?? part]),
    ...(inserted?.get(index) ?? []),
  ]);
  return content.length === 0 ? undefined : { ...message, content };
}
