/** A part of a message's content, as far as the core reads it. */
export interface Part {
  [key: string]: unknown;
}

/**
 * The most parts of a message that are compared with each other: larger ones
 * are left to the full scan, which is linear in their size.
 */
export const SMALL = 32;

/** Name of the package's own provider options. */
export const MARKER = 'toolCallResilience';

export function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object';
}

/** The parts of a message, empty where its content is a text or odd. */
export function partsOf(message: unknown): readonly unknown[] {
  return isObject(message) && Array.isArray(message.content)
    ? message.content
    : [];
}

export function roleOf(message: unknown): unknown {
  return isObject(message) ? message.role : undefined;
}

/** Whether a part of some kind stands in an assistant message. */
export function someAssistantPart(
  messages: readonly unknown[],
  isWanted: (part: unknown) => boolean,
): boolean {
  return messages.some(
    message =>
      roleOf(message) === 'assistant' && partsOf(message).some(isWanted),
  );
}

/** Whether a part is a call that the application runs. */
export function isClientCall(part: unknown): boolean {
  return isObject(part) && part.type === 'tool-call' && !part.providerExecuted;
}

/** Whether a part is a call that the provider runs itself. */
export function isServerCall(part: unknown): boolean {
  return isObject(part) && part.type === 'tool-call' && !!part.providerExecuted;
}

export function isBlank(text: unknown): boolean {
  return typeof text === 'string' && text.trim() === '';
}

/** Whether an id can pair a call with its result: a text that is not blank. */
export function isUsableId(id: unknown): id is string {
  if (typeof id !== 'string') return false;
  const first = id.charCodeAt(0);
  return (first > 32 && first < 127) || id.trim() !== '';
}

// An application has few tools, and each request asks for the name of each of
// its calls. Names of anyone's may come in, so that not all are kept.
const sendableNames = new Set<unknown>();
const MAX_SENDABLE_NAMES = 256;

/**
 * Whether every provider takes a tool name: OpenAI, Mistral and Bedrock answer
 * 400 to all that does not match this.
 */
export function isSendableName(name: unknown): name is string {
  if (sendableNames.has(name)) return true;
  if (typeof name !== 'string' || !/^[a-zA-Z0-9_-]{1,64}$/.test(name)) {
    return false;
  }
  if (sendableNames.size < MAX_SENDABLE_NAMES) sendableNames.add(name);
  return true;
}

/** Folds what providers refuse in ids and names, as clean-up functions do. */
export function fold(text: string): string {
  return text.replace(/[^a-zA-Z0-9_-]/g, '_');
}

/** Whether an input can be sent as it is: every provider wants an object. */
export function isSendableInput(input: unknown): boolean {
  return isObject(input) && !Array.isArray(input);
}

export function isSyntheticResult(part: Part): boolean {
  const options = part.providerOptions;
  const marker = isObject(options) ? options[MARKER] : undefined;
  return isObject(marker) && marker.synthetic === true;
}

export function isErrorResult(part: Part): boolean {
  const type = isObject(part.output) ? part.output.type : undefined;
  return (
    type === 'execution-denied' ||
    (typeof type === 'string' && type.startsWith('error-'))
  );
}

/** What stands for an error without a text. */
export const EMPTY_ERROR_TEXT = '[Tool call failed without an error message.]';

/** Whether a result is an error without a text, which Bedrock refuses. */
export function isEmptyError(part: Part): boolean {
  return (
    isErrorResult(part) && isObject(part.output) && part.output.value === ''
  );
}

export function isReasoning(part: unknown): boolean {
  return (
    isObject(part) &&
    (part.type === 'reasoning' || part.type === 'reasoning-file')
  );
}
