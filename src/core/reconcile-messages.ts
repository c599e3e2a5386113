import type { ToolCallOptions } from '../tool-call-options.js';
import type { ToolCallReport } from '../tool-call-report.js';
import { createReport } from './create-report.js';
import type { WarningMemory } from './create-warning-memory.js';
import { logWarning } from './log-warning.js';
import { notify } from './notify.js';
import { reconcileForProvider } from './reconcile-for-provider.js';

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
    {
      options,
      areApprovalsSettled: operation === 'step',
      hasServerState: false,
    },
    model,
  );
  const isHeard = options.onRepair !== undefined || options.warn !== false;
  if (reconciled.messages !== messages && isHeard) {
    const report = createReport(operation, reconciled.repairs, model);
    notify(options, report);
    if (options.warn !== false) {
      const warning = memory.warningFor(reconciled.repairs);
      memory.remember(reconciled.repairs);
      if (warning) logWarning(warning, report);
    }
  }
  return reconciled.messages as MESSAGE[];
}
