import type { ToolCallFaultKind, ToolCallRepair } from '../tool-call-report.js';
import { hashId } from './hash-id.js';

/** A warning in the form that all SDK majors know. */
export interface CallWarning {
  type: 'other';
  message: string;
}

/** Remembers which faults were warned about. */
export interface WarningMemory {
  /** The warning for those repairs that are new, if any is. */
  warningFor(repairs: readonly ToolCallRepair[]): CallWarning | undefined;
  /** Marks repairs as warned about. */
  remember(repairs: readonly ToolCallRepair[]): void;
}

const LIMIT = 1000;

/**
 * Creates a memory of the last faults that were warned about, so that each
 * call and fault is warned about once and not on every step and retry.
 */
export function createWarningMemory(): WarningMemory {
  const known = new Set<string>();
  // Hashed, since a name or id that a model made up may be of any length. What
  // has no id is told from that of other histories by its place.
  const keyOf = (repair: ToolCallRepair) =>
    hashId(
      JSON.stringify([
        repair.fault,
        repair.toolName,
        repair.toolCallId || repair.messageIndex,
      ]),
    );
  return {
    warningFor(repairs) {
      const fresh = repairs.filter(repair => !known.has(keyOf(repair)));
      return fresh.length === 0 ? undefined : createWarning(fresh);
    },
    remember(repairs) {
      for (const repair of repairs) {
        const key = keyOf(repair);
        // The oldest goes first, so a history that is in use stays known.
        known.delete(key);
        known.add(key);
        if (known.size > LIMIT) {
          known.delete(known.keys().next().value as string);
        }
      }
    },
  };
}

function createWarning(repairs: readonly ToolCallRepair[]): CallWarning {
  const counts = new Map<ToolCallFaultKind, number>();
  let answered = 0;
  for (const { fault, action } of repairs) {
    if (fault === 'missing-result' && action === 'answered') answered++;
    else counts.set(fault, (counts.get(fault) ?? 0) + 1);
  }
  const others = Array.from(counts, ([fault, count]) => `${count} ${fault}`);
  const sentences = [
    ...(answered > 0
      ? [
          `Injecting ${answered} placeholder tool result(s) for dangling tool calls`,
        ]
      : []),
    ...(others.length > 0
      ? [`Reconciled tool call history: ${others.join(', ')}`]
      : []),
  ];
  return { type: 'other', message: sentences.join('. ') };
}
