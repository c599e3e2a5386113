import { trace } from '@opentelemetry/api';
import { wrapLanguageModel } from 'ai';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createMockModel } from '#mock-model';
import {
  danglingToolCallMiddleware,
  findToolCallFaults,
  reconcileStep,
  reconcileToolCalls,
  type ToolCallOptions,
} from '../src/index.js';
import { recordToolCallRepairs } from '../src/opentelemetry.js';
import { deepFreeze } from './deep-freeze.js';
import { faultHistories, SECRET } from './fault-histories.js';
import { startTelemetry, type Telemetry } from './start-telemetry.js';

let telemetry: Telemetry;
beforeAll(async () => {
  telemetry = await startTelemetry();
});
afterAll(() => telemetry.stop());

const MODES: ToolCallOptions[] = [
  {},
  { unanswered: 'remove', orphans: 'text' },
  {
    placeholder: ({ input, denialReason }) =>
      JSON.stringify([input, denialReason, SECRET]),
  },
];

/** All that is written to the console or emitted as a process warning. */
function watchOutput() {
  const lines: unknown[] = [];
  const spies = [
    ...(['log', 'info', 'warn', 'error', 'debug'] as const).map(method =>
      vi.spyOn(console, method).mockImplementation((...line) => {
        lines.push(line);
      }),
    ),
    vi.spyOn(process, 'emitWarning').mockImplementation((...line) => {
      lines.push(line);
    }),
  ];
  return {
    lines,
    stop: () => {
      for (const spy of spies) spy.mockRestore();
    },
  };
}

const kinds = Object.keys(faultHistories) as Array<keyof typeof faultHistories>;

describe.each(kinds)('%s', kind => {
  const history = deepFreeze(faultHistories[kind]);

  it('should be what the history has', () => {
    expect(JSON.stringify(history)).toContain(SECRET);
    const faults = findToolCallFaults(history);
    expect(faults.map(({ fault }) => fault)).toContain(kind);
    expect(JSON.stringify(faults)).not.toContain(SECRET);
  });

  it.each(MODES)('should be told without the secret: %o', async mode => {
    const output = watchOutput();
    const told: unknown[] = [];
    const logger = vi.fn();
    const record = recordToolCallRepairs();
    const options: ToolCallOptions = {
      ...mode,
      onRepair: report => {
        told.push(report);
        record(report);
      },
    };
    telemetry.reset();
    await telemetry.metrics();

    for (const log of [undefined, logger]) {
      (globalThis as { AI_SDK_LOG_WARNINGS?: unknown }).AI_SDK_LOG_WARNINGS =
        log;
      await trace.getTracer('test').startActiveSpan('test', async span => {
        const messages = reconcileToolCalls(history, options);
        expect(messages).not.toBe(history);
        await reconcileStep(options)({ messages: [...history] });

        const model = wrapLanguageModel({
          model: createMockModel(),
          middleware: danglingToolCallMiddleware(options),
        });
        const call = { prompt: history } as never;
        const generated = await model.doGenerate(call);
        told.push(generated.warnings);
        const { stream } = await model.doStream({
          prompt: [...history],
        } as never);
        for await (const part of stream as unknown as AsyncIterable<object>) {
          told.push(part);
        }
        span.end();
      });
    }
    output.stop();

    const spans = telemetry
      .spans()
      .map(({ name, attributes, events }) => ({ name, attributes, events }));
    const seen = {
      reports: told,
      console: output.lines,
      logger: logger.mock.calls,
      spans,
      metrics: await telemetry.metrics(),
    };
    expect(told.length).toBeGreaterThan(4);
    expect(spans.flatMap(({ events }) => events)).not.toEqual([]);
    expect(write(seen)).toContain(kind);
    expect(write(seen)).not.toContain(SECRET);
  });
});

/** JSON that also shows the properties of a list and of an error. */
function write(value: unknown): string {
  return JSON.stringify(value, (_key, inner) =>
    inner instanceof Map
      ? [...inner]
      : inner instanceof Error
        ? `${inner.stack}`
        : Array.isArray(inner)
          ? { ...inner }
          : inner,
  );
}

it('should tell the model why the user denied a call', () => {
  const reconciled = reconcileToolCalls(faultHistories['missing-result'], {
    warn: false,
  });
  expect(reconciled).toContainEqual(
    expect.objectContaining({
      role: 'tool',
      content: [
        expect.objectContaining({
          toolCallId: 'denied',
          output: { type: 'error-text', value: SECRET },
          providerOptions: {
            toolCallResilience: { synthetic: true, reason: 'denied' },
          },
        }),
      ],
    }),
  );
});
