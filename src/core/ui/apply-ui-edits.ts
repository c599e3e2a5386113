import { isObject, isReasoning } from '../message-parts.js';
import { isUnsent } from './is-unsent.js';

/** New parts by the index of the part; undefined for a part that goes. */
type Edit = Map<number, unknown>;

export type UIEdits = Map<number, Edit>;

// Behind these the SDK writes another model message.
const ENDS: ReadonlySet<unknown> = new Set(['step-start', 'steering-message']);

/**
 * Writes the new list of messages. A message goes where nothing is left of it;
 * those that need no change stay the same objects.
 */
export function applyUIEdits(
  messages: readonly unknown[],
  edits: UIEdits,
): unknown[] {
  return messages.flatMap((message, index) => {
    const edit = edits.get(index);
    if (edit === undefined) return [message];
    const { parts } = message as { parts: unknown[] };
    dropLoneReasoning(parts, edit);
    const kept = parts.flatMap((part, partIndex) =>
      isRemoved(edit, partIndex) ? [] : [edit.get(partIndex) ?? part],
    );
    return kept.every(part => typeOf(part) === 'step-start')
      ? []
      : [{ ...(message as object), parts: kept }];
  });
}

function isRemoved(edit: Edit, partIndex: number): boolean {
  return edit.has(partIndex) && edit.get(partIndex) === undefined;
}

/**
 * Takes out the reasoning that led to a removed call and to nothing else:
 * OpenAI refuses a reasoning item without the item it led to ("… was provided
 * without its required following item").
 */
function dropLoneReasoning(parts: readonly unknown[], edit: Edit): void {
  let isLone = false;
  // Whether what stands behind is nothing that a reasoning leads to.
  let isEnd = true;
  for (let index = parts.length - 1; index >= 0; index--) {
    const part = parts[index];
    if (isRemoved(edit, index)) isLone = isEnd;
    else if (isLone && isReasoning(part)) edit.set(index, undefined);
    else {
      const type = typeOf(part);
      if (typeof type === 'string' && isUnsent(type)) continue;
      isLone = false;
      isEnd = type === undefined || ENDS.has(type) || isReasoning(part);
    }
  }
}

function typeOf(part: unknown): unknown {
  return isObject(part) ? part.type : undefined;
}
