import { type Attributes, metrics, trace } from '@opentelemetry/api';
import { callSafely } from './core/call-safely.js';
import { semanticProviderName } from './semantic-provider-name.js';
import type { ToolCallRepair, ToolCallReport } from './tool-call-report.js';

type AttributesSource =
  | Attributes
  | ((report: ToolCallReport) => Attributes | undefined);

/** Options of `recordToolCallRepairs`; all may be left out. */
export interface RecordToolCallRepairsOptions {
  /**
   * Further attributes of every metric point and span event, or a function
   * that gives them, from an `AsyncLocalStorage`, say. For what has few values
   * (tenant, deployment): each value makes a time series of its own.
   */
  attributes?: AttributesSource | undefined;
  /**
   * Further attributes of the span events alone, for what has many values: the
   * id of the thread as `gen_ai.conversation.id`.
   */
  eventAttributes?: AttributesSource | undefined;
}

/** Name of the package's meter and tracer. */
const SCOPE = 'ai-tool-call-resilience';

/**
 * Creates an `onRepair` function that records repairs with OpenTelemetry.
 *
 * Two counters: `tool_call_resilience.repairs` counts every repair, by fault,
 * reason, tool, provider and model; `tool_call_resilience.repaired_requests`
 * counts the requests that needed any. On the active span, which is that of
 * the model call for the middleware, one event `tool_call_resilience.repair`
 * per repair also holds the call's id; where no span is active, on a span
 * `tool_call_resilience.reconcile`. Names are those of OpenTelemetry's GenAI
 * semantic conventions where they have one. Providers may be registered later;
 * without any, nothing is recorded.
 *
 * @param options.attributes - Further attributes of metrics and events.
 * @param options.eventAttributes - Further attributes of the events alone.
 * @returns A function for `onRepair`. It never holds inputs, outputs or texts.
 *
 * @example
 * ```ts
 * import { danglingToolCallMiddleware } from 'ai-tool-call-resilience';
 * import { recordToolCallRepairs } from 'ai-tool-call-resilience/opentelemetry';
 *
 * const middleware = danglingToolCallMiddleware({
 *   onRepair: recordToolCallRepairs({ attributes: { 'app.tenant': 'acme' } }),
 * });
 * ```
 */
export function recordToolCallRepairs(
  options: RecordToolCallRepairsOptions = {},
): (report: ToolCallReport) => void {
  return report => {
    const shared = {
      ...requestAttributes(report),
      ...read(options.attributes, report),
    };

    // Resolved on each report, so that a provider may be registered later.
    const meter = metrics.getMeter(SCOPE);
    meter
      .createCounter('tool_call_resilience.repaired_requests', {
        description: 'Requests whose tool call history was repaired.',
        unit: '{request}',
      })
      .add(1, shared);
    const repairs = meter.createCounter('tool_call_resilience.repairs', {
      description: 'Repairs of tool calls and results in histories.',
      unit: '{repair}',
    });

    // ai 7 prepares a step before it starts the step's span, so there may be
    // none; the events then go on one of their own.
    const active = trace.getActiveSpan();
    const span =
      active ??
      trace.getTracer(SCOPE).startSpan('tool_call_resilience.reconcile');
    const eventAttributes = {
      ...shared,
      ...read(options.eventAttributes, report),
    };
    for (const repair of report.repairs) {
      repairs.add(1, { ...shared, ...repairAttributes(repair) });
      span.addEvent('tool_call_resilience.repair', {
        ...eventAttributes,
        ...repairAttributes(repair),
        ...callAttributes(repair),
      });
    }
    if (!active) span.end();
  };
}

function read(
  source: AttributesSource | undefined,
  report: ToolCallReport,
): Attributes | undefined {
  return typeof source === 'function'
    ? callSafely(() => source(report))
    : source;
}

function requestAttributes(report: ToolCallReport): Attributes {
  const { operation, provider, modelId } = report;
  const isRequest = operation !== 'messages' && operation !== 'ui';
  return {
    'tool_call_resilience.operation': operation,
    ...(isRequest && { 'gen_ai.operation.name': 'chat' }),
    ...(provider && { 'gen_ai.provider.name': semanticProviderName(provider) }),
    ...(modelId && { 'gen_ai.request.model': modelId }),
  };
}

function repairAttributes(repair: ToolCallRepair): Attributes {
  const { fault, action, reason, toolName } = repair;
  return {
    'tool_call_resilience.fault': fault,
    'tool_call_resilience.action': action,
    ...(reason && { 'tool_call_resilience.reason': reason }),
    ...(toolName && { 'gen_ai.tool.name': boundedName(toolName) }),
  };
}

/** What tells one call from another has no place on a metric. */
function callAttributes({ toolCallId, messageIndex }: ToolCallRepair) {
  return {
    'tool_call_resilience.message_index': messageIndex,
    ...(toolCallId && { 'gen_ai.tool.call.id': toolCallId }),
  };
}

// Names of functions and MCP tools. A model can also make up a name of any
// text, arguments included, and each would make a time series of its own.
const TOOL_NAME = /^[\w./:-]{1,128}$/;

/** A tool name, or `_OTHER`, as the conventions call what they cannot list. */
function boundedName(toolName: string): string {
  return TOOL_NAME.test(toolName) ? toolName : '_OTHER';
}
