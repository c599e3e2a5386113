import { createAnthropic } from '@ai-sdk/anthropic';
import {
  generateText,
  jsonSchema,
  type ModelMessage,
  stepCountIs,
  tool,
  wrapLanguageModel,
} from 'ai';
import { afterAll, expect, it } from 'vitest';
import { danglingToolCallMiddleware, reconcileStep } from '../src/index.js';
import { sdkMajor } from './sdk-major.js';
import { anthropic } from './servers/anthropic.js';
import { providers } from './servers/providers.js';
import { startStrictServer } from './servers/strict-server.js';

const servers: Array<{ close(): Promise<void> }> = [];
afterAll(() => Promise.all(servers.map(server => server.close())));

const search = {
  type: 'server_tool_use',
  id: 'srvtoolu_01ABC',
  name: 'web_search',
  input: { query: 'weather in Oslo' },
};
const searched = {
  type: 'web_search_tool_result',
  tool_use_id: search.id,
  content: [
    {
      type: 'web_search_result',
      url: 'https://example.com/oslo',
      title: 'Oslo: sunny',
      encrypted_content: 'c2VjcmV0',
      page_age: null,
    },
  ],
};

/** What each provider answers when it calls a tool. */
const callReplies: Record<string, (id: number, name: string) => object> = {
  anthropic: (id, name) => ({
    ...anthropic.reply({ messages: [] }),
    content: [
      // The first answer of the chat comes from a search.
      ...(id === 1 ? [search, searched] : []),
      { type: 'text', text: `Text ${id}.` },
      { type: 'tool_use', id: `toolu_0${id}`, name, input: {} },
    ],
    stop_reason: 'tool_use',
  }),
  google: (id, name) => ({
    candidates: [
      {
        content: {
          role: 'model',
          parts: [
            { text: `Text ${id}.` },
            { functionCall: { name, args: {} } },
          ],
        },
        finishReason: 'STOP',
      },
    ],
  }),
  mistral: (id, name) => ({
    id: 'chat_1',
    object: 'chat.completion',
    created: 0,
    model: 'mistral-large-latest',
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: `Text ${id}.`,
          tool_calls: [
            {
              id: `mistral${String(id).padStart(2, '0')}`,
              type: 'function',
              function: { name, arguments: '{}' },
            },
          ],
        },
        finish_reason: 'tool_calls',
      },
    ],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  }),
  'openai responses': (id, name) => ({
    ...providers['openai responses']?.protocol.reply({}),
    output: [
      {
        type: 'message',
        id: `msg_${id}`,
        role: 'assistant',
        status: 'completed',
        content: [
          { type: 'output_text', text: `Text ${id}.`, annotations: [] },
        ],
      },
      {
        type: 'function_call',
        id: `fc_${id}`,
        call_id: `call_${id}`,
        name,
        arguments: '{}',
        status: 'completed',
      },
    ],
  }),
};

/** ai 7 has the messages of all steps under a name of their own. */
function responseMessagesOf(result: {
  response: { messages: unknown[] };
  responseMessages?: unknown[];
}): ModelMessage[] {
  const { response, responseMessages = response.messages } = result;
  return responseMessages as ModelMessage[];
}

const inputSchema = jsonSchema<object>({ type: 'object', properties: {} });

(globalThis as { AI_SDK_LOG_WARNINGS?: unknown }).AI_SDK_LOG_WARNINGS = false;

it('should go from provider to provider with an aborted tool in each', async () => {
  const messages: ModelMessage[] = [];
  const said: string[] = [];
  let calls = 0;

  /** Asks twice: for a tool that answers, and for one that is aborted. */
  async function stretch(name: string) {
    const provider = providers[name];
    if (!provider) throw new Error(`No provider ${name}`);
    const replies = ['lookup', undefined, 'slow'];
    const server = await startStrictServer(provider.protocol, request => {
      const tool = replies.shift();
      if (tool === undefined) return provider.protocol.reply(request);
      said.push(`Text ${++calls}.`);
      return callReplies[name]?.(calls, tool) ?? {};
    });
    servers.push(server);
    const model = wrapLanguageModel({
      model: provider.createModel(server.url) as never,
      middleware: danglingToolCallMiddleware(),
    });
    for (const kind of ['lookup', 'slow']) {
      const question = `Question ${kind} for ${name} after ${calls}`;
      said.push(question);
      messages.push({ role: 'user', content: question });
      const result = await generateText({
        model,
        messages,
        maxRetries: 0,
        stopWhen: stepCountIs(2),
        ...(sdkMajor > 5 && { prepareStep: reconcileStep() as never }),
        tools: {
          lookup: tool({
            inputSchema,
            execute: () => {
              said.push(`found ${calls}`);
              return `found ${calls}`;
            },
          }),
          // Nobody runs it: the chat is stopped while it is open.
          slow: tool({ inputSchema }),
          ...(name === 'anthropic' && {
            web_search: createAnthropic().tools.webSearch_20250305({}) as never,
          }),
        },
      });
      messages.push(...responseMessagesOf(result));
    }
    const requests = server.requests.map(request => JSON.stringify(request));
    expect(requests).toHaveLength(3);
    return requests as [string, string, string];
  }

  await stretch('anthropic');
  for (const name of ['google', 'mistral', 'openai responses']) {
    for (const request of await stretch(name)) {
      expect(request).toContain('Oslo: sunny');
      expect(request).not.toContain('server_tool_use');
    }
  }
  const [, , last] = await stretch('anthropic');

  // All but the answer to the last request itself.
  for (const text of said.slice(0, -1)) expect(last).toContain(text);
  const blocks = JSON.parse(last).messages.flatMap(
    ({ content }: { content: object[] }) => content,
  );
  expect(blocks).toContainEqual(search);
  expect(blocks).toContainEqual(searched);
  expect(last.match(/was interrupted/g)).toHaveLength(4);
});
