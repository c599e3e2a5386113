/** What a mock model answers to one call. */
export interface MockReply {
  text?: string;
  toolCalls?: Array<{ toolCallId: string; toolName: string; input: object }>;
}

/** The content parts of a reply, the same in every SDK major. */
export function replyContent({ text, toolCalls }: MockReply) {
  return [
    ...(text === undefined ? [] : [{ type: 'text' as const, text }]),
    ...toolCallParts(toolCalls),
  ];
}

/** The stream parts of a reply, but for the last one. */
export function replyChunks({ text, toolCalls }: MockReply) {
  return [
    { type: 'stream-start' as const, warnings: [] },
    ...(text === undefined
      ? []
      : [
          { type: 'text-start' as const, id: 't' },
          { type: 'text-delta' as const, id: 't', delta: text },
          { type: 'text-end' as const, id: 't' },
        ]),
    ...toolCallParts(toolCalls),
  ];
}

function toolCallParts(toolCalls: MockReply['toolCalls'] = []) {
  return toolCalls.map(({ input, ...call }) => ({
    type: 'tool-call' as const,
    ...call,
    input: JSON.stringify(input),
  }));
}

/** Takes the replies one by one; the last one is repeated. */
export function replyQueue(replies: MockReply[]): () => MockReply {
  let next = 0;
  return () => replies[Math.min(next++, replies.length - 1)] ?? { text: 'ok' };
}
