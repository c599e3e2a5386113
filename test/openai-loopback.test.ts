import { createOpenAI } from '@ai-sdk/openai';
import {
  generateText,
  type ModelMessage,
  streamText,
  wrapLanguageModel,
} from 'ai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { danglingToolCallMiddleware, reconcileStep } from '../src/index.js';
import { throwsBeforeMiddleware } from './sdk-major.js';
import {
  type ChatMessage,
  type OpenAIChatServer,
  rules,
  startOpenAIChatServer,
} from './servers/openai-chat.js';

(globalThis as { AI_SDK_LOG_WARNINGS?: unknown }).AI_SDK_LOG_WARNINGS = false;

const user = (text: string): ModelMessage => ({ role: 'user', content: text });
const calls = (...ids: string[]): ModelMessage => ({
  role: 'assistant',
  content: ids.map(id => ({
    type: 'tool-call' as const,
    toolCallId: id,
    toolName: 'weather',
    input: { city: 'Oslo' },
  })),
});
const results = (...ids: string[]): ModelMessage => ({
  role: 'tool',
  content: ids.map(id => ({
    type: 'tool-result' as const,
    toolCallId: id,
    toolName: 'weather',
    output: { type: 'text' as const, value: `real ${id}` },
  })),
});

const histories: Record<string, ModelMessage[]> = {
  'a single gap': [user('weather?'), calls('call_1'), user('still there?')],
  'a partial parallel gap': [
    user('weather?'),
    calls('call_1', 'call_2', 'call_3'),
    results('call_2'),
    user('and?'),
  ],
  'a trailing gap': [user('weather?'), calls('call_1')],
  'gaps in three turns': [
    user('one'),
    calls('call_1'),
    user('two'),
    calls('call_2', 'call_3'),
    results('call_3'),
    user('three'),
    calls('call_4'),
    user('four'),
  ],
};

let server: OpenAIChatServer;
beforeAll(async () => {
  server = await startOpenAIChatServer();
});
afterAll(() => server.close());

const createModel = () =>
  createOpenAI({ baseURL: server.url, apiKey: 'test' }).chat('gpt-5');
const guarded = () => ({
  model: wrapLanguageModel({
    model: createModel(),
    middleware: danglingToolCallMiddleware(),
  }),
  prepareStep: reconcileStep(),
});

const generate = async (
  settings: Pick<Parameters<typeof generateText>[0], 'model' | 'prepareStep'>,
  messages: ModelMessage[],
) => (await generateText({ ...settings, messages, maxRetries: 0 })).text;

const stream = async (
  settings: Pick<Parameters<typeof streamText>[0], 'model' | 'prepareStep'>,
  messages: ModelMessage[],
) => {
  let failure: unknown;
  const result = streamText({
    ...settings,
    messages,
    maxRetries: 0,
    onError: ({ error }) => {
      failure = error;
    },
  });
  await result.consumeStream();
  if (failure) throw failure;
  return result.text;
};

describe.each([
  ['generateText', generate],
  ['streamText', stream],
] as const)('%s against the rules of OpenAI', (_name, call) => {
  it.each(Object.entries(histories))(
    'should be refused without the guard: %s',
    async (_history, messages) => {
      const error = await call({ model: createModel() }, messages).catch(
        reason => reason,
      );
      if (!throwsBeforeMiddleware) {
        expect(error.statusCode).toBe(400);
        expect(error.message).toMatch(
          /^An assistant message with 'tool_calls' must be followed by tool messages/,
        );
      } else {
        expect(error.name).toBe('AI_MissingToolResultsError');
      }
    },
  );

  it.each(Object.entries(histories))(
    'should be accepted with the guard: %s',
    async (_history, messages) => {
      expect(await call(guarded(), messages)).toBe('Done.');

      const sent = server.requests.at(-1)?.messages ?? [];
      const texts = sent
        .filter(({ role }) => role === 'tool')
        .map(({ content }) => String(content));
      const gaps = messages.flatMap(({ role, content }) =>
        role === 'assistant' && Array.isArray(content) ? content : [],
      ).length;
      expect(texts).toHaveLength(gaps);
      const real = messages.flatMap(({ role, content }) =>
        role === 'tool' && Array.isArray(content) ? content : [],
      ).length;
      expect(texts.filter(text => text.includes('real'))).toHaveLength(real);
      expect(
        texts.filter(text => text.includes('was interrupted')),
      ).toHaveLength(gaps - real);
    },
  );

  if (!throwsBeforeMiddleware) {
    it('should need the middleware alone', async () => {
      const { model } = guarded();
      const messages = histories['gaps in three turns'] ?? [];
      expect(await call({ model }, messages)).toBe('Done.');
    });
  }
});

describe('the loopback server', () => {
  const call = (id: string): ChatMessage => ({
    role: 'assistant',
    tool_calls: [
      { id, type: 'function', function: { name: 'ls', arguments: '{}' } },
    ],
  });
  const tool = (id: string): ChatMessage => ({
    role: 'tool',
    tool_call_id: id,
    content: 'ok',
  });
  const post = async (messages: ChatMessage[]) => {
    const response = await fetch(`${server.url}/chat/completions`, {
      method: 'POST',
      headers: { authorization: 'Bearer test' },
      body: JSON.stringify({ model: 'gpt-5', messages }),
    });
    return { status: response.status, body: await response.json() };
  };

  it('should accept a history that breaks no rule', async () => {
    const { status } = await post([call('a'), tool('a'), { role: 'user' }]);
    expect(status).toBe(200);
  });

  it.each([
    [
      'every call is answered',
      [call('a'), { role: 'user' }],
      'must be followed',
    ],
    ['a tool message answers', [tool('a')], 'must be a response'],
  ] as const)(
    'should refuse one that breaks only: %s',
    async (name, messages, text) => {
      const broken = rules.filter(({ check }) => check([...messages]));
      expect(broken.map(rule => rule.name.startsWith(name))).toEqual([true]);
      const { status, body } = await post([...messages]);
      expect(status).toBe(400);
      expect(body).toMatchObject({
        error: {
          message: expect.stringContaining(text),
          type: 'invalid_request_error',
        },
      });
    },
  );

  it('should refuse a wrong key as OpenAI does', async () => {
    const strict = await startOpenAIChatServer({ apiKey: 'right' });
    const model = createOpenAI({ baseURL: strict.url, apiKey: 'wrong' });
    await expect(
      generate({ model: model.chat('gpt-5') }, [user('hello')]),
    ).rejects.toMatchObject({ statusCode: 401 });
    await strict.close();
  });
});
