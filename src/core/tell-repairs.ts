import type { ToolCallOptions } from '../tool-call-options.js';
import type { ToolCallRepair, ToolCallReport } from '../tool-call-report.js';
import { createReport } from './create-report.js';
import type { WarningMemory } from './create-warning-memory.js';
import { logWarning } from './log-warning.js';
import { notify } from './notify.js';

/** Reports what a function has repaired, and warns once about each repair. */
export function tellRepairs(
  repairs: readonly ToolCallRepair[],
  options: ToolCallOptions,
  operation: ToolCallReport['operation'],
  memory: WarningMemory,
  model?: unknown,
): void {
  if (options.onRepair === undefined && options.warn === false) return;
  const report = createReport(operation, repairs, model);
  notify(options, report);
  if (options.warn === false) return;
  const warning = memory.warningFor(repairs);
  memory.remember(repairs);
  if (warning) logWarning(warning, report);
}
