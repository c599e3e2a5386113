import type { UnansweredReason } from './tool-call-report.js';

/** What a call without a result is answered with, by the reason. */
export const placeholderTexts: Readonly<Record<UnansweredReason, string>> = {
  interrupted: '[Tool call was interrupted and did not return a result.]',
  'approval-unanswered':
    '[Tool call was not run: the user did not answer the request to approve it.]',
  denied: '[Tool call was not run: the user denied it.]',
  'approved-not-run': '[Tool call was approved by the user but was not run.]',
  'unreadable-input':
    '[Tool call was not run: its input was not a readable JSON object.]',
};
