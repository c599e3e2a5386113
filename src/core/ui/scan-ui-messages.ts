import { isObject, roleOf } from '../message-parts.js';
import { isUnsent } from './is-unsent.js';
import type { UICall } from './ui-call.js';

/** The tool calls of a chat, and where it ends. */
export interface UIScan {
  calls: UICall[];
  /** Number of the turn that the chat ends in. */
  turn: number;
  /** Blocks that hold more than tool calls; the last one ends the chat. */
  lastBlock: number;
}

const TOOL = 'tool-';
const DYNAMIC_TOOL = 'dynamic-tool';

/**
 * Finds the tool parts of a chat. The SDK writes one assistant message and one
 * tool message per block: a step of an assistant message.
 *
 * @param messages - UI messages; never mutated.
 * @param start - Index of the first message to look at.
 * @param end - Index behind the last message whose calls are looked at.
 */
export function scanUIMessages(
  messages: readonly unknown[],
  start: number,
  end: number,
): UIScan {
  const scan: UIScan = { calls: [], turn: 0, lastBlock: 0 };
  let block = 0;
  for (let index = start; index < messages.length; index++) {
    block++;
    const message = messages[index];
    try {
      if (roleOf(message) !== 'assistant') {
        if (roleOf(message) === 'user') scan.turn++;
        scan.lastBlock = block;
        continue;
      }
      const { parts } = message as { parts: unknown };
      if (!Array.isArray(parts)) continue;
      // Nothing of a message that cannot be read is changed.
      const calls: UICall[] = [];
      for (const [partIndex, original] of parts.entries()) {
        if (!isObject(original)) continue;
        const { type } = original;
        if (typeof type !== 'string') continue;
        if (type === 'step-start') block++;
        else if (type === 'steering-message') {
          // ai 7: what the user wrote while the message was streaming.
          scan.turn++;
          block += 2;
          scan.lastBlock = block - 1;
        } else if (type === DYNAMIC_TOOL || type.startsWith(TOOL)) {
          const part = { ...original };
          const name =
            type === DYNAMIC_TOOL ? part.toolName : type.slice(TOOL.length);
          calls.push({
            messageIndex: index,
            partIndex,
            original,
            part,
            name: typeof name === 'string' ? name : '',
            isServer: Boolean(part.providerExecuted),
            turn: scan.turn,
            block,
            isRemoved: false,
          });
        } else if (!isUnsent(type)) {
          scan.lastBlock = block;
        }
      }
      if (index < end) scan.calls.push(...calls);
      else if (calls.length > 0) scan.lastBlock = block;
    } catch {
      scan.lastBlock = block;
    }
  }
  return scan;
}
