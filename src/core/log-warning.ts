import type { ToolCallReport } from '../tool-call-report.js';
import { callSafely } from './call-safely.js';
import type { CallWarning } from './create-warning-memory.js';

interface LogTarget {
  AI_SDK_LOG_WARNINGS?: unknown;
  console?: { warn(message: string): void };
}

/**
 * Logs a warning as the SDK would: `AI_SDK_LOG_WARNINGS` silences it with
 * `false`, or takes it as a function. What a logger throws is ignored.
 */
export function logWarning(warning: CallWarning, report: ToolCallReport): void {
  const target = globalThis as LogTarget;
  const { provider, modelId } = report;
  callSafely(() => {
    const logger = target.AI_SDK_LOG_WARNINGS;
    if (logger === false) return;
    if (typeof logger !== 'function') {
      return target.console?.warn(`AI SDK Warning: ${warning.message}`);
    }
    // The function takes a list of warnings in ai 5, and an object with one in
    // ai 6 and 7; this is both.
    return logger(
      Object.assign([warning], {
        warnings: [warning],
        provider,
        model: modelId,
      }),
    );
  });
}
