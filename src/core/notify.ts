import type { ToolCallOptions } from '../tool-call-options.js';
import type { ToolCallReport } from '../tool-call-report.js';
import { callSafely } from './call-safely.js';

/** Hands a report to `onRepair`, which cannot break the model call. */
export function notify(options: ToolCallOptions, report: ToolCallReport): void {
  callSafely(() => options.onRepair?.(report));
}
