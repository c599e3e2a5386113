import { createSyntheticResult } from './create-synthetic-result.js';
import { groupBy } from './group-by.js';
import {
  EMPTY_ERROR_TEXT,
  isEmptyError,
  isObject,
  isUsableId,
  type Part,
  partsOf,
} from './message-parts.js';
import {
  addRepair,
  editOf,
  isRemoved,
  type Plan,
  removePart,
  replacePart,
} from './plan.js';
import type { Call, Place, Response, Result } from './scan-history.js';
import { unansweredReason } from './unanswered-reason.js';
import { withOptions } from './with-options.js';

const NONE: ReadonlySet<number> = /* @__PURE__ */ new Set();

/**
 * Sees to it that the tool message behind an assistant message holds one
 * result per call. It stays where it holds them all, in whatever order; else
 * it is written anew in call order and takes in the other tool messages that
 * stand there: Gemini counts the results of one message only, and ai 5 leaves
 * empty tool messages behind.
 */
export function planToolMessages(plan: Plan): void {
  const groups = groupBy(
    plan.scan.calls.filter(call => !call.isServer && !call.isRemoved),
    call => call.messageIndex,
  );
  const { live } = plan;
  if (live && !groups.has(live.head)) groups.set(live.head, []);
  const displaced = displacedResponses(plan);
  const rewritten: Array<[number, Call[]]> = [];
  for (const [index, group] of groups) {
    if (!displaced.has(index) && isComplete(plan, index, group)) {
      for (const { answer } of group) if (answer) keepInPlace(plan, answer);
    } else rewritten.push([index, group]);
  }
  // A result may stand in the tool message of another group.
  for (const [, group] of rewritten) {
    for (const { answer } of group) if (answer) removePart(plan, answer);
  }
  for (const [index, group] of rewritten) {
    rewrite(plan, index, group, displaced.get(index) ?? []);
  }
}

/**
 * Responses in the wrong place, by the index of the message that they belong
 * behind. The SDK runs what the last message of a history has a response to,
 * if the result does not stand in that message as well: a response to a live
 * call has to be there, any other behind its own call.
 */
function displacedResponses(plan: Plan): Map<number, Response[]> {
  const { live, scan, heads } = plan;
  const homeOf = (response: Response): number | undefined => {
    const call = response.request?.call;
    if (!call || isRemoved(plan, response)) return undefined;
    if (call.isLive && live) {
      return response.messageIndex === live.end ? undefined : live.head;
    }
    return call.isServer ||
      heads.get(response.messageIndex) === call.messageIndex
      ? undefined
      : call.messageIndex;
  };
  const displaced = groupBy(scan.responses, homeOf);
  displaced.delete(undefined);
  return displaced as Map<number, Response[]>;
}

function isComplete(plan: Plan, index: number, group: Call[]): boolean {
  let home: number | undefined;
  for (const { answer, isLive } of group) {
    if (!answer) {
      if (!isLive) return false;
    } else {
      home ??= answer.messageIndex;
      if (answer.messageIndex !== home) return false;
    }
  }
  return home === undefined || plan.runs.get(index)?.includes(home) === true;
}

function keepInPlace(plan: Plan, answer: Result): void {
  const part = answerPart(plan, answer);
  if (part !== answer.part) {
    replacePart(plan, answer, part);
  }
}

function rewrite(
  plan: Plan,
  index: number,
  group: Call[],
  displaced: Response[],
): void {
  const { messages } = plan.scan;
  const run = plan.runs.get(index);
  const members: ReadonlySet<number> = run ? new Set(run) : NONE;
  const base = run?.[0];
  const content: unknown[] = [];

  for (const response of displaced) {
    const isMerged = members.has(response.messageIndex);
    if (!plan.order) {
      addRepair(
        plan,
        response,
        isMerged
          ? { fault: 'split-approvals', action: 'merged' }
          : { fault: 'displaced-approval', action: 'moved' },
        response.request?.call?.part,
      );
    }
    if (isMerged) continue;
    removePart(plan, response);
    content.push(carry(plan, response, base));
  }
  for (const messageIndex of members) {
    editOf(plan, messageIndex).isAbsorbed = true;
    const parts = partsOf(messages[messageIndex]) as Part[];
    for (const [partIndex, part] of parts.entries()) {
      const place: Place = { messageIndex, partIndex, part };
      if (!isRemoved(plan, place)) content.push(carry(plan, place, base));
    }
  }
  let home: number | undefined;
  for (const call of group) {
    const { answer } = call;
    if (answer) {
      const part = answerPart(plan, answer);
      content.push(carry(plan, answer, base, part));
      if (members.has(answer.messageIndex)) home ??= answer.messageIndex;
      noteMove(plan, answer, members, home);
    } else if (!call.isLive) {
      content.push(
        createSyntheticResult(plan.options, {
          toolCallId: call.id,
          toolName: call.name,
          input: call.input,
          messageIndex: call.messageIndex,
          ...unansweredReason(call),
        }),
      );
    }
  }
  const message = base === undefined ? undefined : messages[base];
  editOf(plan, index).toolMessage = isObject(message)
    ? { ...message, content }
    : { role: 'tool', content };
}

function noteMove(
  plan: Plan,
  answer: Result,
  members: ReadonlySet<number>,
  home: number | undefined,
): void {
  if (!members.has(answer.messageIndex)) {
    addRepair(plan, answer, { fault: 'displaced-result', action: 'moved' });
  } else if (answer.messageIndex !== home) {
    addRepair(plan, answer, { fault: 'split-results', action: 'merged' });
  }
}

/** The result of a call as it is to be, with the call's id and name. */
function answerPart(plan: Plan, answer: Result): Part {
  const { part } = answer;
  const call = answer.call as Call;
  const isEmpty = isEmptyError(part);
  if (isEmpty) {
    addRepair(plan, answer, { fault: 'empty-result', action: 'replaced' });
  } else if (part.toolCallId === call.id && part.toolName === call.name) {
    return part;
  }
  if (part.toolCallId !== call.part.toolCallId && isUsableId(part.toolCallId)) {
    addRepair(plan, answer, { fault: 'mismatched-id', action: 'renamed' });
  }
  if (part.toolName !== call.name && part.toolName !== call.part.toolName) {
    addRepair(plan, answer, { fault: 'invalid-name', action: 'renamed' });
  }
  return {
    ...part,
    toolCallId: call.id,
    toolName: call.name,
    ...(isEmpty && {
      output: { ...(part.output as object), value: EMPTY_ERROR_TEXT },
    }),
  };
}

/** A part on its way to another message, with the options that go along. */
function carry(
  plan: Plan,
  { messageIndex, partIndex, part: old }: Place,
  base: number | undefined,
  part = old,
): unknown {
  const message = plan.scan.messages[messageIndex];
  return messageIndex !== base &&
    isObject(message) &&
    message.role === 'tool' &&
    partIndex === partsOf(message).length - 1
    ? withOptions(part, message.providerOptions)
    : part;
}
