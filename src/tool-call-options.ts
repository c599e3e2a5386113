import type { ProviderRules } from './provider-rules.js';
import type { ToolCallReport, UnansweredReason } from './tool-call-report.js';

/** A call that is answered in place of its tool. */
export interface UnansweredToolCall {
  toolCallId: string;
  toolName: string;
  /** Input of the call, always an object. */
  input: unknown;
  reason: UnansweredReason;
  /** What the user gave as the reason, where a call was denied. */
  denialReason?: string;
  /** Index of the call's message in the history that was handed in. */
  messageIndex: number;
}

/** Any output that a tool result of the SDK can have. */
export interface ToolResultOutput {
  type: string;
  [key: string]: unknown;
}

/**
 * What an unanswered call is answered with: one text for all, a text per
 * reason, or a function. Texts become `error-text` outputs; for a blank one,
 * and for a function that throws or returns nothing, the default text is sent.
 * Where the user gave a reason for a denial, only a function overrides it. An
 * output must be one that the SDK knows: ai 5 has no `execution-denied`.
 */
export type Placeholder =
  | string
  | Partial<Record<UnansweredReason, string>>
  | ((call: UnansweredToolCall) => string | ToolResultOutput | undefined);

/** Options of every function of the package; all may be left out. */
export interface ToolCallOptions {
  /**
   * What an unanswered call is answered with. Keep it constant (no time, no
   * random id), so that the provider's prompt cache stays warm.
   * Default: an English text per reason.
   */
  placeholder?: Placeholder | undefined;
  /**
   * Whether an unanswered call is answered with an error result or removed,
   * together with the reasoning that led to it and its approval parts.
   * Default: `'answer'`.
   */
  unanswered?: 'answer' | 'remove' | undefined;
  /**
   * Whether a result without a call is dropped or kept as a delimited note in
   * the user role. Default: `'drop'`.
   */
  orphans?: 'drop' | 'text' | undefined;
  /**
   * Look at the last messages of the history only, at this many at the least:
   * a call is never cut off from its results. Default: all.
   */
  scanLast?: number | undefined;
  /**
   * What the provider needs beyond the strict shape: `'auto'` chooses by the
   * model, `{}` is nothing. Without a model, as in `reconcileToolCalls`, only
   * rules of your own apply. Default: `'auto'`.
   */
  rules?: 'auto' | ProviderRules | undefined;
  /**
   * Called once per repaired request: for each attempt of the SDK and each step
   * whose messages hold a fault. It may be async and is not awaited; what it
   * throws or rejects with is ignored.
   */
  onRepair?: ((report: ToolCallReport) => unknown) | undefined;
  /**
   * Whether a repair is told as an SDK warning, once per call and fault.
   * Default: `true`.
   */
  warn?: boolean | undefined;
}
