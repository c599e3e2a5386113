import { isObject, type Part } from '../message-parts.js';

/** A tool part of an assistant message, which is a call and its outcome. */
export interface UICall {
  messageIndex: number;
  partIndex: number;
  /** The part as it stands in the message. */
  original: unknown;
  /** A copy of it that is safe to read. */
  part: Part;
  name: string;
  /** Whether the provider runs it itself. */
  isServer: boolean;
  /** Number of the user turn that it stands in. */
  turn: number;
  /** Number of the model message that its step becomes. */
  block: number;
  /** Whether it goes: a copy, or a call that cannot be kept. */
  isRemoved: boolean;
}

/** How far a call has come; of two records of it the farther one stays. */
export const PROGRESS = {
  streaming: 0,
  open: 1,
  /** Answered by this package: a late real outcome takes its place. */
  closed: 2,
  requested: 3,
  responded: 4,
  failed: 5,
  done: 6,
} as const;

export function progressOf({ part }: UICall): number {
  switch (part.state) {
    case 'input-streaming':
      return PROGRESS.streaming;
    case 'approval-requested':
      return hasApproval(part) ? PROGRESS.requested : PROGRESS.open;
    case 'approval-responded':
      return hasApproval(part) ? PROGRESS.responded : PROGRESS.open;
    case 'output-error':
    case 'output-denied':
      return PROGRESS.failed;
    case 'output-available':
      return part.preliminary === true ? PROGRESS.open : PROGRESS.done;
    default:
      return PROGRESS.open;
  }
}

/** Whether an approval can be answered: the SDK finds it by its id. */
export function hasApproval(
  part: Part,
): part is Part & { approval: Record<string, unknown> } {
  return isObject(part.approval) && typeof part.approval.id === 'string';
}
