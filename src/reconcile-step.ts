import { functionWarningMemory } from './core/function-warning-memory.js';
import { reconcileMessages } from './core/reconcile-messages.js';
import type { ToolCallOptions } from './tool-call-options.js';

// A conditional type keeps TypeScript from inferring the step from the place it
// is used in: that fails for tools that are inferred at the same time.
// biome-ignore lint/suspicious/noExplicitAny: parameters are contravariant
type AnyPrepareStep = (step: any) => AnyPrepared | PromiseLike<AnyPrepared>;
type AnyPrepared =
  | {
      toolChoice?: Name | { type: Name; toolName: Name } | undefined;
      activeTools?: readonly Name[] | undefined;
      // biome-ignore lint/suspicious/noExplicitAny: whatever the SDK takes
      [name: string]: any;
    }
  | null
  | undefined;
// With a literal in it TypeScript does not widen the caller's to a string.
type Name = '' | (string & {});

type Reconciled<PREPARE_STEP> = PREPARE_STEP extends (
  step: infer STEP,
) => infer PREPARED
  ? (step: STEP) => Promise<Awaited<PREPARED>>
  : never;

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
export function reconcileStep<PREPARE_STEP extends AnyPrepareStep>(
  options: ToolCallOptions | undefined,
  prepareStep: PREPARE_STEP,
): Reconciled<PREPARE_STEP>;
export function reconcileStep(
  options: ToolCallOptions = {},
  prepareStep?: (step: Step) => PromiseLike<Prepared> | Prepared,
): unknown {
  return async (step: Step) => {
    const prepared = await prepareStep?.(step);
    const messages = prepared?.messages ?? step.messages;
    if (!Array.isArray(messages)) return prepared ?? {};
    const reconciled = reconcileMessages(
      messages,
      options,
      'step',
      functionWarningMemory,
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
