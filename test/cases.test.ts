import { wrapLanguageModel } from 'ai';
import { describe, it } from 'vitest';
import { createMockModel } from '#mock-model';
import { danglingToolCallMiddleware } from '../src/index.js';
import { checkCase, loadCases } from './check-case.js';

type Prompt = Parameters<
  ReturnType<typeof createMockModel>['doGenerate']
>[0]['prompt'];

const recordedPrompts = loadCases('prompt').filter(
  ({ scope }) => scope === 'always',
);

describe.each(['doGenerate', 'doStream'] as const)(
  'recorded prompts in %s of a wrapped model',
  method => {
    it.each(recordedPrompts)('$id', async recorded => {
      await checkCase(recorded, async messages => {
        let reports = 0;
        const model = createMockModel();
        const wrapped = wrapLanguageModel({
          model,
          middleware: danglingToolCallMiddleware({
            onRepair: () => reports++,
          }),
        });
        await wrapped[method]({
          prompt: messages as unknown as Prompt,
          ...recorded.params,
        });
        const [call] = [...model.doGenerateCalls, ...model.doStreamCalls];
        return { messages: call?.prompt ?? [], reports };
      });
    });
  },
);
