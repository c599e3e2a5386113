import { isSendableInput } from './message-parts.js';

/**
 * Turns an input that is no object into one: the object that a JSON text
 * holds, `{}` for what stands for "no input", and for all else
 * `{ rawInvalidInput }`, the name that the SDK's own adapters use. Text that is
 * cut off stays cut off: a guess at its end could change what was asked for.
 */
export function sendableInput(input: unknown): {
  input: unknown;
  isUnreadable: boolean;
} {
  const parsed = typeof input === 'string' ? parse(input) : input;
  if (isSendableInput(parsed)) return { input: parsed, isUnreadable: false };
  return parsed === undefined || parsed === null || isEmptyArray(parsed)
    ? { input: {}, isUnreadable: false }
    : { input: { rawInvalidInput: input }, isUnreadable: true };
}

function parse(text: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function isEmptyArray(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
