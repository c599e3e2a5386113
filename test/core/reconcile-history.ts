import type { Circumstances } from '../../src/core/plan.js';
import { type Reconciled, reconcile } from '../../src/core/reconcile.js';
import type { ToolCallOptions } from '../../src/index.js';

/** Runs the core; what needs no repair comes back as it is. */
export function reconcileHistory(
  messages: readonly unknown[],
  { options, ...circumstances }: Circumstances & { options: ToolCallOptions },
): Reconciled {
  return (
    reconcile(messages, options, circumstances) ?? { messages, repairs: [] }
  );
}
