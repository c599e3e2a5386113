import { describe, it } from 'vitest';
import { danglingToolCallMiddleware } from '../../src/dangling-tool-call-middleware.js';
import { reconcileToolCalls } from '../../src/reconcile-tool-calls.js';
import { checkCase, loadCases } from '../check-case.js';

const always = (level: 'prompt' | 'model') =>
  loadCases(level).filter(({ scope }) => scope === 'always');

describe('recorded prompts', () => {
  it.each(always('prompt'))('$id', async recorded => {
    await checkCase(recorded, async messages => {
      let reports = 0;
      const middleware = danglingToolCallMiddleware({
        onRepair: () => reports++,
      });
      const params = {
        prompt: messages as Array<{ role: string; content: unknown }>,
        ...recorded.params,
      };
      const result = await middleware.transformParams({
        type: 'generate',
        params,
        model: recorded.model,
      });
      return { messages: result.prompt, reports };
    });
  });
});

describe('recorded model messages', () => {
  it.each(always('model'))('$id', async recorded => {
    await checkCase(recorded, messages => {
      let reports = 0;
      return {
        messages: reconcileToolCalls(
          messages as Array<{ role: string; content: unknown }>,
          { onRepair: () => reports++, warn: false },
        ),
        get reports() {
          return reports;
        },
      };
    });
  });
});
