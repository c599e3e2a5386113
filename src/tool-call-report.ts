/**
 * What can be wrong with the tool calls of a message history.
 *
 * - `missing-result`: a call that nothing answers.
 * - `displaced-result`: a result that does not stand behind its call.
 * - `orphan-result`: a result whose call is not in the history.
 * - `duplicate-result`: a further result for a call that has one.
 * - `split-results`: the results of one message in several tool messages.
 * - `duplicate-call`: one call that was recorded twice.
 * - `reused-id`: two different calls of one message with the same id.
 * - `malformed-id`: a call without a usable id.
 * - `mismatched-id`: a result whose id differs from its call's in the
 *   characters that clean-up functions fold.
 * - `invalid-name`: a tool name that no provider takes, or a result that
 *   names another tool than its call.
 * - `invalid-input`: an input that is not an object.
 * - `open-provider-call`: a provider-executed call that can never finish.
 * - `displaced-approval`, `split-approvals`, `duplicate-approval`,
 *   `orphan-approval`: approval responses in the wrong place.
 * - `empty-result`: an error without a text, or any result without content
 *   where the provider refuses one.
 * - `empty-message`: an assistant or tool message without content.
 *
 * Only under the rules of a provider:
 *
 * - `invalid-id`: a call id that the provider does not take.
 * - `repeated-id`: an id that an earlier call has as well.
 * - `interleaved-calls`: other parts behind a call of their message.
 * - `unordered-results`: results in another order than their calls.
 * - `split-assistant`: two assistant messages in a row.
 * - `leading-assistant`: an assistant message in front of all user messages.
 * - `tool-then-user`: a user message directly behind a tool message.
 * - `foreign-provider-call`: a provider-executed call that this provider cannot
 *   take back, such as another provider's web search.
 */
export type ToolCallFaultKind =
  | 'missing-result'
  | 'displaced-result'
  | 'orphan-result'
  | 'duplicate-result'
  | 'split-results'
  | 'duplicate-call'
  | 'reused-id'
  | 'malformed-id'
  | 'mismatched-id'
  | 'invalid-name'
  | 'invalid-input'
  | 'open-provider-call'
  | 'displaced-approval'
  | 'split-approvals'
  | 'duplicate-approval'
  | 'orphan-approval'
  | 'empty-result'
  | 'empty-message'
  | ProviderRuleFaultKind;

/** What is a fault under the rules of a provider only. */
export type ProviderRuleFaultKind =
  | 'invalid-id'
  | 'repeated-id'
  | 'interleaved-calls'
  | 'unordered-results'
  | 'split-assistant'
  | 'leading-assistant'
  | 'tool-then-user'
  | 'foreign-provider-call';

/** Why a call has no result. */
export type UnansweredReason =
  /** It was running, or about to run, when the run ended. */
  | 'interrupted'
  /** The user was asked to approve it and wrote something else. */
  | 'approval-unanswered'
  /** The user refused it. */
  | 'denied'
  /** The user approved it, but it never ran. */
  | 'approved-not-run'
  /** Its input is not an object, so no tool can have taken it. */
  | 'unreadable-input';

/** One thing that is wrong with a history. Never holds inputs or outputs. */
export interface ToolCallFault {
  fault: ToolCallFaultKind;
  /** Why the call has no result; only beside `missing-result`. */
  reason?: UnansweredReason;
  /** Id of the call, as it stands in the history; empty where there is none. */
  toolCallId: string;
  /** Name of the tool, as it stands in the history; empty where unknown. */
  toolName: string;
  /** Index of the message in the history that was handed in. */
  messageIndex: number;
}

/** A fault and what was done about it. */
export interface ToolCallRepair extends ToolCallFault {
  action:
    | 'answered'
    | 'removed'
    | 'moved'
    | 'dropped'
    | 'kept-as-text'
    | 'merged'
    | 'renamed'
    | 'replaced'
    | 'converted'
    | 'inserted';
}

/**
 * What was done for one request; handed to `onRepair`. It never holds inputs,
 * outputs or texts. Ids and names that are longer than 512 characters are cut.
 */
export interface ToolCallReport {
  /**
   * Where the history was repaired: in the middleware (`generate`, `stream`),
   * by `reconcileToolCalls` (`messages`), by `reconcileStep` (`step`) or by
   * `reconcileUIToolCalls` (`ui`).
   */
  operation: 'generate' | 'stream' | 'messages' | 'step' | 'ui';
  /** Provider of the model, where it is known. */
  provider?: string;
  /** Id of the model, where it is known. */
  modelId?: string;
  /** Number of repairs by fault; faults that did not occur are absent. */
  counts: Partial<Record<ToolCallFaultKind, number>>;
  /** Every repair, in the order of the history. */
  repairs: ToolCallRepair[];
}
