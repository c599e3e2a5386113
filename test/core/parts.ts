/** Parts and messages of the tests that look at a step of the core itself. */

export const call = (toolCallId: unknown, more = {}) => ({
  type: 'tool-call',
  toolCallId,
  toolName: 'ls',
  input: {},
  ...more,
});

export const result = (toolCallId: unknown, more = {}) => ({
  type: 'tool-result',
  toolCallId,
  toolName: 'ls',
  output: { type: 'text', value: `of ${toolCallId}` },
  ...more,
});

export const text = { type: 'text', text: 't' };

export const assistant = (...content: unknown[]) => ({
  role: 'assistant',
  content,
});

export const tool = (...content: unknown[]) => ({ role: 'tool', content });

export const user = { role: 'user', content: [text] };
