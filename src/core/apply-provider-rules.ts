import type { ProviderRules } from '../provider-rules.js';
import type { ToolCallOptions } from '../tool-call-options.js';
import type { ToolCallRepair } from '../tool-call-report.js';
import { assignIds } from './assign-ids.js';
import { convertProviderCalls } from './convert-provider-calls.js';
import { mapLazily } from './map-lazily.js';
import {
  isBlank,
  isClientCall,
  isObject,
  type Part,
  partsOf,
  roleOf,
} from './message-parts.js';
import { withOptions } from './with-options.js';

/** What the rules need besides the history. */
export interface RulesContext {
  options: ToolCallOptions;
  /** Index of a part's message in the history that was handed in. */
  indexOf(part: unknown, message: unknown): number;
  /** Brings a history into the strict shape. */
  reconcile(messages: readonly unknown[]): readonly unknown[];
  /** Notes what was done to a part of a message. */
  note(
    repair: Pick<ToolCallRepair, 'fault' | 'action' | 'reason'>,
    message: unknown,
    part: unknown,
  ): void;
}

const EMPTY_RESULT_TEXT = '[The tool returned nothing.]';

/**
 * Makes a history in the strict shape one that a certain provider takes.
 * Returns the same list where it is one already.
 *
 * @param messages - A history in the strict shape; never mutated.
 */
export function applyProviderRules(
  messages: readonly unknown[],
  rules: ProviderRules,
  context: RulesContext,
): readonly unknown[] {
  let result = messages;
  if (rules.canReplay) {
    result = convertProviderCalls(result, rules.canReplay, context);
    // A response for a call that is no longer the provider's own goes.
    if (result !== messages) result = context.reconcile(result);
  }
  if (rules.joinAssistants) result = joinAssistants(result, context);
  if (rules.callsLast) {
    result = mapLazily(result, message => putCallsLast(message, context));
  }
  if (rules.resultsInCallOrder) {
    let calls: unknown;
    result = mapLazily(result, message => {
      if (roleOf(message) === 'tool') {
        return orderResults(message, calls, context);
      }
      calls = message;
      return message;
    });
  }
  if (rules.nonEmptyResults) {
    result = mapLazily(result, message => fillResults(message, context));
  }
  const { bridge, opening } = rules;
  if (bridge || opening) result = insertTurns(result, rules, context);
  if (rules.toolCallId || rules.uniqueIds) {
    result = assignIds(result, rules, context);
  }
  return result;
}

/** Makes assistant messages in a row one. */
function joinAssistants(
  messages: readonly unknown[],
  context: RulesContext,
): readonly unknown[] {
  const isRow = messages.some(
    (message, index) =>
      roleOf(message) === 'assistant' &&
      roleOf(messages[index - 1]) === 'assistant',
  );
  if (!isRow) return messages;
  let last: Part | undefined;
  const result: unknown[] = [];
  for (const message of messages) {
    const isAssistant = isObject(message) && message.role === 'assistant';
    if (last && isAssistant) {
      const repair = { fault: 'split-assistant', action: 'merged' } as const;
      context.note(repair, message, {});
      const { providerOptions, ...rest } = last;
      const before = contentOf(last);
      const content = [
        ...before.slice(0, -1),
        ...before.slice(-1).map(part => withOptions(part, providerOptions)),
        ...contentOf(message),
      ];
      last = { ...rest, ...message, content };
      result[result.length - 1] = last;
    } else {
      result.push(message);
      last = isAssistant ? message : undefined;
    }
  }
  return result;
}

function contentOf({ content }: Part): readonly unknown[] {
  return Array.isArray(content) ? content : [{ type: 'text', text: content }];
}

/** Puts messages where the provider asks for one of another role. */
function insertTurns(
  messages: readonly unknown[],
  { bridge, opening }: ProviderRules,
  context: RulesContext,
): readonly unknown[] {
  return mapLazily(messages, (message, index) => {
    const previous = messages[index - 1];
    const before = roleOf(previous) ?? 'system';
    const role = roleOf(message);
    const isHead = role === 'assistant' && before === 'system';
    const isBehindTool = role === 'user' && before === 'tool';
    const text = (isHead && opening) || (isBehindTool && bridge);
    if (!text) return message;
    context.note(
      {
        fault: isHead ? 'leading-assistant' : 'tool-then-user',
        action: 'inserted',
      },
      message,
      isHead ? {} : partsOf(previous).at(-1),
    );
    const content = [{ type: 'text', text }];
    return [{ role: isHead ? 'user' : 'assistant', content }, message];
  });
}

/** Whether a part belongs at the end of its message under `callsLast`. */
function isLast(part: unknown): part is Part {
  return (
    isClientCall(part) ||
    (isObject(part) && part.type === 'tool-approval-request')
  );
}

function putCallsLast(message: unknown, context: RulesContext): unknown {
  if (roleOf(message) !== 'assistant') return message;
  const parts = partsOf(message);
  let first: unknown;
  let isInterleaved = false;
  for (let i = 0; i < parts.length; i++) {
    if (isLast(parts[i])) first ??= parts[i];
    else if (first) isInterleaved = true;
  }
  if (!isInterleaved) return message;
  context.note({ fault: 'interleaved-calls', action: 'moved' }, message, first);
  const others = parts.filter(part => !isLast(part));
  return {
    ...(message as Part),
    content: [...others, ...parts.filter(isLast)],
  };
}

function orderResults(
  message: unknown,
  calls: unknown,
  context: RulesContext,
): unknown {
  const parts = partsOf(message);
  const results = parts.filter(isResult);
  const ranks = new Map<unknown, number>();
  for (const [index, call] of partsOf(calls).entries()) {
    if (isLast(call)) ranks.set(call.toolCallId, index);
  }
  const rank = (result: Part) => ranks.get(result.toolCallId) ?? 0;
  const ordered = [...results].sort((a, b) => rank(a) - rank(b));
  if (ordered.every((result, index) => result === results[index])) {
    return message;
  }
  context.note(
    { fault: 'unordered-results', action: 'moved' },
    message,
    results.at(-1),
  );
  const next = ordered.values();
  const content = parts.map(part =>
    isResult(part) ? next.next().value : part,
  );
  return { ...(message as Part), content };
}

function isResult(part: unknown): part is Part {
  return isObject(part) && part.type === 'tool-result';
}

function fillResults(message: unknown, context: RulesContext): unknown {
  if (roleOf(message) !== 'tool') return message;
  const parts = partsOf(message);
  if (!parts.some(isEmptyResult)) return message;
  const content = parts.map(part => {
    if (!isEmptyResult(part)) return part;
    context.note({ fault: 'empty-result', action: 'replaced' }, message, part);
    return {
      ...part,
      output: {
        ...part.output,
        ...(part.output.type === 'content' && { type: 'text' }),
        value: EMPTY_RESULT_TEXT,
      },
    };
  });
  return { ...(message as Part), content };
}

function isEmptyResult(part: unknown): part is Part & { output: Part } {
  return isObject(part) && isEmptyOutput(part.output);
}

/** Whether an output has no text in it, nor anything else. */
function isEmptyOutput(output: unknown): output is Part {
  if (!isObject(output)) return false;
  const { type, value } = output;
  return type === 'content' && Array.isArray(value)
    ? value.every(
        item => isObject(item) && item.type === 'text' && isBlank(item.text),
      )
    : isBlank(value);
}
