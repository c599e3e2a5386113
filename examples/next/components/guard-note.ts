import type { DynamicToolUIPart, ToolUIPart } from 'ai';
import { en } from 'ai-tool-call-resilience/locales';

// The text of a closed call is constant, so it tells that the guard wrote it.
const NOTES: Record<string, string> = {
  [en.interrupted]: 'It was interrupted and has no result.',
  [en['approval-unanswered']]:
    'You wrote on without answering, so it did not run.',
  [en['approved-not-run']]: 'You approved it, but it did not run.',
  [en['unreadable-input']]: 'Its input could not be read, so it did not run.',
};

/** What the guard did to a tool call, if it did anything. */
export function guardNote(
  part: ToolUIPart | DynamicToolUIPart,
): string | undefined {
  const text =
    part.state === 'output-denied' ? part.approval.reason : part.errorText;
  return text === undefined ? undefined : NOTES[text];
}
