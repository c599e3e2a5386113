import { readFile } from 'node:fs/promises';
import { type Span, trace } from '@opentelemetry/api';
import { PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import { parser } from '@prometheus-io/lezer-promql';
import { generateText, type ModelMessage, tool, wrapLanguageModel } from 'ai';
import initSqlJs, { type Database } from 'sql.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createMockModel } from '#mock-model';
import { danglingToolCallMiddleware, reconcileStep } from '../src/index.js';
import { recordToolCallRepairs } from '../src/opentelemetry.js';
import { sdkMajor } from './sdk-major.js';
import { startTelemetry, type Telemetry } from './start-telemetry.js';

// The queries of the documentation, over what the real SDKs exported.

let telemetry: Telemetry;
let database: Database;
let documentation: string;

const blocks = (language: string) =>
  [...documentation.matchAll(/^```(\w+)\n(.*?)^```/gms)]
    .filter(([, name]) => name === language)
    .map(([, , text]) => text ?? '');

const user = (content: string): ModelMessage => ({ role: 'user', content });

const history: ModelMessage[] = [
  user('Pay the rent.'),
  {
    role: 'assistant',
    content: [
      { type: 'tool-call', toolCallId: 'p1', toolName: 'pay', input: {} },
    ],
  },
  user('Are you there?'),
];

/** One run of an app, in a span of its own. */
function run(thread: string, modelId: string, messages: ModelMessage[]) {
  const options = { onRepair: recordToolCallRepairs(), warn: false };
  const model = createMockModel(
    {
      toolCalls: [
        { toolCallId: `w_${thread}`, toolName: 'weather', input: {} },
      ],
    },
    { text: 'Sunny.' },
  );
  Object.defineProperty(model, 'modelId', { value: modelId });
  const attributes = { 'gen_ai.conversation.id': thread };
  return trace
    .getTracer('app')
    .startActiveSpan('run', { attributes }, async (span: Span) => {
      await generateText({
        model: wrapLanguageModel({
          model,
          middleware: danglingToolCallMiddleware(options),
        }),
        messages,
        prepareStep: reconcileStep(options),
        tools: {
          weather: tool({ inputSchema: z.object({}), execute: () => 'sunny' }),
        },
        stopWhen: ({ steps }) => steps.length === 2,
        experimental_telemetry: { isEnabled: true },
      });
      span.end();
    });
}

beforeAll(async () => {
  telemetry = await startTelemetry();
  documentation = await readFile(
    new URL('../docs/telling.md', import.meta.url),
    'utf8',
  );
  await run('quiet', 'model-a', [user('How is the weather?')]);
  await run('stopped', 'model-a', [user('How is the weather?')]);
  await run('stopped', 'model-b', history);

  const { Database } = await initSqlJs();
  database = new Database();
  database.run('CREATE TABLE spans (trace_id, span_id, name, attributes)');
  database.run(
    'CREATE TABLE span_events (trace_id, span_id, name, attributes)',
  );
  for (const span of telemetry.spans()) {
    const { traceId, spanId } = span.spanContext();
    const insert = (table: string, name: string, attributes: object) =>
      database.run(`INSERT INTO ${table} VALUES (?, ?, ?, ?)`, [
        traceId,
        spanId,
        name,
        JSON.stringify(attributes),
      ]);
    insert('spans', span.name, span.attributes);
    for (const event of span.events) {
      insert('span_events', event.name, event.attributes ?? {});
    }
  }
});
afterAll(() => telemetry.stop());

describe('the SQL of the documentation', () => {
  const rows = (title: string) => {
    const query = blocks('sql').find(text => text.includes(`-- ${title}`));
    const [result] = database.exec(query ?? title);
    return result?.values;
  };

  it('should give the dangling rate per tool', () => {
    expect(rows('dangling rate per tool')).toEqual([
      ['pay', 1, 1, 1],
      ['weather', 0, 2, 0],
    ]);
  });

  it('should give the dangling rate per model', () => {
    expect(rows('dangling rate per model')).toEqual([
      ['model-b', 1, 2, 0.5],
      ['model-a', 0, 4, 0],
    ]);
  });

  it('should give the dangling rate per thread', () => {
    expect(rows('dangling rate per thread')).toEqual([
      ['stopped', 1, 2, 0.5],
      ['quiet', 0, 1, 0],
    ]);
  });
});

describe('the PromQL of the documentation', () => {
  it('should be valid', () => {
    expect(blocks('promql')).toHaveLength(3);
    for (const query of blocks('promql')) {
      const errors: number[] = [];
      parser.parse(query.trim()).iterate({
        enter: ({ type, from }) => {
          if (type.isError) errors.push(from);
        },
      });
      expect(errors).toEqual([]);
    }
    expect(parser.parse('sum by (').toString()).toContain('⚠');
  });

  it('should use names that Prometheus gets', async () => {
    const [exported] = await telemetry.metrics();
    const text = exported ? new PrometheusSerializer().serialize(exported) : '';
    const lines = text.split('\n');
    for (const query of blocks('promql')) {
      const [, name = '', labels = ''] =
        /(tool_call_resilience_\w+)(?:\{(\w+="[\w-]+")\})?\[/.exec(query) ?? [];
      const [, dimension = ''] = /sum by \((\w+)\)/.exec(query) ?? [];
      expect(
        lines.filter(
          line =>
            line.startsWith(`${name}{`) &&
            line.includes(labels) &&
            line.includes(`${dimension}="`),
        ),
      ).toHaveLength(1);
      if (sdkMajor === 7 && query.includes('inference')) {
        // Prometheus adds the unit.
        expect(text).toContain('gen_ai_client_inference_duration_count{');
        expect(text).toMatch(
          /gen_ai_client_inference_duration_count\{.*gen_ai_request_model="/,
        );
      }
    }
  });
});
