import {
  generateText,
  type ModelMessage,
  type PrepareStepFunction,
  tool,
} from 'ai';
import { z } from 'zod';
import { createMockModel } from '#mock-model';
import { reconcileStep } from '../../src/index.js';

const tools = {
  weather: tool({
    inputSchema: z.object({ city: z.string() }),
    execute: async ({ city }) => `sunny in ${city}`,
  }),
};
const model = createMockModel();
const messages: ModelMessage[] = [];

export const alone: PrepareStepFunction<typeof tools> = reconcileStep();

export const inAVariable = reconcileStep({ scanLast: 10 });
export const assigned: PrepareStepFunction<typeof tools> = inAVariable;

const own: PrepareStepFunction<typeof tools> = ({ stepNumber }) =>
  stepNumber > 2 ? { toolChoice: 'none' } : { activeTools: ['weather'] };
export const around: PrepareStepFunction<typeof tools> = reconcileStep({}, own);

export const inline = () =>
  Promise.all([
    generateText({
      model,
      tools,
      messages,
      prepareStep: reconcileStep(undefined, ({ stepNumber, messages }) => ({
        messages: messages.slice(stepNumber),
        toolChoice: 'none' as const,
      })),
    }),
    generateText({
      model,
      messages,
      prepareStep: reconcileStep({}, async ({ messages }) => ({ messages })),
    }),
    generateText({ model, tools, messages, prepareStep: reconcileStep() }),
    generateText({
      model,
      tools,
      messages,
      prepareStep: reconcileStep(undefined, ({ stepNumber }) =>
        stepNumber === 0 ? { toolChoice: 'none' } : undefined,
      ),
    }),
    generateText({
      model,
      tools,
      messages,
      prepareStep: reconcileStep(undefined, async () => ({
        toolChoice: { type: 'tool', toolName: 'weather' },
        activeTools: ['weather'],
      })),
    }),
    generateText({
      model,
      tools,
      messages,
      prepareStep: reconcileStep(undefined, () => undefined),
    }),
  ]);

// @ts-expect-error: an option that does not exist
reconcileStep({ retries: 3 });
