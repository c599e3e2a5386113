import { readFile } from 'node:fs/promises';
import * as sdk from 'ai';
import {
  generateText,
  type ModelMessage,
  streamText,
  tool,
  wrapLanguageModel,
} from 'ai';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createMockModel } from '#mock-model';
import { placeholderPerTool } from '../examples/placeholder-per-tool.js';
import {
  danglingToolCallMiddleware,
  outcomeUnknown,
  reconcileStep,
  reconcileToolCalls,
  type ToolCallReport,
} from '../src/index.js';
import { deepFreeze } from './deep-freeze.js';
import { logsWarnings, sdkMajor } from './sdk-major.js';

const globals = globalThis as { AI_SDK_LOG_WARNINGS?: unknown };
beforeEach(() => {
  globals.AI_SDK_LOG_WARNINGS = false;
});
afterEach(() => {
  globals.AI_SDK_LOG_WARNINGS = undefined;
  vi.restoreAllMocks();
});

const calling = (toolName: string, toolCallId = 'call_1'): ModelMessage => ({
  role: 'assistant',
  content: [
    { type: 'tool-call', toolCallId, toolName, input: { city: 'Oslo' } },
  ],
});
const user = (content: string): ModelMessage => ({ role: 'user', content });

/** A run that was stopped: ai 6 and 7 need it repaired before a step. */
const stopped = (toolCallId?: string): ModelMessage[] =>
  deepFreeze([
    user('What is the weather in Oslo?'),
    calling('weather', toolCallId),
    user('Are you there?'),
  ]);

/** A prompt that all majors let through to the middleware. */
const displaced: ModelMessage[] = deepFreeze([
  user('What is the weather in Oslo?'),
  calling('weather'),
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
  user('And?'),
]);

const overloaded = () =>
  new sdk.APICallError({
    message: 'overloaded',
    url: '',
    requestBodyValues: {},
    isRetryable: true,
    responseHeaders: { 'retry-after-ms': '1' },
  });

/** A model that fails as often as it is told to, then answers. */
function failing(times: number) {
  const model = createMockModel({ text: 'Sunny.' });
  for (const method of ['doGenerate', 'doStream'] as const) {
    const answer = model[method].bind(model) as (options: never) => unknown;
    let failures = 0;
    model[method] = (async (options: never) => {
      if (failures++ < times) throw overloaded();
      return answer(options);
    }) as never;
  }
  return model;
}

describe('once', () => {
  it.each(['generate', 'stream'] as const)(
    'should be a report per attempt and a warning per history: %s',
    async operation => {
      const reports: ToolCallReport[] = [];
      const model = wrapLanguageModel({
        model: failing(1),
        middleware: danglingToolCallMiddleware({
          onRepair: report => reports.push(report),
        }),
      });
      const run = async () => {
        const settings = { model, messages: displaced, maxRetries: 1 };
        if (operation === 'generate') {
          return (await generateText(settings)).warnings;
        }
        const result = streamText(settings);
        await result.consumeStream();
        return result.warnings;
      };
      const warning = {
        type: 'other',
        message: 'Reconciled tool call history: 1 displaced-result',
      };
      expect(await run()).toEqual([warning]);
      expect(reports).toHaveLength(2);
      expect(reports[1]).toEqual(reports[0]);
      expect(reports[0]?.operation).toBe(operation);

      expect(await run()).toEqual([]);
      expect(reports).toHaveLength(3);
    },
  );

  it('should be a report per step that still holds the fault', async () => {
    const reports: ToolCallReport[] = [];
    const log = vi.spyOn(console, 'warn').mockImplementation(() => {});
    globals.AI_SDK_LOG_WARNINGS = undefined;
    const model = createMockModel(
      {
        toolCalls: [
          {
            toolCallId: 'call_2',
            toolName: 'weather',
            input: { city: 'Oslo' },
          },
        ],
      },
      { text: 'Sunny.' },
    );
    const run = () =>
      generateText({
        model,
        messages: stopped('call_in_steps'),
        tools: {
          weather: tool({
            inputSchema: z.object({ city: z.string() }),
            execute: async () => 'sunny',
          }),
        },
        stopWhen: sdk.stepCountIs(3),
        // Made anew for each request, as it mostly is.
        prepareStep: reconcileStep({
          onRepair: report => reports.push(report),
        }),
      });
    const { steps } = await run();
    expect(steps).toHaveLength(2);
    // ai 7 carries the messages of a step along to the next.
    expect(reports).toHaveLength(sdkMajor === 7 ? 1 : 2);
    expect(reports[0]).toEqual({
      operation: 'step',
      provider: 'mock-provider',
      modelId: 'mock-model-id',
      counts: { 'missing-result': 1 },
      repairs: [
        {
          fault: 'missing-result',
          action: 'answered',
          reason: 'interrupted',
          toolCallId: 'call_in_steps',
          toolName: 'weather',
          messageIndex: 1,
        },
      ],
    });
    await run();
    expect(
      log.mock.calls.filter(([line]) => `${line}`.includes('Injecting')),
    ).toEqual([
      [
        'AI SDK Warning: Injecting 1 placeholder tool result(s) for dangling tool calls',
      ],
    ]);
  });

  it('should be a report of the functions on each call', () => {
    const onRepair = vi.fn();
    const messages = stopped('call_in_function');
    reconcileToolCalls(messages, { onRepair });
    reconcileToolCalls(messages, { onRepair });
    expect(onRepair).toHaveBeenCalledTimes(2);
  });
});

describe('the model in a report', () => {
  it('should be the one that a step names by its id', async () => {
    const reports: ToolCallReport[] = [];
    const prepare = reconcileStep(
      { onRepair: report => reports.push(report), warn: false },
      () => ({ model: 'openai/gpt-5' }),
    );
    await prepare({ messages: stopped(), model: createMockModel() });
    expect(reports[0]).toMatchObject({ modelId: 'openai/gpt-5' });
    expect(reports[0]).not.toHaveProperty('provider');
  });
});

describe('the line that the SDK prints', () => {
  const printed = () => {
    globals.AI_SDK_LOG_WARNINGS = undefined;
    const lines: unknown[] = [];
    vi.spyOn(console, 'info').mockImplementation(() => {});
    vi.spyOn(console, 'warn').mockImplementation(line => {
      lines.push(line);
    });
    vi.spyOn(process, 'emitWarning').mockImplementation(line => {
      lines.push(line);
    });
    return lines;
  };
  const prefix =
    sdkMajor === 5
      ? 'AI SDK Warning:'
      : 'AI SDK Warning (mock-provider / mock-model-id):';
  const run = (messages: ModelMessage[]) =>
    generateText({
      model: wrapLanguageModel({
        model: createMockModel(),
        middleware: danglingToolCallMiddleware(),
      }),
      messages,
    });

  it('should tell of a moved result', async () => {
    const lines = printed();
    await run(displaced);
    expect(
      lines.includes(
        `${prefix} Reconciled tool call history: 1 displaced-result`,
      ),
    ).toBe(logsWarnings);
  });

  if (sdkMajor === 5) {
    it('should tell of placeholders', async () => {
      const lines = printed();
      await run(stopped());
      expect(
        lines.includes(
          'AI SDK Warning: Injecting 1 placeholder tool result(s) for dangling tool calls',
        ),
      ).toBe(logsWarnings);
    });
  } else {
    it('should tell of placeholders on a direct call', async () => {
      const lines = printed();
      const model = wrapLanguageModel({
        model: createMockModel(),
        middleware: danglingToolCallMiddleware(),
      });
      // Past the check of ai 6 and 7, as other frameworks call a model.
      const { warnings } = await model.doGenerate({
        prompt: stopped(),
      } as never);
      expect(warnings).toEqual([
        {
          type: 'other',
          message:
            'Injecting 1 placeholder tool result(s) for dangling tool calls',
        },
      ]);
      expect(lines).toEqual([]);
    });
  }
});

const OUTPUTS = [
  { type: 'text', value: 'gone' },
  { type: 'json', value: { outcome: 'unknown' } },
  { type: 'error-text', value: 'gone' },
  { type: 'error-json', value: { outcome: 'unknown' } },
  { type: 'content', value: [{ type: 'text', text: 'gone' }] },
  { type: 'execution-denied', reason: 'gone' },
];

describe.each(OUTPUTS)('a placeholder of the type $type', output => {
  const options = { placeholder: () => output, warn: false };
  /** The output that reached the model. */
  const sent = (model: ReturnType<typeof createMockModel>) => {
    const message = model.doGenerateCalls[0]?.prompt[2];
    const [part] = (message?.content ?? []) as Array<{ output: unknown }>;
    return part?.output;
  };
  const isKnown = sdkMajor > 5 || output.type !== 'execution-denied';

  it('should pass the SDK’s check of a step', async () => {
    const model = createMockModel({ text: 'Sunny.' });
    await generateText({
      model,
      messages: stopped(),
      prepareStep: reconcileStep(options),
    });
    expect(sent(model)).toEqual(output);
  });

  it('should pass the check of messages, or be one it does not know', async () => {
    const model = createMockModel({ text: 'Sunny.' });
    const messages = reconcileToolCalls(stopped(), options);
    const validation = sdk.modelMessageSchema.safeParse(messages[2]);
    expect(validation.success).toBe(isKnown);
    const result = generateText({ model, messages });
    if (isKnown) {
      await result;
      expect(sent(model)).toEqual(output);
    } else {
      await expect(result).rejects.toMatchObject({
        name: 'AI_InvalidPromptError',
      });
    }
  });
});

describe('the recipe for a placeholder per tool', () => {
  const answer = 'The blue one.';
  const history: ModelMessage[] = deepFreeze([
    user('Buy me a car.'),
    {
      role: 'assistant',
      content: ['ask_user', 'pay', 'weather'].map(toolName => ({
        type: 'tool-call' as const,
        toolCallId: toolName,
        toolName,
        input: {},
      })),
    },
    user(answer),
  ]);

  it.each([
    [
      'reconcileToolCalls',
      (messages: ModelMessage[]) => ({
        messages: reconcileToolCalls(messages, {
          placeholder: placeholderPerTool(messages),
          warn: false,
        }),
      }),
    ],
    [
      'reconcileStep',
      (messages: ModelMessage[]) => ({
        messages,
        prepareStep: (step: { messages: ModelMessage[] }) =>
          reconcileStep({
            placeholder: placeholderPerTool(step.messages),
            warn: false,
          })(step),
      }),
    ],
  ])(
    'should send the user’s answer, an unknown outcome and the default in %s',
    async (_name, settings) => {
      const model = createMockModel({ text: 'Fine.' });
      await generateText({ model, ...settings(history) });
      expect(model.doGenerateCalls[0]?.prompt[2]).toMatchObject({
        role: 'tool',
        content: [
          { toolCallId: 'ask_user', output: { type: 'text', value: answer } },
          {
            toolCallId: 'pay',
            output: { type: 'error-text', value: outcomeUnknown.interrupted },
          },
          {
            toolCallId: 'weather',
            output: {
              type: 'error-text',
              value: '[Tool call was interrupted and did not return a result.]',
            },
          },
        ],
      });
    },
  );

  it('should say that a question was interrupted where nobody answered', () => {
    const messages = history.slice(0, 2);
    const [, , results] = reconcileToolCalls(messages, {
      placeholder: placeholderPerTool(messages),
      warn: false,
    });
    expect(results?.content[0]).toMatchObject({
      output: {
        type: 'error-text',
        value: '[Tool call was interrupted and did not return a result.]',
      },
    });
  });

  it('should take the text of a message with parts', () => {
    const messages: ModelMessage[] = [
      ...history.slice(0, 2),
      {
        role: 'user',
        content: [
          { type: 'text', text: 'The' },
          { type: 'image', image: 'aGk=' },
          { type: 'text', text: 'red one.' },
        ],
      },
    ];
    const [, , results] = reconcileToolCalls(messages, {
      placeholder: placeholderPerTool(messages),
      warn: false,
    });
    expect(JSON.stringify(results)).toContain('red one.');
  });

  it('should be what the documentation shows', async () => {
    const read = (path: string) =>
      readFile(new URL(`../${path}`, import.meta.url), 'utf8');
    const code = (await read('examples/placeholder-per-tool.ts')).replace(
      '../src/index.js',
      'ai-tool-call-resilience',
    );
    expect(await read('docs/telling.md')).toContain(code);
  });
});
