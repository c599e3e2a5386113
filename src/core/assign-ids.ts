import type { ProviderRules } from '../provider-rules.js';
import type { RulesContext } from './apply-provider-rules.js';
import { hashId } from './hash-id.js';
import { mapLazily } from './map-lazily.js';
import {
  isObject,
  type Part,
  partsOf,
  roleOf,
  someAssistantPart,
} from './message-parts.js';

/**
 * Gives the calls whose id the provider does not take a hashed one, in their
 * results and approval requests as well. Never a shortened one, since ids that
 * begin alike would become the same; ids that are right stay as they are. So
 * does that of a call without a result, which waits for the SDK to run it: the
 * SDK and the user's screen know it by that id.
 */
export function assignIds(
  messages: readonly unknown[],
  { toolCallId: pattern, uniqueIds }: ProviderRules,
  context: RulesContext,
): readonly unknown[] {
  // Unlike `test`, `search` keeps no state in a global pattern.
  const isRight = (call: Part) =>
    call.providerExecuted ||
    !pattern ||
    String(call.toolCallId).search(pattern) >= 0;

  // Nearly always all are right, and only uniqueness needs a memory.
  const seen = uniqueIds ? new Set<unknown>() : undefined;
  const isTaken = (call: Part) => {
    const isKnown = seen?.has(call.toolCallId) === true;
    seen?.add(call.toolCallId);
    return isKnown;
  };
  const needsId = (part: unknown) =>
    isCall(part) && (!isRight(part) || isTaken(part));
  if (!someAssistantPart(messages, needsId)) return messages;

  const used = new Set<unknown>();
  for (const part of messages.flatMap(partsOf)) {
    used.add(Object(part).toolCallId);
  }
  const counts = new Map<unknown, number>();
  const derived = new Map<string, string>();
  const derive = (key: string): string => {
    let id = derived.get(key);
    for (let n = 1; id === undefined; n++) {
      const candidate = hashId(n === 1 ? key : `${key} ${n}`);
      if (!used.has(candidate)) id = candidate;
    }
    used.add(id);
    derived.set(key, id);
    return id;
  };

  // The id of the newest call by the id that it had.
  const ids = new Map<unknown, string>();
  const rename = (
    message: unknown,
    part: Part,
    answered: ReadonlySet<unknown>,
  ): string => {
    const id = String(part.toolCallId);
    const count = uniqueIds ? (counts.get(id) ?? 0) + 1 : 1;
    counts.set(id, count);
    if (
      (count === 1 && isRight(part)) ||
      part.providerExecuted ||
      !answered.has(id)
    ) {
      return id;
    }
    const fault = isRight(part) ? 'repeated-id' : 'invalid-id';
    context.note({ fault, action: 'renamed' }, message, part);
    return derive(count === 1 ? id : `${id} #${count}`);
  };

  const withId = (part: Part): Part => {
    const toolCallId = ids.get(part.toolCallId) ?? part.toolCallId;
    return toolCallId === part.toolCallId ? part : { ...part, toolCallId };
  };

  return mapLazily(messages, (message, index) => {
    const parts = partsOf(message);
    const answered = findAnswered(messages, index);
    const renamed = mapLazily(parts, part => {
      if (!isObject(part) || isRequest(part)) return part;
      if (
        isCall(part) &&
        typeof part.toolCallId === 'string' &&
        roleOf(message) === 'assistant'
      ) {
        ids.set(part.toolCallId, rename(message, part, answered));
      }
      return withId(part);
    });
    // Last, since a request may stand in front of the call that it is about.
    const content = mapLazily(renamed, part =>
      isRequest(part) ? withId(part as Part) : part,
    );
    return content === parts ? message : { ...(message as Part), content };
  });
}

function isRequest(part: unknown): boolean {
  return isObject(part) && part.type === 'tool-approval-request';
}

function isCall(part: unknown): part is Part {
  return isObject(part) && part.type === 'tool-call';
}

/** Ids that the tool messages behind an assistant message answer. */
function findAnswered(
  messages: readonly unknown[],
  index: number,
): Set<unknown> {
  const ids = new Set<unknown>();
  // Behind a call that was approved there may be two tool messages.
  for (let next = index + 1; roleOf(messages[next]) === 'tool'; next++) {
    for (const part of partsOf(messages[next])) {
      if (isObject(part) && part.type === 'tool-result') {
        ids.add(part.toolCallId);
      }
    }
  }
  return ids;
}
