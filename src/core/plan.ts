import type { ToolCallOptions } from '../tool-call-options.js';
import type { ToolCallRepair } from '../tool-call-report.js';
import type { Part } from './message-parts.js';
import type { Place, Scan } from './scan-history.js';

/** What is known of a history from the place that it comes from. */
export interface Circumstances {
  /** Whether the SDK has run or denied what was approved, as it has in steps. */
  areApprovalsSettled: boolean;
  /** Whether the provider stores the calls, so that results may stand alone. */
  hasServerState: boolean;
}

/** What is to become of one message. */
export interface Edit {
  /** Indexes of the parts that go. */
  removed: Set<number> | undefined;
  /** New parts by the index of the part that they replace. */
  replaced: Map<number, Part> | undefined;
  /** New parts by the index of the part that they stand behind. */
  inserted: Map<number, Part[]> | undefined;
  /** Whether its parts went into the tool message of another edit. */
  isAbsorbed: boolean;
  /** The tool message that stands behind it, for an assistant message. */
  toolMessage: Part | undefined;
  /** Orphan results that stand behind it as text. */
  notes: Part[] | undefined;
}

/** All that is to be done to a history. */
export interface Plan extends Circumstances {
  options: ToolCallOptions;
  scan: Scan;
  repairs: ToolCallRepair[];
  edits: Map<number, Edit>;
  /** Indexes of the tool messages that follow a message, by its index. */
  runs: Map<number, number[]>;
  /** Index of the message in front of a run, by the index of a tool message. */
  heads: Map<number, number>;
  /** Index of the message that notes of the running turn stand behind. */
  noteAnchor: number;
  /**
   * Where calls wait for the SDK to run them: the indexes of the messages that
   * asked, of the last of them, and of the message that holds the responses (-1
   * where they are yet to be gathered).
   */
  live: { heads: Set<number>; head: number; end: number } | undefined;
  /** Indexes of the messages in their new order, where that changes. */
  order: number[] | undefined;
}

export function editOf(plan: Plan, messageIndex: number): Edit {
  let edit = plan.edits.get(messageIndex);
  if (edit === undefined) {
    edit = {
      removed: undefined,
      replaced: undefined,
      inserted: undefined,
      isAbsorbed: false,
      toolMessage: undefined,
      notes: undefined,
    };
    plan.edits.set(messageIndex, edit);
  }
  return edit;
}

export function removePart(plan: Plan, place: Place): void {
  const edit = editOf(plan, place.messageIndex);
  edit.removed ??= new Set();
  edit.removed.add(place.partIndex);
}

export function replacePart(plan: Plan, place: Place, part: Part): void {
  const edit = editOf(plan, place.messageIndex);
  edit.replaced ??= new Map();
  edit.replaced.set(place.partIndex, part);
}

export function insertBehind(plan: Plan, place: Place, part: Part): void {
  const edit = editOf(plan, place.messageIndex);
  edit.inserted ??= new Map();
  const parts = edit.inserted.get(place.partIndex);
  if (parts) parts.push(part);
  else edit.inserted.set(place.partIndex, [part]);
}

export function addNote(plan: Plan, messageIndex: number, note: Part): void {
  const edit = editOf(plan, messageIndex);
  edit.notes ??= [];
  edit.notes.push(note);
}

export function isRemoved(plan: Plan, place: Place): boolean {
  return (
    plan.edits.get(place.messageIndex)?.removed?.has(place.partIndex) === true
  );
}

/**
 * Notes a repair at a place.
 *
 * @param owner - The call or result that it is about, if not the part there.
 */
export function addRepair(
  plan: Plan,
  place: Place,
  repair: Pick<ToolCallRepair, 'fault' | 'action' | 'reason'>,
  owner: Part = place.part,
): void {
  const { toolCallId, toolName } = owner;
  const entry: ToolCallRepair = {
    fault: repair.fault,
    action: repair.action,
    toolCallId: typeof toolCallId === 'string' ? toolCallId : '',
    toolName: typeof toolName === 'string' ? toolName : '',
    messageIndex: place.messageIndex,
  };
  if (repair.reason) entry.reason = repair.reason;
  plan.repairs.push(entry);
}
