import { createReport } from './core/create-report.js';
import {
  type CallWarning,
  createWarningMemory,
} from './core/create-warning-memory.js';
import { isObject } from './core/message-parts.js';
import { notify } from './core/notify.js';
import { reconcileForProvider } from './core/reconcile-for-provider.js';
import type { ToolCallOptions } from './tool-call-options.js';
import type { ToolCallRepair } from './tool-call-report.js';

/**
 * A language model middleware in the shape that ai 5, 6 and 7 have in common.
 * The tag has the type `any`, since each major requires another one and none
 * reads it.
 */
export interface DanglingToolCallMiddleware {
  // biome-ignore lint/suspicious/noExplicitAny: see above
  readonly specificationVersion: any;
  transformParams: <
    PARAMS extends {
      prompt: ReadonlyArray<{ role: string; content: unknown }>;
    },
  >(options: {
    type: 'generate' | 'stream';
    params: PARAMS;
    model: unknown;
  }) => Promise<PARAMS>;
  wrapGenerate: <RESULT extends { warnings: ReadonlyArray<unknown> }>(options: {
    doGenerate: () => PromiseLike<RESULT>;
    params: object;
    model: unknown;
  }) => Promise<RESULT>;
  wrapStream: <RESULT extends { stream: unknown }>(options: {
    doStream: () => PromiseLike<RESULT>;
    params: object;
    model: unknown;
  }) => Promise<RESULT>;
}

/**
 * Middleware that answers dangling tool calls: it puts an error result behind
 * every assistant message whose tool calls have none, so that the provider
 * takes the history of a run that was stopped, timed out or crashed.
 *
 * It also moves results that stand elsewhere to their call, takes out orphans
 * and duplicates, and mends ids, names and inputs that providers refuse. A
 * history with nothing wrong is passed on as the same object. ai 6.0.43 and
 * later check the history before any middleware runs: use `reconcileStep` or
 * `reconcileToolCalls` there as well.
 *
 * @param options.placeholder - What an unanswered call is answered with.
 * Default: an English text per reason.
 * @param options.unanswered - Whether an unanswered call is answered or
 * removed. Default: `'answer'`.
 * @param options.orphans - Whether a result without a call is dropped or kept
 * as text. Default: `'drop'`.
 * @param options.scanLast - Number of messages at the end to look at.
 * Default: all.
 * @param options.rules - What the provider needs beyond that. Default:
 * `'auto'`, chosen by the model.
 * @param options.onRepair - Called with a report for each repaired request.
 * @param options.warn - Whether a repair shows as a call warning in
 * `result.warnings`. Default: `true`.
 * @returns A middleware for `wrapLanguageModel` and `wrapProvider`. It never
 * mutates a prompt and never throws.
 *
 * @example
 * ```ts
 * import { wrapLanguageModel } from 'ai';
 * import { openai } from '@ai-sdk/openai';
 * import { danglingToolCallMiddleware } from 'ai-tool-call-resilience';
 *
 * const model = wrapLanguageModel({
 *   model: openai('gpt-5'),
 *   middleware: danglingToolCallMiddleware(),
 * });
 * ```
 */
export function danglingToolCallMiddleware(
  options: ToolCallOptions = {},
): DanglingToolCallMiddleware {
  const memory = createWarningMemory();
  // The SDK hands the very params that transformParams returned on to the
  // other hooks, in every major.
  const repairsByParams = new WeakMap<object, readonly ToolCallRepair[]>();

  const deliver = (params: object): CallWarning[] => {
    const repairs = repairsByParams.get(params);
    const warning = repairs && memory.warningFor(repairs);
    if (repairs) memory.remember(repairs);
    return warning ? [warning] : [];
  };

  return {
    specificationVersion: 'v4',

    transformParams: async ({ type, params, model }) => {
      if (!Array.isArray(params.prompt)) return params;
      const reconciled = reconcileForProvider(
        params.prompt,
        options,
        { areApprovalsSettled: true, hasServerState: hasServerState(params) },
        model,
      );
      if (reconciled === undefined) return params;
      const { messages, repairs } = reconciled;
      const repaired = { ...params, prompt: messages };
      if (options.warn !== false) repairsByParams.set(repaired, repairs);
      notify(options, createReport(type, repairs, model));
      return repaired;
    },

    wrapGenerate: async ({ doGenerate, params }) => {
      const result = await doGenerate();
      const warnings = deliver(params);
      return warnings.length === 0
        ? result
        : { ...result, warnings: [...(result.warnings ?? []), ...warnings] };
    },

    wrapStream: async ({ doStream, params }) => {
      const result = await doStream();
      const warnings = deliver(params);
      return warnings.length === 0
        ? result
        : { ...result, stream: withWarnings(result.stream, warnings) };
    },
  };
}

/**
 * Whether the provider keeps the conversation, so that a prompt may hold the
 * results of calls that it does not hold.
 */
function hasServerState(params: object): boolean {
  const { providerOptions } = params as { providerOptions?: unknown };
  return (
    isObject(providerOptions) &&
    Object.values(providerOptions).some(
      own => isObject(own) && (own.previousResponseId || own.conversation),
    )
  );
}

interface Stream {
  pipeThrough(transform: unknown): Stream;
}

/** The parts of the web's streams that are needed, without its types. */
declare const TransformStream: new (transformer: {
  transform(
    chunk: { type?: unknown; warnings?: unknown },
    controller: { enqueue(chunk: unknown): void },
  ): void;
}) => unknown;

/** Adds warnings to the `stream-start` part, or puts one in front. */
function withWarnings(stream: unknown, warnings: CallWarning[]): unknown {
  let isFirst = true;
  return (stream as Stream).pipeThrough(
    new TransformStream({
      transform(chunk, controller) {
        if (isFirst) {
          isFirst = false;
          const isStart = chunk.type === 'stream-start';
          const own =
            isStart && Array.isArray(chunk.warnings) ? chunk.warnings : [];
          controller.enqueue({
            ...(isStart && chunk),
            type: 'stream-start',
            warnings: [...own, ...warnings],
          });
          if (isStart) return;
        }
        controller.enqueue(chunk);
      },
    }),
  );
}
