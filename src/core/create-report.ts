import type {
  ToolCallFaultKind,
  ToolCallRepair,
  ToolCallReport,
} from '../tool-call-report.js';
import { isObject } from './message-parts.js';

// The longest id in use has 450 characters; a name or id that a model made up
// may be of any length, and reports go to logs.
const LIMIT = 512;

/** Sums repairs up for `onRepair`, which may keep or change what it gets. */
export function createReport(
  operation: ToolCallReport['operation'],
  repairs: readonly ToolCallRepair[],
  model?: unknown,
): ToolCallReport {
  const counts: Partial<Record<ToolCallFaultKind, number>> = {};
  for (const { fault } of repairs) counts[fault] = (counts[fault] ?? 0) + 1;
  // A step may name its model by the id alone.
  const { provider, modelId } = isObject(model) ? model : { modelId: model };
  return {
    operation,
    ...(typeof provider === 'string' && { provider }),
    ...(typeof modelId === 'string' && { modelId }),
    counts,
    repairs: repairs.map(repair => ({
      ...repair,
      toolCallId: cut(repair.toolCallId),
      toolName: cut(repair.toolName),
    })),
  };
}

function cut(text: string): string {
  return text.length > LIMIT ? `${text.slice(0, LIMIT - 1)}…` : text;
}
