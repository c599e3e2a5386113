import { assertMessages } from './core/assert-messages.js';
import { functionWarningMemory } from './core/function-warning-memory.js';
import { reconcileMessages } from './core/reconcile-messages.js';
import type { ToolCallOptions } from './tool-call-options.js';

/**
 * Pairs every tool call of a list of model messages with exactly one result.
 *
 * Use it where a middleware does not run in time: ai 6.0.43 and later refuse a
 * history with a dangling tool call before they call any middleware. A call
 * that waits for the SDK to run it, since the user has just approved it, stays
 * open.
 *
 * @param messages - Model messages or a provider prompt; never mutated.
 * @param options - See `danglingToolCallMiddleware`.
 * @returns The same list where nothing is wrong with it, else a new one, in
 * which messages that need no change are the same objects.
 * @throws TypeError where `messages` is no list.
 *
 * @example
 * ```ts
 * import { generateText, type ModelMessage } from 'ai';
 * import { openai } from '@ai-sdk/openai';
 * import { reconcileToolCalls } from 'ai-tool-call-resilience';
 *
 * const stored: ModelMessage[] = [
 *   { role: 'user', content: 'What is the weather in Oslo?' },
 *   {
 *     role: 'assistant',
 *     content: [
 *       {
 *         type: 'tool-call',
 *         toolCallId: 'call_1',
 *         toolName: 'weather',
 *         input: { city: 'Oslo' },
 *       },
 *     ],
 *   },
 *   { role: 'user', content: 'Are you there?' },
 * ];
 *
 * const { text } = await generateText({
 *   model: openai('gpt-5'),
 *   messages: reconcileToolCalls(stored),
 * });
 * ```
 */
export function reconcileToolCalls<
  MESSAGE extends { role: string; content: unknown },
>(messages: readonly MESSAGE[], options: ToolCallOptions = {}): MESSAGE[] {
  assertMessages(messages);
  return reconcileMessages(
    messages,
    options,
    'messages',
    functionWarningMemory,
  );
}
