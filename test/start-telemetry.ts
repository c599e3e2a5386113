import { type Attributes, context, metrics, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
  type ResourceMetrics,
} from '@opentelemetry/sdk-metrics';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import * as sdk from 'ai';
import { sdkMajor } from './sdk-major.js';

/**
 * Starts the real OpenTelemetry SDK with exporters in memory, and has the AI
 * SDK send its spans there: ai 5 and 6 do so by themselves.
 */
export async function startTelemetry() {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager());
  const spans = new InMemorySpanExporter();
  trace.setGlobalTracerProvider(
    new BasicTracerProvider({
      spanProcessors: [new SimpleSpanProcessor(spans)],
    }),
  );
  const exported = new InMemoryMetricExporter(AggregationTemporality.DELTA);
  const meterProvider = new MeterProvider({
    readers: [
      new PeriodicExportingMetricReader({
        exporter: exported,
        exportIntervalMillis: 2 ** 30,
      }),
    ],
  });
  metrics.setGlobalMeterProvider(meterProvider);
  if (sdkMajor === 7) {
    const { OpenTelemetry } = await import('@ai-sdk/otel');
    const { registerTelemetry } = sdk as unknown as {
      registerTelemetry(integration: unknown): void;
    };
    registerTelemetry(new OpenTelemetry());
  }

  return {
    /** Spans that have ended. */
    spans: () => spans.getFinishedSpans(),
    /** All metrics that were recorded since the last call. */
    async metrics() {
      exported.reset();
      await meterProvider.forceFlush();
      return exported.getMetrics();
    },
    /** Attributes and values of a metric, recorded since the last call. */
    async points(name: string) {
      return pointsOf(await this.metrics(), name);
    },
    reset() {
      spans.reset();
      exported.reset();
    },
    stop: () => meterProvider.shutdown(),
  };
}

export type Telemetry = Awaited<ReturnType<typeof startTelemetry>>;

/** Attributes and values of one metric in what was exported. */
export function pointsOf(exported: ResourceMetrics[], name: string) {
  return exported
    .flatMap(({ scopeMetrics }) => scopeMetrics)
    .flatMap(({ metrics }) => metrics)
    .filter(({ descriptor }) => descriptor.name === name)
    .flatMap(
      ({ dataPoints }) =>
        dataPoints as Array<{ attributes: Attributes; value: unknown }>,
    )
    .map(
      ({ attributes, value }): Record<string, unknown> => ({
        ...attributes,
        value,
      }),
    );
}
