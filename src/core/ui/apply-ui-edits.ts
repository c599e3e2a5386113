import { isObject } from '../message-parts.js';

/** New parts by the index of the part; undefined for a part that goes. */
export type UIEdits = Map<number, Map<number, unknown>>;

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
    const isRemoved = (partIndex: number) =>
      edit.has(partIndex) && edit.get(partIndex) === undefined;

    for (const partIndex of [...edit.keys()]) {
      if (isRemoved(partIndex)) dropLoneReasoning(parts, partIndex, edit);
    }
    const kept = parts.flatMap((part, partIndex) =>
      isRemoved(partIndex) ? [] : [edit.get(partIndex) ?? part],
    );
    const isEmptied =
      kept.length < parts.length &&
      kept.every(part => typeOf(part) === 'step-start');
    return isEmptied ? [] : [{ ...(message as object), parts: kept }];
  });
}

/**
 * Takes out the reasoning that led to a removed call and to nothing else:
 * OpenAI refuses a reasoning item without the item it led to ("… was provided
 * without its required following item").
 */
function dropLoneReasoning(
  parts: readonly unknown[],
  partIndex: number,
  edit: Map<number, unknown>,
): void {
  let next = partIndex + 1;
  while (edit.has(next) && edit.get(next) === undefined) next++;
  const type = typeOf(parts[next]);
  if (next < parts.length && type !== 'step-start' && !isReasoning(type)) {
    return;
  }
  for (
    let before = partIndex - 1;
    isReasoning(typeOf(parts[before]));
    before--
  ) {
    edit.set(before, undefined);
  }
}

function typeOf(part: unknown): unknown {
  return isObject(part) ? part.type : undefined;
}

function isReasoning(type: unknown): boolean {
  return type === 'reasoning' || type === 'reasoning-file';
}
