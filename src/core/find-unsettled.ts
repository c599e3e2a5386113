import { findResult } from './find-result.js';
import { isResultOf } from './is-result-of.js';
import { keyOfId } from './key-of-id.js';
import {
  isObject,
  isSendableInput,
  isSendableName,
  isUsableId,
  type Part,
  SMALL,
} from './message-parts.js';

/**
 * The ids of settled messages, in turns: the key of an id, and the index of the
 * message that it stands in.
 */
export type SettledIds = number[];

/**
 * Finds the first message from `start` on that is not right as it stands, and
 * which the full scan has to look at. Returns the length of the list where
 * there is none. Allocates nothing: this is all that runs on nearly every
 * request, so that it is one loop, and reads each value once.
 */
export function findUnsettled(
  messages: readonly unknown[],
  start: number,
  settled?: SettledIds,
): number {
  for (let index = start; index < messages.length; index++) {
    const message = messages[index];
    if (!isObject(message)) continue;
    const role = message.role;
    if (role === 'tool') return index;
    if (role !== 'assistant') continue;
    const content = message.content;
    if (!Array.isArray(content)) continue;
    if (content.length === 0) return index;

    let results: readonly unknown[] | undefined;
    let calls = 0;
    let endings = 0;
    let mayRepeatId = false;
    for (let i = 0; i < content.length; i++) {
      const part = content[i] as Part | null | undefined;
      const type = part?.type;
      if (type === 'text' || type === 'reasoning') continue;
      if (type === 'tool-call' && !(part as Part).providerExecuted) {
        results ??= resultsBehind(messages[index + 1]);
        if (results === undefined) return index;
        const { toolCallId, toolName, input } = part as Part;
        if (typeof toolCallId !== 'string') return index;
        if (!isSendableName(toolName) || !isSendableInput(input)) return index;
        const last = toolCallId.charCodeAt(toolCallId.length - 1);
        const isPlain = last > 32 && last < 127;
        if (!isPlain && !isUsableId(toolCallId)) return index;
        mayRepeatId ||= (endings & (1 << last)) !== 0;
        endings |= 1 << last;
        const result = results[calls++];
        if (
          !isResultOf(result, toolCallId, toolName) &&
          findResult(results, toolCallId, toolName) === undefined
        ) {
          return index;
        }
      } else if (type === 'tool-call' || type === 'tool-result') {
        if (!isServerPair(content, part)) return index;
      } else if (type === 'tool-approval-request') return index;
    }

    if (results && results.length !== calls) return index;
    if (mayRepeatId && hasRepeatedId(content)) return index;
    if (settled) addIds(settled, content, index);
    if (results) index++;
  }
  return messages.length;
}

function addIds(
  settled: SettledIds,
  content: readonly unknown[],
  messageIndex: number,
): void {
  for (let i = 0; i < content.length; i++) {
    const id = (content[i] as Part | null | undefined)?.toolCallId;
    if (id !== undefined) settled.push(keyOfId(id), messageIndex);
  }
}

function resultsBehind(next: unknown): readonly unknown[] | undefined {
  return isObject(next) && next.role === 'tool' && Array.isArray(next.content)
    ? next.content
    : undefined;
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
