import { createWarningMemory } from './core/create-warning-memory.js';
import { reconcileMessages } from './core/reconcile-messages.js';
import type { ToolCallOptions } from './tool-call-options.js';

interface StepMessage {
  role: string;
  content: unknown;
}

/**
 * Creates a `prepareStep` function that pairs every tool call with exactly one
 * result before each step, for ai 6.0.43 and later, which refuse a history
 * with a dangling tool call before they call any middleware.
 *
 * @param options - See `danglingToolCallMiddleware`.
 * @param prepareStep - Your own `prepareStep`; what it returns is handed on,
 * and its messages, if it returns any, are the ones that are looked at.
 * @returns A function for `prepareStep` of `generateText`, `streamText` and
 * `ToolLoopAgent`. It mutates nothing and throws only what yours throws.
 *
 * @example
 * ```ts
 * import { streamText } from 'ai';
 * import { openai } from '@ai-sdk/openai';
 * import { reconcileStep } from 'ai-tool-call-resilience';
 *
 * const result = streamText({
 *   model: openai('gpt-5'),
 *   messages: [{ role: 'user', content: 'Hello' }],
 *   prepareStep: reconcileStep(),
 * });
 * ```
 */
export function reconcileStep(
  options?: ToolCallOptions,
): <MESSAGE extends StepMessage>(step: {
  messages: MESSAGE[];
  model?: unknown;
}) => Promise<{ messages?: MESSAGE[] }>;
export function reconcileStep<
  STEP extends { messages: StepMessage[]; model?: unknown },
  PREPARED extends object,
>(
  options: ToolCallOptions | undefined,
  prepareStep: (
    step: STEP,
  ) => PromiseLike<PREPARED | undefined> | PREPARED | undefined,
): (step: STEP) => Promise<PREPARED & { messages?: STEP['messages'] }>;
export function reconcileStep(
  options: ToolCallOptions = {},
  prepareStep?: (step: Step) => PromiseLike<Prepared> | Prepared,
): (step: Step) => Promise<object> {
  const memory = createWarningMemory();
  return async step => {
    const prepared = await prepareStep?.(step);
    const messages = prepared?.messages ?? step.messages;
    if (!Array.isArray(messages)) return prepared ?? {};
    const reconciled = reconcileMessages(
      messages,
      options,
      'step',
      memory,
      prepared?.model ?? step.model,
    );
    return reconciled === messages
      ? (prepared ?? {})
      : { ...prepared, messages: reconciled };
  };
}

interface Step {
  messages: StepMessage[];
  model?: unknown;
}

type Prepared = Partial<Step> | undefined;
