import { assertMessages } from './core/assert-messages.js';
import { functionWarningMemory } from './core/function-warning-memory.js';
import { tellRepairs } from './core/tell-repairs.js';
import { reconcileUIMessages } from './core/ui/reconcile-ui-messages.js';
import type { ToolCallOptions } from './tool-call-options.js';

/** Options of `reconcileUIToolCalls`; all may be left out. */
export interface UIToolCallOptions extends ToolCallOptions {
  /**
   * Leave the last message alone where it is an assistant message: for saving
   * a chat while it runs, or while a client-side tool waits for the user.
   * Default: its calls are looked at like all others.
   */
  frontier?: 'keep' | undefined;
}

/**
 * Gives every tool part of a list of UI messages an outcome where none can
 * come any more, so that no spinner turns for ever and the next message of the
 * chat does not fail. It runs in the browser and on the server.
 *
 * What was streaming, running, or has yielded a preliminary output only becomes
 * an `output-error`; an approval that the user passed over becomes an
 * `output-denied`. A call that was recorded twice is kept once. An approval at
 * the end of the chat stays open: it waits for the user, or for the SDK to run
 * the tool.
 *
 * @param uiMessages - UI messages of any SDK major; never mutated.
 * @param options - See `danglingToolCallMiddleware`, and `frontier`.
 * @returns The same list where nothing is wrong with it, else a new one, in
 * which messages and parts that need no change are the same objects.
 * @throws TypeError where `uiMessages` is no list.
 *
 * @example
 * ```ts
 * import { convertToModelMessages, type UIMessage } from 'ai';
 * import { reconcileUIToolCalls } from 'ai-tool-call-resilience';
 *
 * const stored: UIMessage[] = [
 *   {
 *     id: '1',
 *     role: 'assistant',
 *     parts: [
 *       {
 *         type: 'tool-weather',
 *         toolCallId: 'call_1',
 *         state: 'input-available',
 *         input: { city: 'Oslo' },
 *       },
 *     ],
 *   },
 *   { id: '2', role: 'user', parts: [{ type: 'text', text: 'Hello?' }] },
 * ];
 *
 * const messages = await convertToModelMessages(reconcileUIToolCalls(stored));
 * ```
 */
export function reconcileUIToolCalls<
  MESSAGE extends { role: string; parts: ReadonlyArray<{ type: string }> },
>(uiMessages: readonly MESSAGE[], options: UIToolCallOptions = {}): MESSAGE[] {
  assertMessages(uiMessages);
  const { messages, repairs } = reconcileUIMessages(uiMessages, options);
  if (messages !== uiMessages) {
    tellRepairs(repairs, options, 'ui', functionWarningMemory);
  }
  return messages as MESSAGE[];
}
