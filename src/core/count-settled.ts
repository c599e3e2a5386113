import {
  isObject,
  isSendableInput,
  isSendableName,
  isUsableId,
  type Part,
} from './message-parts.js';

// Larger messages are left to the full scan, which is linear in their size.
const SMALL = 32;

/**
 * Counts the messages from `index` on that are right as they stand: 2 for an
 * assistant message with its tool message, 1 for one that needs no other, 0
 * where the full scan has to look. Allocates nothing: this is all that runs on
 * nearly every request.
 */
export function countSettled(
  messages: readonly unknown[],
  index: number,
): 0 | 1 | 2 {
  const message = messages[index];
  if (!isObject(message)) return 1;
  const role = message.role;
  if (role === 'tool') return 0;
  if (role !== 'assistant') return 1;
  const content = message.content;
  if (!Array.isArray(content)) return 1;
  if (content.length === 0) return 0;

  let results: readonly unknown[] | undefined;
  let calls = 0;
  for (let i = 0; i < content.length; i++) {
    const part = content[i] as Part | null | undefined;
    const type = part?.type;
    if (type === 'tool-call' && !part?.providerExecuted) {
      results ??= resultsBehind(messages[index + 1]);
      if (results === undefined) return 0;
      if (!isAnswered(part as Part, results, calls)) return 0;
      calls++;
    } else if (type === 'tool-call' || type === 'tool-result') {
      if (!isServerPair(content, part)) return 0;
    } else if (type === 'tool-approval-request') return 0;
  }

  if (results === undefined) return 1;
  if (results.length !== calls) return 0;
  return calls > 1 && hasRepeatedId(content) ? 0 : 2;
}

function resultsBehind(next: unknown): readonly unknown[] | undefined {
  return isObject(next) && next.role === 'tool' && Array.isArray(next.content)
    ? next.content
    : undefined;
}

function isAnswered(
  call: Part,
  results: readonly unknown[],
  position: number,
): boolean {
  if (
    !isUsableId(call.toolCallId) ||
    !isSendableName(call.toolName) ||
    !isSendableInput(call.input)
  ) {
    return false;
  }
  if (isResultOf(results[position], call)) return true;
  // The order of the results is free, but most histories have the calls' own.
  if (results.length > SMALL) return false;
  for (let i = 0; i < results.length; i++) {
    if (isResultOf(results[i], call)) return true;
  }
  return false;
}

function isResultOf(result: unknown, call: Part): boolean {
  return (
    isObject(result) &&
    result.type === 'tool-result' &&
    result.toolCallId === call.toolCallId &&
    result.toolName === call.toolName &&
    !(isObject(result.output) && result.output.value === '')
  );
}

function hasRepeatedId(content: readonly unknown[]): boolean {
  if (content.length > SMALL) return true;
  for (let i = 1; i < content.length; i++) {
    const part = content[i] as Part | null | undefined;
    if (part?.type !== 'tool-call') continue;
    for (let j = 0; j < i; j++) {
      const other = content[j] as Part | null | undefined;
      if (other?.type === 'tool-call' && other.toolCallId === part.toolCallId) {
        return true;
      }
    }
  }
  return false;
}

/** Whether a provider-executed call and its result stand in one message. */
function isServerPair(content: readonly unknown[], part: unknown): boolean {
  if (content.length > SMALL) return false;
  const id = (part as Part).toolCallId;
  let calls = 0;
  let results = 0;
  for (const other of content as Part[]) {
    if (!isObject(other) || other.toolCallId !== id) continue;
    if (other.type === 'tool-call') {
      if (!other.providerExecuted || results > 0) return false;
      calls++;
    } else if (other.type === 'tool-result') results++;
  }
  return calls === 1 && results === 1;
}
