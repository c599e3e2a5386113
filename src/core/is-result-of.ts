import { isObject } from './message-parts.js';

/** Whether a part is a result, with something to say, of a call. */
export function isResultOf(part: unknown, id: string, name: string): boolean {
  return (
    isObject(part) &&
    part.type === 'tool-result' &&
    part.toolCallId === id &&
    part.toolName === name &&
    !(isObject(part.output) && part.output.value === '')
  );
}
