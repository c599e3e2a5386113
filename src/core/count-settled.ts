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
  if (message.role === 'tool') return 0;
  if (message.role !== 'assistant') return 1;
  const content = message.content;
  if (!Array.isArray(content)) return 1;
  if (content.length === 0) return 0;

  let results: readonly unknown[] | undefined;
  let calls = 0;
  for (const part of content as Array<Part | null | undefined>) {
    const type = part?.type;
    if (type === 'text' || type === 'reasoning') continue;
    if (type === 'tool-approval-request') return 0;
    if (
      type === 'tool-result' ||
      (type === 'tool-call' && part?.providerExecuted)
    ) {
      if (!isServerPair(content, part)) return 0;
    } else if (type === 'tool-call') {
      results ??= resultsBehind(messages, index);
      if (!isAnswered(part as Part, results, calls)) return 0;
      calls++;
    }
  }

  if (results === undefined) return 1;
  if (results.length !== calls) return 0;
  return calls > 1 && hasRepeatedId(content) ? 0 : 2;
}

function resultsBehind(
  messages: readonly unknown[],
  index: number,
): readonly unknown[] {
  const next = messages[index + 1];
  return isObject(next) && next.role === 'tool' && Array.isArray(next.content)
    ? next.content
    : [];
}

function isAnswered(
  call: Part,
  results: readonly unknown[],
  position: number,
): boolean {
  return (
    isUsableId(call.toolCallId) &&
    isSendableName(call.toolName) &&
    isSendableInput(call.input) &&
    // The order of the results is free, most histories have the calls' own.
    (isResultOf(results[position], call) ||
      (results.length <= SMALL &&
        results.some(result => isResultOf(result, call))))
  );
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
