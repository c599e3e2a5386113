import {
  danglingToolCallMiddleware,
  reconcileToolCalls,
} from '../dist/index.js';
import { bareWalk } from './bare-walk.mjs';
import { median, sampleInTurns } from './sample.mjs';

const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
const newUsage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const content = [{ type: 'text', text: 'ok' }];
const newReply = {
  content,
  finishReason: { unified: 'stop', raw: 'stop' },
  usage: newUsage,
  warnings: [],
};
const replies = {
  MockLanguageModelV2: { content, finishReason: 'stop', usage, warnings: [] },
  MockLanguageModelV3: newReply,
  MockLanguageModelV4: newReply,
};

/**
 * Share of `generateText` with a mock model that answers at once: that of the
 * middleware on a clean history, and that of `reconcileToolCalls` on one with
 * gaps, which ai 6 and 7 have to be given mended. Beside them that of the bare
 * walk.
 */
export async function measureShares(major, clean, gapped) {
  const { generateText } = await import(`ai-v${major}`);
  const test = await import(`ai-v${major}/test`);
  const mock = `MockLanguageModelV${major - 3}`;
  const model = new test[mock]({ doGenerate: async () => replies[mock] });
  const middleware = danglingToolCallMiddleware();
  const mended = reconcileToolCalls(gapped, { warn: false });

  await generateText({ model, messages: clean });
  const { prompt } = model.doGenerateCalls.at(-1);
  const times = await sampleInTurns(
    {
      call: () => {
        model.doGenerateCalls.length = 0;
        return generateText({ model, messages: clean });
      },
      middleware: () =>
        middleware.transformParams({
          type: 'generate',
          params: { prompt },
          model,
        }),
      walk: () => bareWalk(prompt),
      mendedCall: () => {
        model.doGenerateCalls.length = 0;
        return generateText({ model, messages: mended });
      },
      reconcile: () => reconcileToolCalls(gapped, { warn: false }),
    },
    { samples: 20, capMs: 20_000 },
  );
  const of = name => median(times.get(name));
  return {
    walk: of('walk') / of('call'),
    clean: of('middleware') / of('call'),
    gapped: of('reconcile') / of('mendedCall'),
  };
}
