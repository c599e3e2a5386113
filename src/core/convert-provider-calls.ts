import type { ProviderRules } from '../provider-rules.js';
import type { RulesContext } from './apply-provider-rules.js';
import { canonicalText } from './canonical-text.js';
import { createSyntheticResult } from './create-synthetic-result.js';
import { hashId } from './hash-id.js';
import { mapLazily } from './map-lazily.js';
import {
  EMPTY_ERROR_TEXT,
  fold,
  isClientCall,
  isEmptyError,
  isObject,
  isServerCall,
  isUsableId,
  type Part,
  partsOf,
  roleOf,
  someAssistantPart,
} from './message-parts.js';
import { sendableInput } from './sendable-input.js';
import { unansweredReason } from './unanswered-reason.js';

/**
 * Turns the provider-executed calls that the provider cannot take back, such
 * as another provider's web search, into ordinary calls that a tool message
 * answers, so that nothing is lost. What stands behind them in their message
 * follows as a message of its own.
 */
export function convertProviderCalls(
  messages: readonly unknown[],
  canReplay: NonNullable<ProviderRules['canReplay']>,
  context: RulesContext,
): readonly unknown[] {
  if (!someAssistantPart(messages, isServerCall)) return messages;
  const takes = canReplay as unknown as (call: Part, result?: Part) => boolean;
  const pairs = findPairs(messages);
  for (const [call, result] of pairs) {
    if (takes(call, result)) pairs.delete(call);
  }
  if (pairs.size === 0) return messages;
  const results = new Set<unknown>(pairs.values());

  return mapLazily(messages, message => {
    const parts = partsOf(message);
    if (!parts.some(part => pairs.has(part as Part) || results.has(part))) {
      return message;
    }
    const split: unknown[] = [];
    let head: unknown[] = [];
    let answers: Part[] = [];
    const calls: unknown[] = [];
    const flush = () => {
      if (answers.length === 0) return;
      split.push(
        { role: 'assistant', content: head },
        { role: 'tool', content: answers },
      );
      head = [];
      answers = [];
    };

    for (const part of parts) {
      if (results.has(part) || !isObject(part)) continue;
      if (pairs.has(part)) {
        const [call, answer] = convert(part);
        if (answers.some(other => other.toolCallId === call.toolCallId)) {
          flush();
        }
        head.push(call);
        answers.push(answer);
        context.note(
          { fault: 'foreign-provider-call', action: 'converted' },
          message,
          part,
        );
      } else if (isClientCall(part) || part.type === 'tool-approval-request') {
        // They stay in front of the tool message that answers them.
        calls.push(part);
      } else {
        flush();
        head.push(part);
      }
    }
    flush();
    const content = [...head, ...calls];
    if (content.length > 0) split.push({ ...(message as Part), content });
    return split;

    function convert(part: Part): [call: Part, answer: Part] {
      const own = pairs.get(part);
      const { providerExecuted, ...rest } = part;
      const call = {
        ...rest,
        toolCallId: ordinaryId(part),
        toolName: fold(String(part.toolName ?? '')).slice(0, 64) || 'unknown',
        input: sendableInput(part.input).input,
      };
      const { toolCallId, toolName } = call;
      if (own) {
        const answer: Part = { ...own, toolCallId, toolName };
        if (isEmptyError(own)) {
          answer.output = {
            ...(own.output as Part),
            value: EMPTY_ERROR_TEXT,
          };
        }
        return [call, answer];
      }
      const { reason } = unansweredReason({ part, requests: [] });
      const answer = createSyntheticResult(context.options, {
        toolCallId,
        toolName,
        input: call.input,
        messageIndex: context.indexOf(part, message),
        reason,
      });
      context.note(
        { fault: 'missing-result', action: 'answered', reason },
        message,
        part,
      );
      return [call, answer];
    }
  });

  function ordinaryId(call: Part): string {
    const id = call.toolCallId;
    if (!isUsableId(id)) {
      return hashId(canonicalText([call.toolName, call.input]) ?? '');
    }
    // By its id alone the provider would take it for one of its own calls.
    return takes(call) ? hashId(id) : id;
  }
}

/**
 * Finds the provider-executed calls and their results. Those that wait for the
 * user's approval are left out.
 */
function findPairs(messages: readonly unknown[]): Map<Part, Part | undefined> {
  const pairs = new Map<Part, Part | undefined>();
  const open = new Map<unknown, Part>();
  // Ids whose newest call is an ordinary one, which a request is then about.
  const ordinary = new Set<unknown>();
  for (const message of messages) {
    if (roleOf(message) !== 'assistant') continue;
    for (const part of partsOf(message)) {
      if (!isObject(part)) continue;
      const call = open.get(part.toolCallId);
      if (isClientCall(part)) {
        ordinary.add(part.toolCallId);
      } else if (part.type === 'tool-call') {
        ordinary.delete(part.toolCallId);
        pairs.set(part, undefined);
        open.set(part.toolCallId, part);
      } else if (part.type === 'tool-result' && call && !pairs.get(call)) {
        pairs.set(call, part);
      } else if (
        part.type === 'tool-approval-request' &&
        call &&
        !ordinary.has(part.toolCallId)
      ) {
        pairs.delete(call);
      }
    }
  }
  return pairs;
}
