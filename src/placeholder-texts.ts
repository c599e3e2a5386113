import type { UnansweredReason } from './tool-call-report.js';

/**
 * A text per reason, complete: usable as the option `placeholder`. The texts
 * are constant, so that the provider's prompt cache stays warm.
 */
export type PlaceholderTexts = Readonly<Record<UnansweredReason, string>>;

/** What a call without a result is answered with, by the reason. */
export const placeholderTexts: PlaceholderTexts = {
  interrupted: '[Tool call was interrupted and did not return a result.]',
  'approval-unanswered':
    '[Tool call was not run: the user did not answer the request to approve it.]',
  denied: '[Tool call was not run: the user denied it.]',
  'approved-not-run': '[Tool call was approved by the user but was not run.]',
  'unreadable-input':
    '[Tool call was not run: its input was not a readable JSON object.]',
};
