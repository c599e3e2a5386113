import { canonicalText } from './canonical-text.js';
import { groupBy } from './group-by.js';
import {
  isClientCall,
  isErrorResult,
  isObject,
  isSyntheticResult,
  isUsableId,
  type Part,
  partsOf,
  roleOf,
} from './message-parts.js';
import { pairApprovals } from './pair-approvals.js';
import { type Nameless, pairNameless } from './pair-nameless.js';
import { pairStrays } from './pair-strays.js';
import { sendableInput } from './sendable-input.js';

/** Where a part stands in the history. */
export interface Place {
  messageIndex: number;
  partIndex: number;
  part: Part;
}

/** A tool call and all that belongs to it. */
export interface Call extends Place {
  /** Whether the provider runs it itself. */
  isServer: boolean;
  /** Index of the user message that its turn began with, -1 for none. */
  turn: number;
  /** Results that belong to it, in order. */
  results: Result[];
  requests: Request[];
  /** The call that this one is a copy of. */
  copyOf: Call | undefined;
  /** Whether an earlier call had its id. */
  isReused: boolean;
  /** The first call of its message with its id, where it is another one. */
  namesakeOf: Call | undefined;
  /** For a first one: it and its namesakes, by name and input. */
  variants: Map<unknown, Call> | undefined;
  /** The result that stays, if one does. */
  answer: Result | undefined;
  /** Whether it is left for the user or the SDK to finish. */
  isLive: boolean;
  isRemoved: boolean;
  /** Its id, name and input as they are to be. */
  id: string;
  name: string;
  input: unknown;
}

export interface Result extends Place {
  role: unknown;
  isSynthetic: boolean;
  isError: boolean;
  /** Index of the message in front of its run, where that is scanned. */
  head: number;
  /** The call that it answers; undefined for an orphan. */
  call: Call | undefined;
}

/** A request for the user's approval of a call. */
export interface Request extends Place {
  call: Call | undefined;
  responses: Response[];
}

export interface Response extends Place {
  request: Request | undefined;
}

/** What stands where in the part of a history that may need a repair. */
export interface Scan {
  messages: readonly unknown[];
  /** Index of the first message that was looked at. */
  start: number;
  /** 1 for each message that has to be looked at. */
  isScanned: Uint8Array;
  calls: Call[];
  results: Result[];
  requests: Request[];
  responses: Response[];
  /** Number of calls by id. */
  callCounts: Map<unknown, number>;
  /** Index of the last user message, -1 where there is none. */
  lastUserIndex: number;
}

/**
 * Finds each tool call of a history and the result that belongs to it, in one
 * ordered walk: a result answers the newest call with its id.
 *
 * @param messages - The history; never mutated.
 * @param start - Index of the first message to look at.
 * @param isScanned - 1 for each message to look at.
 */
export function scanHistory(
  messages: readonly unknown[],
  start: number,
  isScanned: Uint8Array,
): Scan {
  const scan: Scan = {
    messages,
    start,
    isScanned,
    calls: [],
    results: [],
    requests: [],
    responses: [],
    callCounts: new Map(),
    lastUserIndex: lastUserIndex(messages, start - 1, messages.length - 1),
  };
  const clientCalls = new Map<unknown, Call>();
  const serverCalls = new Map<unknown, Call>();
  const nameless: Nameless = { calls: [], results: [] };
  let turn = -1;
  let head = -1;
  let previous = start - 1;

  for (let index = start; index < messages.length; index++) {
    if (!isScanned[index]) continue;
    const message = messages[index];
    const role = roleOf(message);
    turn = Math.max(turn, lastUserIndex(messages, previous, index));
    // A run behind a message that is not scanned stands behind no call.
    if (role !== 'tool' || previous < index - 1) head = index;
    // Else it would be asked of each message between two that are scanned.
    const isWaiting = nameless.calls.length + nameless.results.length > 0;
    if (isWaiting && isTurnOver(messages, previous, index)) {
      pairNameless(nameless);
    }
    previous = index;

    const parts = partsOf(message);
    for (const [partIndex, part] of parts.entries()) {
      if (!isObject(part)) continue;
      const id = part.toolCallId;

      if (part.type === 'tool-call' && role === 'assistant') {
        const call = createCall(index, partIndex, part, turn);
        scan.calls.push(call);
        if (call.isServer || isUsableId(id)) {
          openCall(call, call.isServer ? serverCalls : clientCalls, scan);
        } else nameless.calls.push(call);
      } else if (part.type === 'tool-result') {
        const call =
          role === 'tool'
            ? (clientCalls.get(id) ?? findServerCall(serverCalls, id, index))
            : (findServerCall(serverCalls, id, index) ?? clientCalls.get(id));
        const result: Result = {
          messageIndex: index,
          partIndex,
          part,
          role,
          head,
          isSynthetic: isSyntheticResult(part),
          isError: isErrorResult(part),
          call,
        };
        scan.results.push(result);
        if (call) call.results.push(result);
        else if (!isUsableId(id)) nameless.results.push(result);
      } else if (
        part.type === 'tool-approval-request' &&
        role === 'assistant'
      ) {
        scan.requests.push({
          messageIndex: index,
          partIndex,
          part,
          call: undefined,
          responses: [],
        });
      } else if (part.type === 'tool-approval-response' && role === 'tool') {
        scan.responses.push({
          messageIndex: index,
          partIndex,
          part,
          request: undefined,
        });
      }
    }
  }

  pairNameless(nameless);
  const ambiguous = pairVariants(scan);
  pairStrays(scan, ambiguous, id => clientCalls.get(id) ?? serverCalls.get(id));
  pairApprovals(scan);
  return scan;
}

/** A blank id says nothing beyond the message that it stands in. */
function findServerCall(
  newest: ReadonlyMap<unknown, Call>,
  id: unknown,
  messageIndex: number,
): Call | undefined {
  const call = newest.get(id);
  return isUsableId(id) || call?.messageIndex === messageIndex
    ? call
    : undefined;
}

function createCall(
  messageIndex: number,
  partIndex: number,
  part: Part,
  turn: number,
): Call {
  return {
    messageIndex,
    partIndex,
    part,
    isServer: Boolean(part.providerExecuted),
    turn,
    results: [],
    requests: [],
    copyOf: undefined,
    isReused: false,
    namesakeOf: undefined,
    variants: undefined,
    answer: undefined,
    isLive: false,
    isRemoved: false,
    id: part.toolCallId as string,
    name: part.toolName as string,
    input: part.input,
  };
}

/** Whether a part stands behind another one. */
export function isBehind(place: Place, other: Place): boolean {
  return (
    place.messageIndex > other.messageIndex ||
    (place.messageIndex === other.messageIndex &&
      place.partIndex > other.partIndex)
  );
}

/** Index of the last user message behind `after`, up to `last`; else -1. */
function lastUserIndex(
  messages: readonly unknown[],
  after: number,
  last: number,
): number {
  let index = last;
  while (index > after && roleOf(messages[index]) !== 'user') index--;
  return index > after ? index : -1;
}

/** Whether a user message or a client call stands behind `after`. */
function isTurnOver(
  messages: readonly unknown[],
  after: number,
  last: number,
): boolean {
  for (let index = after + 1; index <= last; index++) {
    const message = messages[index];
    const role = roleOf(message);
    if (role === 'user') return true;
    if (role === 'assistant' && partsOf(message).some(isClientCall)) {
      return true;
    }
  }
  return false;
}

/**
 * Makes a call the newest one with its id, unless it is a copy: of a call in
 * the same message, or of an unanswered one in the same user turn. Other calls
 * with that id are closed, so that an id can be reused over time.
 */
function openCall(call: Call, newest: Map<unknown, Call>, scan: Scan): void {
  const id = call.part.toolCallId;
  const previous = newest.get(id);
  call.isReused = previous !== undefined;
  const isSameMessage = previous?.messageIndex === call.messageIndex;
  const mayBeCopy =
    isSameMessage ||
    (previous?.turn === call.turn && previous.results.length === 0);

  if (previous && mayBeCopy) {
    const signature = signatureOf(call);
    previous.variants ??= new Map([[signatureOf(previous), previous]]);
    // No provider calls two tools by one id: another input is a spoiled copy.
    if (isSameMessage && call.isServer && !previous.variants.has(signature)) {
      previous.variants.set(signature, previous);
    }
    call.copyOf = previous.variants.get(signature);
    if (call.copyOf) return;
    if (isSameMessage) {
      previous.variants.set(signature, call);
      call.namesakeOf = previous;
    }
  }
  if (!isSameMessage) newest.set(id, call);
  scan.callCounts.set(id, (scan.callCounts.get(id) ?? 0) + 1);
}

/** Equal for calls with the same name and input, stored however. */
function signatureOf(call: Call): unknown {
  const { input } = sendableInput(call.part.input);
  const text = canonicalText([call.part.toolName, input]);
  return text ?? call.part.input;
}

/**
 * Gives the results of an id that several calls of one message share to the
 * call they name, or in order where as many calls as results have that name.
 * A result given to the wrong call would be worse than none: those of which it
 * cannot be told come back.
 */
function pairVariants(scan: Scan): Set<Result> {
  const ambiguous = new Set<Result>();
  for (const head of scan.calls) {
    if (head.variants === undefined) continue;
    const calls = new Set(head.variants.values());
    if (calls.size < 2) continue;
    const callsByName = groupBy(calls, nameOf);
    const resultsByName = groupBy(head.results.splice(0), nameOf);
    for (const [name, results] of resultsByName) {
      const named = callsByName.get(name) ?? [];
      for (const [index, result] of results.entries()) {
        result.call =
          named.length === 1
            ? named[0]
            : named.length === results.length
              ? named[index]
              : undefined;
        if (result.call) result.call.results.push(result);
        else ambiguous.add(result);
      }
    }
  }
  return ambiguous;
}

function nameOf(place: Place): unknown {
  return place.part.toolName;
}
