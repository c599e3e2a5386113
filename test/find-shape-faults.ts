import {
  isObject,
  type Part,
  partsOf,
  roleOf,
} from '../src/core/message-parts.js';

/**
 * Checks the strict shape that every provider takes, with an algorithm of its
 * own: one tool message behind each assistant message with client calls, one
 * result per call in it, and results nowhere else. Returns what is wrong.
 *
 * @param liveIds - Calls that may stay open: they wait for the SDK or the user.
 */
export function findShapeFaults(
  messages: readonly unknown[],
  liveIds: ReadonlySet<unknown> = new Set(),
): string[] {
  const faults: string[] = [];
  const serverIds = new Set<unknown>();
  let open: Map<unknown, number> | undefined;

  const close = () => {
    for (const [id, count] of open ?? []) {
      if (count === 0 && !liveIds.has(id)) faults.push(`unanswered ${id}`);
      if (count > 1) faults.push(`answered ${count} times: ${id}`);
    }
    open = undefined;
  };

  for (const [index, message] of messages.entries()) {
    const role = roleOf(message);
    const parts = partsOf(message).filter(isObject) as Part[];
    if (role === 'assistant') {
      close();
      open = new Map();
      if (Array.isArray((message as Part).content) && parts.length === 0) {
        faults.push(`empty assistant message at ${index}`);
      }
      for (const part of parts) {
        if (part.type === 'tool-call' && part.providerExecuted) {
          serverIds.add(part.toolCallId);
        } else if (part.type === 'tool-call') {
          if (typeof part.toolCallId !== 'string' || !part.toolCallId.trim()) {
            faults.push('a call without an id');
          }
          if (open.has(part.toolCallId))
            faults.push(`twice ${part.toolCallId}`);
          if (!/^[\w-]{1,64}$/.test(String(part.toolName))) {
            faults.push(`name ${part.toolName}`);
          }
          if (!isObject(part.input) || Array.isArray(part.input)) {
            faults.push(`input of ${part.toolCallId}`);
          }
          open.set(part.toolCallId, 0);
        } else if (part.type === 'tool-result') {
          if (!serverIds.has(part.toolCallId)) {
            faults.push(`stray result ${part.toolCallId}`);
          }
        }
      }
    } else if (role === 'tool') {
      const results = parts.filter(part => part.type === 'tool-result');
      if (parts.length === 0) faults.push(`empty tool message at ${index}`);
      for (const { toolCallId } of results) {
        const count = open?.get(toolCallId);
        if (count === undefined) faults.push(`orphan ${toolCallId}`);
        else open?.set(toolCallId, count + 1);
      }
      // Approval responses may stand in a message of their own.
      if (results.length > 0) {
        close();
        open = undefined;
      }
    } else close();
  }
  close();
  return faults;
}
