import type { ModelMessage } from 'ai';
import { outcomeUnknown, type Placeholder } from '../src/index.js';

/** What each tool of a shop assistant is answered with in its place. */
export function placeholderPerTool(
  messages: readonly ModelMessage[],
): Placeholder {
  return ({ toolName, reason, messageIndex }) => {
    switch (toolName) {
      // A question to the user: what the user wrote next is the answer.
      case 'ask_user':
        return nextUserText(messages, messageIndex);
      // It may have been paid: the model is to look before it pays again.
      case 'pay':
        return outcomeUnknown[reason];
      // The default text.
      default:
        return undefined;
    }
  };
}

function nextUserText(messages: readonly ModelMessage[], index: number) {
  const next = messages.slice(index + 1).find(({ role }) => role === 'user');
  const content = next?.content ?? '';
  const value =
    typeof content === 'string'
      ? content
      : content
          .map(part => (part.type === 'text' ? part.text : ''))
          .join('\n')
          .trim();
  return { type: 'text', value };
}
