import {
  type PlaceholderTexts,
  placeholderTexts,
} from './placeholder-texts.js';
import { withOutcomeUnknown } from './with-outcome-unknown.js';

/**
 * Placeholder texts for tools that change something (payments, mails, orders):
 * they tell the model that the action may have taken effect, and to check
 * before it repeats it. A call that certainly was not run says so as before.
 * In other languages: `ai-tool-call-resilience/locales`.
 *
 * @example
 * ```ts
 * import {
 *   danglingToolCallMiddleware,
 *   outcomeUnknown,
 * } from 'ai-tool-call-resilience';
 *
 * const middleware = danglingToolCallMiddleware({
 *   placeholder: outcomeUnknown,
 * });
 * ```
 */
export const outcomeUnknown: PlaceholderTexts =
  /* @__PURE__ */ withOutcomeUnknown(placeholderTexts, {
    interrupted:
      '[Tool call was interrupted and did not return a result. Its action may have taken effect. Check whether it did before you repeat it.]',
    'approved-not-run':
      '[Tool call was approved by the user but did not return a result. Its action may have taken effect. Check whether it did before you repeat it.]',
  });
