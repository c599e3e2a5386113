import type { ToolCallOptions } from '../../tool-call-options.js';
import type { ToolCallRepair } from '../../tool-call-report.js';
import { applyUIEdits, type UIEdits } from './apply-ui-edits.js';
import {
  closeUICall,
  isPlaceholder,
  unansweredUIReason,
} from './close-ui-call.js';
import { mendFinishedUICall } from './mend-finished-ui-call.js';
import { mergeUICopies } from './merge-ui-copies.js';
import { scanUIMessages } from './scan-ui-messages.js';
import { PROGRESS, progressOf, type UICall } from './ui-call.js';

interface ReconciledUI {
  messages: readonly unknown[];
  repairs: ToolCallRepair[];
}

type Options = ToolCallOptions & { frontier?: 'keep' | undefined };

/**
 * Gives each tool part of a chat an outcome, where none can come any more.
 * Returns the same `messages` where nothing is wrong with them, or where they
 * cannot be read; never mutates, never throws.
 */
export function reconcileUIMessages(
  messages: readonly unknown[],
  options: Options,
): ReconciledUI {
  try {
    return repair(messages, options);
  } catch {
    return { messages, repairs: [] };
  }
}

function repair(messages: readonly unknown[], options: Options): ReconciledUI {
  const { length } = messages;
  const { calls, turn, lastBlock } = scanUIMessages(
    messages,
    Math.max(0, length - (options.scanLast ?? length)),
    options.frontier === 'keep' ? length - 1 : length,
  );
  const repairs: ToolCallRepair[] = [];
  const edits: UIEdits = new Map();

  const copies = mergeUICopies(calls, call => isPlaceholder(call, options));
  for (const copy of copies) {
    remove(copy, { fault: 'duplicate-call', action: 'removed' });
  }
  const kept = calls.filter(call => !call.isRemoved);
  const end = kept.reduce(
    (last, { block }) => Math.max(last, block),
    lastBlock,
  );

  for (const call of kept) {
    const progress = progressOf(call);
    if (call.isServer) {
      // It belongs to the provider, which may finish it until the user has
      // moved on.
      if (progress < PROGRESS.failed && call.turn < turn) {
        remove(call, { fault: 'open-provider-call', action: 'removed' });
      } else replace(call, call.part);
    } else if (progress >= PROGRESS.failed) {
      const part = mendFinishedUICall(call, fault =>
        note(call, {
          fault,
          action: fault === 'orphan-approval' ? 'dropped' : 'replaced',
        }),
      );
      replace(call, part);
    } else if (progress >= PROGRESS.requested && call.block === end) {
      // It waits for the user, or for the SDK to run or deny it.
      replace(call, call.part);
    } else {
      const reason = unansweredUIReason(call);
      const fault = 'missing-result';
      if (options.unanswered === 'remove') {
        remove(call, { fault, action: 'removed', reason });
      } else {
        replace(call, closeUICall(call, reason, options));
        note(call, { fault, action: 'answered', reason });
      }
    }
  }
  if (repairs.length === 0) return { messages, repairs };
  repairs.sort((a, b) => a.messageIndex - b.messageIndex);
  return { messages: applyUIEdits(messages, edits), repairs };

  function note(
    { part, name, messageIndex }: UICall,
    repair: Pick<ToolCallRepair, 'fault' | 'action' | 'reason'>,
  ): void {
    repairs.push({
      ...repair,
      toolCallId: typeof part.toolCallId === 'string' ? part.toolCallId : '',
      toolName: name,
      messageIndex,
    });
  }

  function remove(
    call: UICall,
    repair: Pick<ToolCallRepair, 'fault' | 'action' | 'reason'>,
  ): void {
    edit(call, undefined);
    note(call, repair);
  }

  /** Puts a part into the place of a call, which may be the one of a copy. */
  function replace(call: UICall, part: unknown): void {
    const next = part === call.part ? call.original : part;
    const { parts } = messages[call.messageIndex] as { parts: unknown[] };
    if (next !== parts[call.partIndex]) edit(call, next);
  }

  function edit({ messageIndex, partIndex }: UICall, part: unknown): void {
    const known = edits.get(messageIndex);
    if (known) known.set(partIndex, part);
    else edits.set(messageIndex, new Map([[partIndex, part]]));
  }
}
