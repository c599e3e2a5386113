import { setTimeout as wait } from 'node:timers/promises';
import type { LanguageModel, ModelMessage } from 'ai';
import { z } from 'zod';
import {
  danglingToolCallMiddleware,
  reconcileStep,
  type ToolCallOptions,
} from '../src/index.js';

/** The functions of the SDK that the chat uses, from any major. */
export type Sdk = Pick<
  typeof import('ai'),
  'stepCountIs' | 'streamText' | 'tool' | 'wrapLanguageModel'
>;

export interface ChatSettings {
  sdk: Sdk;
  /** From 6 on the SDK checks the history before it runs a middleware. */
  major: number;
  model: Exclude<LanguageModel, string>;
  isGuarded: boolean;
  onRepair: NonNullable<ToolCallOptions['onRepair']>;
  write: (text: string) => void;
}

/** A chat that keeps its history as a database would: broken where it broke. */
export function createChat({
  sdk,
  major,
  model,
  isGuarded,
  onRepair,
  write,
}: ChatSettings) {
  const history: ModelMessage[] = [];

  // This is all that an app has to add.
  const guard = isGuarded && {
    model: sdk.wrapLanguageModel({
      model,
      middleware: danglingToolCallMiddleware({ onRepair }),
    }),
    ...(major > 5 && { prepareStep: reconcileStep({ onRepair }) }),
  };

  const tools = {
    weather: sdk.tool({
      description: 'Tells the weather in a city.',
      inputSchema: z.object({ city: z.string() }),
      execute: async ({ city }) => `12 °C and rain in ${city}`,
    }),
    search_flights: sdk.tool({
      description: 'Searches flights. Takes a while.',
      inputSchema: z.object({ to: z.string() }),
      execute: async ({ to }, { abortSignal }) => {
        await wait(8000, undefined, { signal: abortSignal });
        return `two flights to ${to}, at 9:00 and at 17:30`;
      },
    }),
  };

  /** Asks one question and streams the answer. Rejects where a call fails. */
  async function ask(
    question: string,
    abortSignal: AbortSignal,
    onToolCall?: () => void,
  ): Promise<void> {
    history.push({ role: 'user', content: question });
    const result = sdk.streamText({
      model,
      ...guard,
      messages: history,
      tools,
      stopWhen: sdk.stepCountIs(5),
      abortSignal,
      maxRetries: 0,
      onError: () => {},
    });

    // Each part goes into the history when it arrives. A run that is stopped
    // leaves a tool call there without its result.
    let assistant: Extract<ModelMessage, { role: 'assistant' }> | undefined;
    const content = () => {
      if (assistant === undefined) {
        assistant = { role: 'assistant', content: [] };
        history.push(assistant);
      }
      return assistant.content as Exclude<typeof assistant.content, string>;
    };
    for await (const part of result.fullStream) {
      if (part.type === 'text-delta') {
        write(part.text);
        const last = content().at(-1);
        if (last?.type === 'text') last.text += part.text;
        else content().push({ type: 'text', text: part.text });
      } else if (part.type === 'tool-call') {
        const { toolCallId, toolName, input } = part;
        write(`\n[${toolName} ${JSON.stringify(input)}]`);
        content().push({ type: 'tool-call', toolCallId, toolName, input });
        onToolCall?.();
      } else if (part.type === 'tool-result') {
        const { toolCallId, toolName, output } = part;
        write(` ${output}\n`);
        history.push({
          role: 'tool',
          content: [
            {
              type: 'tool-result',
              toolCallId,
              toolName,
              output: { type: 'text', value: String(output) },
            },
          ],
        });
        assistant = undefined;
      } else if (part.type === 'finish-step') {
        write('\n');
      } else if (part.type === 'error' && !abortSignal.aborted) {
        throw part.error;
      }
    }
  }

  return { ask, history };
}
