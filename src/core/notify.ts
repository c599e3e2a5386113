import type { ToolCallOptions } from '../tool-call-options.js';
import type { ToolCallReport } from '../tool-call-report.js';

/** Hands a report to `onRepair`, which cannot break the model call. */
export function notify(options: ToolCallOptions, report: ToolCallReport): void {
  try {
    // An async callback rejects later, and nobody else would catch that.
    Promise.resolve(options.onRepair?.(report)).catch(() => {});
  } catch {
    // What a callback throws is the caller's own affair.
  }
}
