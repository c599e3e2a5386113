import type { ToolCallOptions } from '../tool-call-options.js';
import type { ToolCallReport } from '../tool-call-report.js';
import type { WarningMemory } from './create-warning-memory.js';
import { reconcileForProvider } from './reconcile-for-provider.js';
import { tellRepairs } from './tell-repairs.js';

const BEFORE_CALL = { areApprovalsSettled: false, hasServerState: false };
const IN_STEP = { areApprovalsSettled: true, hasServerState: false };

/** Reconciles model messages and tells about it; shared by the functions. */
export function reconcileMessages<MESSAGE>(
  messages: readonly MESSAGE[],
  options: ToolCallOptions,
  operation: ToolCallReport['operation'],
  memory: WarningMemory,
  model?: unknown,
): MESSAGE[] {
  const reconciled = reconcileForProvider(
    messages,
    options,
    operation === 'step' ? IN_STEP : BEFORE_CALL,
    model,
  );
  if (reconciled === undefined) return messages as MESSAGE[];
  tellRepairs(reconciled.repairs, options, operation, memory, model);
  return reconciled.messages as MESSAGE[];
}
