import { assertMessages } from './core/assert-messages.js';
import { reconcile } from './core/reconcile.js';
import type { ToolCallOptions } from './tool-call-options.js';
import type { ToolCallFault } from './tool-call-report.js';

/**
 * Finds what is wrong with the tool calls of a list of model messages, and
 * changes nothing.
 *
 * @param messages - Model messages or a provider prompt; never mutated.
 * @param options - `scanLast` limits how much is looked at; see
 * `danglingToolCallMiddleware`.
 * @returns The faults in the order of the history; empty where it is clean.
 * @throws TypeError where `messages` is no list.
 *
 * @example
 * ```ts
 * import { findToolCallFaults } from 'ai-tool-call-resilience';
 *
 * const faults = findToolCallFaults([
 *   {
 *     role: 'assistant',
 *     content: [
 *       { type: 'tool-call', toolCallId: 'call_1', toolName: 'ls', input: {} },
 *     ],
 *   },
 * ]);
 * // [{ fault: 'missing-result', reason: 'interrupted', … }]
 * ```
 */
export function findToolCallFaults(
  messages: ReadonlyArray<{ role: string; content: unknown }>,
  options: Pick<ToolCallOptions, 'scanLast'> = {},
): ToolCallFault[] {
  assertMessages(messages);
  const reconciled = reconcile(messages, options, {
    areApprovalsSettled: false,
    hasServerState: false,
  });
  return reconciled?.repairs.map(({ action, ...fault }) => fault) ?? [];
}
