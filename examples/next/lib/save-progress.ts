import {
  isToolUIPart,
  readUIMessageStream,
  type UIMessage,
  type UIMessageChunk,
} from 'ai';

/**
 * Saves the chat each time a tool call changes, so that a server that dies in
 * the middle leaves the call behind and not a chat without it.
 */
export async function saveProgress(
  stream: ReadableStream<UIMessageChunk>,
  messages: UIMessage[],
  save: (messages: UIMessage[]) => Promise<void>,
): Promise<void> {
  const last = messages.at(-1);
  // After an approval or a client-side tool the last message is continued.
  const continued = last?.role === 'assistant' ? last : undefined;
  const earlier = continued ? messages.slice(0, -1) : messages;

  for await (const message of readUIMessageStream({
    stream,
    ...(continued && { message: continued }),
  })) {
    const part = message.parts.at(-1);
    if (part && isToolUIPart(part)) await save([...earlier, message]);
  }
}
