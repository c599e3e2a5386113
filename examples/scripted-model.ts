import { setTimeout as wait } from 'node:timers/promises';
import type { ChatRequest, Reply } from '../test/servers/openai-chat.js';

/**
 * Answers as a small model would: calls a tool for what it cannot know, and
 * talks about the results. It stands behind the loopback server, so that the
 * chat runs without a key.
 */
export function scriptedReply({ messages }: ChatRequest): Reply {
  const last = messages.at(-1);
  const text = String(last?.content ?? '').toLowerCase();
  const id = `call_${messages.length}`;

  if (last?.role === 'tool') {
    return { text: speak(`Here is what I found: ${last.content}`) };
  }
  if (text.includes('flight')) {
    return {
      text: speak('Let me search.'),
      toolCalls: [{ id, name: 'search_flights', arguments: { to: 'Oslo' } }],
    };
  }
  if (text.includes('weather')) {
    return {
      toolCalls: [{ id, name: 'weather', arguments: { city: 'Oslo' } }],
    };
  }
  const isInterrupted = messages.some(
    ({ role, content }) =>
      role === 'tool' && String(content).includes('was interrupted'),
  );
  return {
    text: speak(
      isInterrupted
        ? 'I am here. The search was interrupted and gave me nothing; shall I try again?'
        : 'I am here. Ask me for the weather or for a flight.',
    ),
  };
}

async function* speak(text: string): AsyncGenerator<string> {
  for (const word of text.split(/(?<= )/)) {
    await wait(20);
    yield word;
  }
}
