import type {
  ToolCallFaultKind,
  ToolCallRepair,
  ToolCallReport,
} from '../tool-call-report.js';
import { isObject } from './message-parts.js';

/** Sums repairs up for `onRepair`. */
export function createReport(
  operation: ToolCallReport['operation'],
  repairs: readonly ToolCallRepair[],
  model?: unknown,
): ToolCallReport {
  const counts: Partial<Record<ToolCallFaultKind, number>> = {};
  for (const { fault } of repairs) counts[fault] = (counts[fault] ?? 0) + 1;
  const { provider, modelId } = isObject(model) ? model : {};
  return {
    operation,
    ...(typeof provider === 'string' && { provider }),
    ...(typeof modelId === 'string' && { modelId }),
    counts,
    repairs: [...repairs],
  };
}
