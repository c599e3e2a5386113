import * as sdk from 'ai';
import {
  Experimental_Agent as ExperimentalAgent,
  generateText,
  type ModelMessage,
  streamText,
  tool,
  wrapLanguageModel,
  wrapProvider,
} from 'ai';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createMockModel } from '#mock-model';
import {
  danglingToolCallMiddleware,
  reconcileStep,
  reconcileToolCalls,
  type ToolCallOptions,
} from '../src/index.js';
import { deepFreeze } from './deep-freeze.js';
import { logsWarnings, throwsBeforeMiddleware } from './sdk-major.js';

const globals = globalThis as { AI_SDK_LOG_WARNINGS?: unknown };
beforeEach(() => {
  globals.AI_SDK_LOG_WARNINGS = false;
});
afterEach(() => {
  globals.AI_SDK_LOG_WARNINGS = undefined;
  vi.restoreAllMocks();
});

const INTERRUPTED = '[Tool call was interrupted and did not return a result.]';

const stopped: ModelMessage[] = deepFreeze([
  { role: 'user', content: 'What is the weather in Oslo?' },
  {
    role: 'assistant',
    content: [
      {
        type: 'tool-call',
        toolCallId: 'call_1',
        toolName: 'weather',
        input: { city: 'Oslo' },
      },
    ],
  },
  { role: 'user', content: 'Are you there?' },
]);

function guard(model = createMockModel(), options: ToolCallOptions = {}) {
  return {
    model: wrapLanguageModel({
      model,
      middleware: danglingToolCallMiddleware(options),
    }),
    prepareStep: reconcileStep({ ...options, warn: false }),
    maxRetries: 0,
  };
}

/** A prompt that ai 6 and 7 let through to the middleware as well. */
const displaced: ModelMessage[] = deepFreeze([
  { role: 'user', content: 'What is the weather in Oslo?' },
  stopped[1] as ModelMessage,
  { role: 'assistant', content: 'One moment.' },
  {
    role: 'tool',
    content: [
      {
        type: 'tool-result',
        toolCallId: 'call_1',
        toolName: 'weather',
        output: { type: 'text', value: 'sunny' },
      },
    ],
  },
  { role: 'user', content: 'And?' },
]);

describe('danglingToolCallMiddleware', () => {
  it('should send the same prompt from generateText and streamText', async () => {
    const generated = createMockModel();
    await generateText({ ...guard(generated), messages: stopped });
    const streamed = createMockModel();
    await streamText({ ...guard(streamed), messages: stopped }).consumeStream();

    const prompt = generated.doGenerateCalls[0]?.prompt;
    expect(streamed.doStreamCalls[0]?.prompt).toEqual(prompt);
    expect(prompt?.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'user',
    ]);
    expect(prompt?.[2]).toMatchObject({
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: 'call_1',
          toolName: 'weather',
          output: { type: 'error-text', value: INTERRUPTED },
          providerOptions: {
            toolCallResilience: { synthetic: true, reason: 'interrupted' },
          },
        },
      ],
    });
  });

  it('should hand on the very prompt where nothing is wrong', async () => {
    const middleware = danglingToolCallMiddleware();
    const params = { prompt: [{ role: 'user', content: [] }] };
    const result = await middleware.transformParams({
      type: 'generate',
      params,
      model: undefined,
    });
    expect(result).toBe(params);
  });

  it('should pass params through that hold no prompt', async () => {
    const middleware = danglingToolCallMiddleware();
    const params = { prompt: undefined } as never;
    expect(
      await middleware.transformParams({
        type: 'stream',
        params,
        model: undefined,
      }),
    ).toBe(params);
  });

  it('should work in an array of middlewares and in wrapProvider', async () => {
    const model = createMockModel();
    const provider = wrapProvider({
      provider: {
        languageModel: () => model,
        ...({
          embeddingModel: () => model,
          textEmbeddingModel: () => model,
          imageModel: () => model,
        } as object),
        // Each major wants other models here; only the language model is used.
      } as never,
      languageModelMiddleware: [danglingToolCallMiddleware()],
    });
    await generateText({
      model: provider.languageModel('any'),
      messages: displaced,
    });
    expect(model.doGenerateCalls[0]?.prompt.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'assistant',
      'user',
    ]);
  });

  it('should hold in the steps of a run that calls tools', async () => {
    const model = createMockModel(
      {
        toolCalls: [
          {
            toolCallId: 'call_2',
            toolName: 'weather',
            input: { city: 'Rome' },
          },
        ],
      },
      { text: 'Sunny.' },
    );
    const onRepair = vi.fn();
    const result = await generateText({
      ...guard(model, { onRepair }),
      messages: stopped,
      tools: {
        weather: tool({
          inputSchema: z.object({ city: z.string() }),
          execute: async () => 'sunny',
        }),
      },
      stopWhen: sdk.stepCountIs(3),
    });
    expect(result.text).toBe('Sunny.');
    expect(model.doGenerateCalls[1]?.prompt.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'user',
      'assistant',
      'tool',
    ]);
  });

  it('should hold in an agent', async () => {
    const model = createMockModel({ text: 'Sunny.' });
    // ToolLoopAgent is its name from ai 6 on.
    const Agent =
      (sdk as unknown as { ToolLoopAgent?: typeof ExperimentalAgent })
        .ToolLoopAgent ?? ExperimentalAgent;
    const agent = new Agent(guard(model));
    expect((await agent.generate({ messages: stopped })).text).toBe('Sunny.');
    const streamed = await agent.stream({ messages: stopped });
    // ai 5.0.0 resolves no text of a stream that nobody reads.
    await streamed.consumeStream();
    expect(await streamed.text).toBe('Sunny.');
    const prompts = [...model.doGenerateCalls, ...model.doStreamCalls].map(
      ({ prompt }) => prompt.map(({ role }) => role),
    );
    expect(prompts).toEqual(
      Array(2).fill(['user', 'assistant', 'tool', 'user']),
    );
  });

  it('should let a late real result take the place of a persisted one', async () => {
    const stored = reconcileToolCalls(stopped, { warn: false });
    const late = [
      ...stored,
      displaced[3] as ModelMessage,
      { role: 'user', content: 'Thanks.' } as ModelMessage,
    ];
    const model = createMockModel();
    await generateText({ ...guard(model), messages: late });
    const prompt = model.doGenerateCalls[0]?.prompt;
    expect(prompt?.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'user',
      'user',
    ]);
    expect(prompt?.[2]).toMatchObject({
      content: [{ output: { type: 'text', value: 'sunny' } }],
    });
  });

  if (throwsBeforeMiddleware) {
    it('should come too late for a gap without reconcileStep', async () => {
      const model = createMockModel();
      const { model: guarded } = guard(model);
      await expect(
        generateText({ model: guarded, messages: stopped }),
      ).rejects.toMatchObject({ name: 'AI_MissingToolResultsError' });
      expect(model.doGenerateCalls).toEqual([]);
    });

    it('should need no step where the messages are reconciled', async () => {
      const model = createMockModel({ text: 'Yes.' });
      const { text } = await generateText({
        model,
        messages: reconcileToolCalls(stopped, { warn: false }),
      });
      expect(text).toBe('Yes.');
    });
  }
});

describe('warnings', () => {
  const text = throwsBeforeMiddleware
    ? 'Reconciled tool call history: 1 displaced-result'
    : 'Injecting 1 placeholder tool result(s) for dangling tool calls';
  // ai 6 and 7 need reconcileStep for a gap, which leaves nothing to do.
  const messages = throwsBeforeMiddleware ? displaced : stopped;
  const wrap = (model = createMockModel(), options: ToolCallOptions = {}) =>
    wrapLanguageModel({
      model,
      middleware: danglingToolCallMiddleware(options),
    });

  it('should show once in the result of generateText', async () => {
    const model = wrap();
    const first = await generateText({ model, messages });
    expect(first.warnings).toEqual([{ type: 'other', message: text }]);
    const second = await generateText({ model, messages });
    expect(second.warnings).toEqual([]);
  });

  it('should show in the stream-start part of streamText', async () => {
    const result = streamText({ model: wrap(), messages });
    await result.consumeStream();
    expect(await result.warnings).toEqual([{ type: 'other', message: text }]);
  });

  it('should be silent with `warn: false`', async () => {
    const model = wrap(createMockModel(), { warn: false });
    expect((await generateText({ model, messages })).warnings).toEqual([]);
  });

  it('should go to the logger of the SDK', async () => {
    const logger = vi.fn();
    globals.AI_SDK_LOG_WARNINGS = logger;
    await generateText({ model: wrap(), messages });
    const logged = JSON.stringify(logger.mock.calls);
    expect(logged.includes(text)).toBe(logsWarnings);
  });

  it('should show with the attempt that succeeds', async () => {
    const model = createMockModel();
    const doGenerate = model.doGenerate.bind(model);
    let attempts = 0;
    model.doGenerate = async options => {
      attempts++;
      if (attempts === 1) {
        throw new sdk.APICallError({
          message: 'overloaded',
          url: '',
          requestBodyValues: {},
          isRetryable: true,
          responseHeaders: { 'retry-after-ms': '1' },
        });
      }
      return doGenerate(options);
    };
    const { warnings } = await generateText({ model: wrap(model), messages });
    expect(attempts).toBe(2);
    expect(warnings).toEqual([{ type: 'other', message: text }]);
  });

  it('should be put in front of a stream without a stream-start part', async () => {
    const middleware = danglingToolCallMiddleware();
    const params = await middleware.transformParams({
      type: 'stream',
      params: { prompt: displaced },
      model: undefined,
    });
    const { stream } = await middleware.wrapStream({
      doStream: async () => ({
        stream: sdk.simulateReadableStream({ chunks: [{ type: 'finish' }] }),
      }),
      params,
      model: undefined,
    });
    const chunks: unknown[] = [];
    for await (const chunk of stream as unknown as AsyncIterable<unknown>) {
      chunks.push(chunk);
    }
    expect(chunks).toEqual([
      {
        type: 'stream-start',
        warnings: [expect.objectContaining({ type: 'other' })],
      },
      { type: 'finish' },
    ]);
  });

  describe('of the functions', () => {
    const fresh = (id: string): ModelMessage[] =>
      JSON.parse(JSON.stringify(stopped).replace('call_1', id));

    it('should be silent with AI_SDK_LOG_WARNINGS = false', () => {
      const log = vi.spyOn(console, 'warn').mockImplementation(() => {});
      reconcileToolCalls(fresh('silent'));
      expect(log).not.toHaveBeenCalled();
    });

    it('should go to a logger in the form of every major', () => {
      const logger = vi.fn();
      globals.AI_SDK_LOG_WARNINGS = logger;
      reconcileToolCalls(fresh('logger'));
      reconcileToolCalls(fresh('logger'));
      expect(logger).toHaveBeenCalledTimes(1);
      const [given] = logger.mock.calls[0] ?? [];
      const warning = {
        type: 'other',
        message:
          'Injecting 1 placeholder tool result(s) for dangling tool calls',
      };
      expect([...given]).toEqual([warning]);
      expect(given.warnings).toEqual([warning]);
    });

    it('should go to the console by default', () => {
      globals.AI_SDK_LOG_WARNINGS = undefined;
      const log = vi.spyOn(console, 'warn').mockImplementation(() => {});
      reconcileToolCalls(fresh('console'));
      expect(log.mock.calls).toEqual([
        [
          'AI SDK Warning: Injecting 1 placeholder tool result(s) for dangling tool calls',
        ],
      ]);
    });
  });
});

describe('onRepair', () => {
  it('should get a report without inputs and outputs', async () => {
    const onRepair = vi.fn();
    await generateText({
      model: wrapLanguageModel({
        model: createMockModel(),
        middleware: danglingToolCallMiddleware({ onRepair }),
      }),
      messages: displaced,
    });
    expect(onRepair.mock.calls).toEqual([
      [
        {
          operation: 'generate',
          provider: 'mock-provider',
          modelId: 'mock-model-id',
          counts: { 'displaced-result': 1 },
          repairs: [
            {
              fault: 'displaced-result',
              action: 'moved',
              toolCallId: 'call_1',
              toolName: 'weather',
              messageIndex: 3,
            },
          ],
        },
      ],
    ]);
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('broken');
      },
    ],
    ['rejects', () => Promise.reject(new Error('broken'))],
  ])('should not break the call where it %s', async (_how, onRepair) => {
    const rejections = vi.fn();
    process.on('unhandledRejection', rejections);
    const { text } = await generateText({
      ...guard(createMockModel({ text: 'Yes.' }), { onRepair }),
      messages: stopped,
    });
    await new Promise(resolve => setTimeout(resolve, 5));
    process.off('unhandledRejection', rejections);
    expect(text).toBe('Yes.');
    expect(rejections).not.toHaveBeenCalled();
  });
});

describe('reconcileStep', () => {
  it('should hand on what the own prepareStep returns', async () => {
    const model = createMockModel();
    const other = createMockModel({ text: 'other' });
    const { text } = await generateText({
      model,
      messages: [{ role: 'user', content: 'Hello' }],
      prepareStep: reconcileStep({ warn: false }, () => ({
        model: other,
        messages: stopped as ModelMessage[],
      })),
    });
    expect(text).toBe('other');
    expect(model.doGenerateCalls).toEqual([]);
    expect(other.doGenerateCalls[0]?.prompt).toHaveLength(4);
  });

  it('should return the very settings where nothing is wrong', async () => {
    const settings = { messages: [{ role: 'user', content: 'Hello' }] };
    const step = reconcileStep({}, (_step: object) => settings);
    expect(await step({ messages: [] })).toBe(settings);
    expect(await reconcileStep()({ messages: [] })).toEqual({});
  });
});
