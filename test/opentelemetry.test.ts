import { AsyncLocalStorage } from 'node:async_hooks';
import * as diagnosticsChannel from 'node:diagnostics_channel';
import { type Span, trace } from '@opentelemetry/api';
import * as sdk from 'ai';
import {
  generateText,
  type ModelMessage,
  streamText,
  wrapLanguageModel,
} from 'ai';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createMockModel } from '#mock-model';
import {
  danglingToolCallMiddleware,
  reconcileStep,
  reconcileToolCalls,
  type ToolCallReport,
} from '../src/index.js';
import {
  type RecordToolCallRepairsOptions,
  recordToolCallRepairs,
} from '../src/opentelemetry.js';
import { deepFreeze } from './deep-freeze.js';
import { sdkMajor } from './sdk-major.js';
import { pointsOf, startTelemetry, type Telemetry } from './start-telemetry.js';

let telemetry: Telemetry;
beforeAll(async () => {
  telemetry = await startTelemetry();
});
afterEach(async () => {
  await telemetry.metrics();
  telemetry.reset();
});
afterAll(() => telemetry.stop());

const toolCall = (toolCallId: string, toolName: string) => ({
  type: 'tool-call' as const,
  toolCallId,
  toolName,
  input: {},
});

/**
 * A prompt with a displaced result and a doubled one: ai 6 and 7 let these
 * through to the middleware as well.
 */
const messages: ModelMessage[] = deepFreeze([
  { role: 'user', content: 'What is the weather in Oslo?' },
  { role: 'assistant', content: [toolCall('call_1', 'weather')] },
  { role: 'assistant', content: 'One moment.' },
  {
    role: 'tool',
    content: [1, 2].map(n => ({
      type: 'tool-result' as const,
      toolCallId: 'call_1',
      toolName: 'weather',
      output: { type: 'text' as const, value: `sunny ${n}` },
    })),
  },
  { role: 'user', content: 'And?' },
]);

/** A history that two calls were stopped in. */
const stopped: ModelMessage[] = deepFreeze([
  { role: 'user', content: 'Pay, then look.' },
  {
    role: 'assistant',
    content: [toolCall('call_1', 'pay'), toolCall('call_2', 'weather')],
  },
  { role: 'user', content: 'Are you there?' },
]);

const enabled = { experimental_telemetry: { isEnabled: true }, maxRetries: 0 };

const guard = (
  options?: RecordToolCallRepairsOptions,
  model = createMockModel(),
) =>
  wrapLanguageModel({
    model,
    middleware: danglingToolCallMiddleware({
      onRepair: recordToolCallRepairs(options),
      warn: false,
    }),
  });

const request = {
  'gen_ai.operation.name': 'chat',
  'gen_ai.provider.name': 'mock-provider',
  'gen_ai.request.model': 'mock-model-id',
};

const events = () =>
  telemetry
    .spans()
    .flatMap(span => span.events.map(event => ({ span, event })))
    .filter(({ event }) => event.name === 'tool_call_resilience.repair');

describe.each(['generate', 'stream'] as const)('%sText', operation => {
  const run = async (
    settings: { model: ReturnType<typeof guard> } & Partial<
      Parameters<typeof generateText>[0]
    >,
  ) => {
    const all = { messages, ...enabled, ...settings } as Parameters<
      typeof generateText
    >[0];
    if (operation === 'generate') await generateText(all);
    else await streamText({ ...all, onError: () => {} }).consumeStream();
  };

  it('should export a point per fault, tool, provider and model', async () => {
    await run({ model: guard() });
    const exported = await telemetry.metrics();
    expect(pointsOf(exported, 'tool_call_resilience.repairs')).toEqual([
      {
        ...request,
        'tool_call_resilience.operation': operation,
        'tool_call_resilience.fault': 'duplicate-result',
        'tool_call_resilience.action': 'dropped',
        'gen_ai.tool.name': 'weather',
        value: 1,
      },
      {
        ...request,
        'tool_call_resilience.operation': operation,
        'tool_call_resilience.fault': 'displaced-result',
        'tool_call_resilience.action': 'moved',
        'gen_ai.tool.name': 'weather',
        value: 1,
      },
    ]);
    expect(
      pointsOf(exported, 'tool_call_resilience.repaired_requests'),
    ).toEqual([
      { ...request, 'tool_call_resilience.operation': operation, value: 1 },
    ]);
  });

  it('should put events on the span of the model call', async () => {
    await run({ model: guard() });
    const found = events();
    expect(found.map(({ span }) => span.name)).toEqual(
      Array(2).fill(
        sdkMajor === 7
          ? 'chat mock-model-id'
          : `ai.${operation}Text.do${operation === 'generate' ? 'Generate' : 'Stream'}`,
      ),
    );
    expect(found[0]?.event.attributes).toEqual({
      ...request,
      'tool_call_resilience.operation': operation,
      'tool_call_resilience.fault': 'duplicate-result',
      'tool_call_resilience.action': 'dropped',
      'tool_call_resilience.message_index': 3,
      'gen_ai.tool.name': 'weather',
      'gen_ai.tool.call.id': 'call_1',
    });
  });

  it('should record nothing for a clean history', async () => {
    await run({ model: guard(), messages: [messages[0] as ModelMessage] });
    expect(await telemetry.points('tool_call_resilience.repairs')).toEqual([]);
    expect(events()).toEqual([]);
    expect(telemetry.spans().length).toBeGreaterThan(1);
  });

  it('should record unanswered calls with the reason, in a step', async () => {
    await run({
      model: createMockModel(),
      messages: stopped,
      prepareStep: reconcileStep({
        onRepair: recordToolCallRepairs(),
        warn: false,
      }),
    });
    const points = await telemetry.points('tool_call_resilience.repairs');
    expect(points).toEqual(
      ['pay', 'weather'].map(tool => ({
        ...request,
        'tool_call_resilience.operation': 'step',
        'tool_call_resilience.fault': 'missing-result',
        'tool_call_resilience.action': 'answered',
        'tool_call_resilience.reason': 'interrupted',
        'gen_ai.tool.name': tool,
        value: 1,
      })),
    );
    const [first, ...others] = events();
    expect(others).toHaveLength(1);
    expect(first?.event.attributes).toMatchObject({
      'tool_call_resilience.reason': 'interrupted',
      'gen_ai.tool.call.id': 'call_1',
    });
    expect(first?.span.name).toBe(
      sdkMajor === 7 ? 'tool_call_resilience.reconcile' : `ai.${operation}Text`,
    );
  });

  it('should count each attempt, and put its events on its span', async () => {
    const model = createMockModel();
    const method = operation === 'generate' ? 'doGenerate' : 'doStream';
    const call = model[method].bind(model) as (options: never) => unknown;
    let attempts = 0;
    model[method] = (async (options: never) => {
      attempts++;
      if (attempts > 1) return call(options);
      throw new sdk.APICallError({
        message: 'overloaded',
        url: '',
        requestBodyValues: {},
        isRetryable: true,
        responseHeaders: { 'retry-after-ms': '1' },
      });
    }) as never;
    await run({ model: guard({}, model), maxRetries: 1 });
    expect(
      await telemetry.points('tool_call_resilience.repaired_requests'),
    ).toMatchObject([{ value: 2 }]);
    // ai 7 never ends the span of a streamed attempt that fails.
    const isLost = sdkMajor === 7 && operation === 'stream';
    expect(events()).toHaveLength(isLost ? 2 : 4);
  });

  it('should take further attributes from the caller', async () => {
    const store = new AsyncLocalStorage<{ tenant: string; thread: string }>();
    const model = guard({
      attributes: () => ({ 'app.tenant': store.getStore()?.tenant }),
      eventAttributes: () => ({
        'gen_ai.conversation.id': store.getStore()?.thread,
      }),
    });
    await store.run({ tenant: 'acme', thread: 'thread_7' }, () =>
      run({ model }),
    );
    const points = await telemetry.points('tool_call_resilience.repairs');
    expect(points.map(point => point['app.tenant'])).toEqual(['acme', 'acme']);
    expect(JSON.stringify(points)).not.toContain('thread_7');
    expect(events()[0]?.event.attributes).toMatchObject({
      'app.tenant': 'acme',
      'gen_ai.conversation.id': 'thread_7',
    });
  });

  it('should record the rest where the caller’s function throws', async () => {
    const model = guard({
      attributes: { 'app.tenant': 'acme' },
      eventAttributes: () => {
        throw new Error('broken');
      },
    });
    await run({ model });
    expect(
      await telemetry.points('tool_call_resilience.repairs'),
    ).toMatchObject([{ 'app.tenant': 'acme' }, { 'app.tenant': 'acme' }]);
    expect(events()).toHaveLength(2);
  });
});

describe('outside of a request', () => {
  it('should put events on the caller’s own span, or on one of theirs', async () => {
    const options = { onRepair: recordToolCallRepairs(), warn: false };
    trace.getTracer('app').startActiveSpan('load chat', (span: Span) => {
      reconcileToolCalls(stopped, options);
      span.end();
    });
    reconcileToolCalls(stopped, options);
    expect(
      await telemetry.points('tool_call_resilience.repaired_requests'),
    ).toEqual([{ 'tool_call_resilience.operation': 'messages', value: 2 }]);
    expect(events().map(({ span }) => span.name)).toEqual([
      'load chat',
      'load chat',
      'tool_call_resilience.reconcile',
      'tool_call_resilience.reconcile',
    ]);
  });
});

describe('cardinality', () => {
  const report = (toolName: string, toolCallId = 'call_1'): ToolCallReport => ({
    operation: 'generate',
    provider: 'mock-provider',
    modelId: 'mock-model-id',
    counts: { 'missing-result': 1 },
    repairs: [
      {
        fault: 'missing-result',
        action: 'answered',
        reason: 'interrupted',
        toolCallId,
        toolName,
        messageIndex: 1,
      },
    ],
  });

  it('should keep ids and places of calls off the metrics', async () => {
    const record = recordToolCallRepairs();
    record(report('pay', 'call_1'));
    record(report('pay', 'call_2'));
    const points = await telemetry.points('tool_call_resilience.repairs');
    expect(points).toMatchObject([{ value: 2 }]);
    expect(JSON.stringify(points)).not.toMatch(/call_\d|message_index/);
  });

  it.each([
    ['pay', 'pay'],
    ['functions.pay', 'functions.pay'],
    ['mcp__bank/pay', 'mcp__bank/pay'],
    ['pay {"to":"Eve"}', '_OTHER'],
    ['x'.repeat(129), '_OTHER'],
    ['', undefined],
  ])('should take the tool name %o as %o', async (toolName, name) => {
    recordToolCallRepairs()(report(toolName));
    const [point] = await telemetry.points('tool_call_resilience.repairs');
    expect(point?.['gen_ai.tool.name']).toBe(name);
  });
});

const PROVIDERS = [
  ['openai.responses', 'openai'],
  ['anthropic.messages', 'anthropic'],
  ['google.generative-ai', 'gcp.gemini'],
  ['google.vertex.chat', 'gcp.vertex_ai'],
  ['google-vertex', 'gcp.vertex_ai'],
  ['amazon-bedrock', 'aws.bedrock'],
  ['azure-openai.chat', 'azure.ai.openai'],
  ['azure.responses', 'azure.ai.inference'],
  ['mistral.chat', 'mistral_ai'],
  ['cohere.chat', 'cohere'],
  ['groq.chat', 'groq'],
  ['deepseek.chat', 'deepseek'],
  ['perplexity', 'perplexity'],
  ['xai.chat', 'x_ai'],
  ['openaikin', 'openaikin'],
  ['my-gateway', 'my-gateway'],
] as const;

describe('gen_ai.provider.name', () => {
  it.each(PROVIDERS)('should be for %s: %s', async (provider, name) => {
    const model = createMockModel();
    Object.defineProperty(model, 'provider', { value: provider });
    await generateText({ ...enabled, messages, model: guard({}, model) });
    const [point] = await telemetry.points(
      'tool_call_resilience.repaired_requests',
    );
    expect(point?.['gen_ai.provider.name']).toBe(name);
    if (sdkMajor === 7) {
      const span = telemetry.spans().find(({ events }) => events.length > 0);
      expect(span?.attributes['gen_ai.provider.name']).toBe(name);
    }
  });
});

if (sdkMajor === 7) {
  describe('the tracing channel of ai 7', () => {
    it('should put events on the span of a subscriber', async () => {
      // As a tracer does that knows the channel and not the SDK: a span per
      // message, made the active one by binding the context to the channel.
      const channel = diagnosticsChannel.tracingChannel('ai:telemetry');
      const tracer = trace.getTracer('subscriber');
      const { context } = await import('@opentelemetry/api');
      const storage = (
        context as unknown as {
          _getContextManager(): {
            _asyncLocalStorage: AsyncLocalStorage<unknown>;
          };
        }
      )._getContextManager()._asyncLocalStorage;
      const seen = new Map<object, Span>();
      channel.start.bindStore(storage, message => {
        const span = tracer.startSpan((message as { type: string }).type);
        seen.set(message as object, span);
        return trace.setSpan(context.active(), span);
      });
      const end = (message: unknown) => seen.get(message as object)?.end();
      const subscribers = {
        start: () => {},
        end: () => {},
        asyncStart: () => {},
        asyncEnd: end,
        error: () => {},
      };
      channel.subscribe(subscribers);
      try {
        await generateText({
          messages,
          model: guard(),
          telemetry: { isEnabled: true, integrations: [] },
        } as never);
      } finally {
        channel.unsubscribe(subscribers);
        channel.start.unbindStore(storage);
      }
      const found = events();
      expect(found.map(({ span }) => span.name)).toEqual([
        'languageModelCall',
        'languageModelCall',
      ]);
      expect(
        await telemetry.points('tool_call_resilience.repairs'),
      ).toHaveLength(2);
    });
  });
}
