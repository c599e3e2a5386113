import type { ProviderRules } from '../provider-rules.js';
import { providerRulesOf } from '../provider-rules-of.js';
import type { ToolCallOptions } from '../tool-call-options.js';
import type { ToolCallRepair } from '../tool-call-report.js';
import {
  applyProviderRules,
  type RulesContext,
} from './apply-provider-rules.js';
import { isObject, type Part, partsOf } from './message-parts.js';
import type { Circumstances } from './plan.js';
import { type Reconciled, reconcile } from './reconcile.js';

/**
 * Reconciles a history, then applies what its provider needs beyond the strict
 * shape. Returns undefined where nothing is to be done.
 */
export function reconcileForProvider(
  messages: readonly unknown[],
  options: ToolCallOptions,
  circumstances: Circumstances,
  model: unknown,
): Reconciled | undefined {
  const strict = reconcile(messages, options, circumstances);
  const { rules = 'auto' } = options;
  const own = rules === 'auto' ? providerRulesOf(model) : rules;
  return own
    ? applyRules(strict, messages, options, circumstances, own)
    : strict;
}

function applyRules(
  strict: Reconciled | undefined,
  messages: readonly unknown[],
  options: ToolCallOptions,
  circumstances: Circumstances,
  own: ProviderRules,
): Reconciled | undefined {
  const repairs: ToolCallRepair[] = [];
  let places: Map<unknown, number> | undefined;
  const indexOf: RulesContext['indexOf'] = (part, message) => {
    places ??= findPlaces(messages);
    // A part that the first stage rewrote is known by its id.
    const id = isObject(part) ? part.toolCallId : undefined;
    return places.get(message) ?? places.get(part) ?? places.get(id) ?? 0;
  };
  try {
    const context: RulesContext = {
      options,
      indexOf,
      reconcile: converted =>
        reconcile(converted, options, circumstances)?.messages ?? converted,
      note(repair, message, part) {
        const { toolCallId = '', toolName = '' } = Object(part) as Part;
        repairs.push({
          ...repair,
          toolCallId: String(toolCallId),
          toolName: String(toolName),
          messageIndex: indexOf(part, message),
        });
      },
    };
    const paired = strict?.messages ?? messages;
    const ruled = applyProviderRules(paired, own, context);
    if (ruled === paired) return strict;
    if (strict) repairs.unshift(...strict.repairs);
    repairs.sort((a, b) => a.messageIndex - b.messageIndex);
    // An empty message that was all there was goes once another stands there.
    return { messages: context.reconcile(ruled), repairs };
  } catch {
    // Odd parts, or a rule of the caller's that throws.
    return strict;
  }
}

function findPlaces(messages: readonly unknown[]): Map<unknown, number> {
  const places = new Map<unknown, number>();
  for (const [index, message] of messages.entries()) {
    places.set(message, index);
    for (const part of partsOf(message)) {
      places.set(part, index);
      const id = isObject(part) ? part.toolCallId : undefined;
      if (!places.has(id)) places.set(id, index);
    }
  }
  return places;
}
