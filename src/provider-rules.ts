/** A tool call or a tool result, as far as a rule reads it. */
export interface ProviderRulesPart {
  toolCallId: string;
  toolName: string;
  /** Of a call. */
  input?: unknown;
  /** Of a result. */
  output?: { type: string; value?: unknown };
  providerOptions?: { [name: string]: unknown };
}

/**
 * What a provider needs of a history beyond the strict shape, in which every
 * call is answered once, directly behind its message. A rule that is left out
 * is not applied.
 *
 * @example
 * ```ts
 * import {
 *   danglingToolCallMiddleware,
 *   type ProviderRules,
 * } from 'ai-tool-call-resilience';
 *
 * const rules: ProviderRules = { toolCallId: /^[a-z0-9]{1,32}$/i };
 * const middleware = danglingToolCallMiddleware({ rules });
 * ```
 */
export interface ProviderRules {
  /** Ids that it takes; each other one becomes nine letters and digits. */
  toolCallId?: RegExp | undefined;
  /** Whether an id may stand for one call of the whole history only. */
  uniqueIds?: boolean | undefined;
  /** Whether results have to stand in the order of their calls. */
  resultsInCallOrder?: boolean | undefined;
  /** Whether nothing may stand behind a call in an assistant message. */
  callsLast?: boolean | undefined;
  /** Whether a result has to hold something. */
  nonEmptyResults?: boolean | undefined;
  /** Whether assistant messages in a row have to be one. */
  joinAssistants?: boolean | undefined;
  /** Text of a user message to put in front of an assistant's first one. */
  opening?: string | undefined;
  /** Text of an assistant message to put between a tool and a user message. */
  bridge?: string | undefined;
  /**
   * Whether it takes a provider-executed call back in its native form, with
   * the result if there is one. What it does not take becomes an ordinary call
   * that a tool message answers.
   */
  canReplay?:
    | ((call: ProviderRulesPart, result?: ProviderRulesPart) => boolean)
    | undefined;
}
