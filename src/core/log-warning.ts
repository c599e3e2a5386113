import type { ToolCallReport } from '../tool-call-report.js';
import type { CallWarning } from './create-warning-memory.js';

interface LogTarget {
  AI_SDK_LOG_WARNINGS?: unknown;
  console?: { warn(message: string): void };
}

/**
 * Logs a warning as the SDK would: `AI_SDK_LOG_WARNINGS` silences it with
 * `false`, or takes it as a function.
 */
export function logWarning(warning: CallWarning, report: ToolCallReport): void {
  const target = globalThis as LogTarget;
  const logger = target.AI_SDK_LOG_WARNINGS;
  if (logger === false) return;
  if (typeof logger !== 'function') {
    target.console?.warn(`AI SDK Warning: ${warning.message}`);
    return;
  }
  const { provider, modelId } = report;
  try {
    // The function takes a list of warnings in ai 5, and an object with one in
    // ai 6 and 7; this is both.
    logger(
      Object.assign([warning], {
        warnings: [warning],
        provider,
        model: modelId,
      }),
    );
  } catch {
    // What a logger throws must not break the model call.
  }
}
