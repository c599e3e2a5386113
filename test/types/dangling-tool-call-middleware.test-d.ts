import {
  createProviderRegistry,
  type LanguageModelMiddleware,
  wrapLanguageModel,
  wrapProvider,
} from 'ai';
import { createMockModel } from '#mock-model';
import { danglingToolCallMiddleware } from '../../src/index.js';

const middleware = danglingToolCallMiddleware();
const model = createMockModel();

export const single = wrapLanguageModel({ model, middleware });
export const array = wrapLanguageModel({
  model,
  middleware: [middleware, danglingToolCallMiddleware({ warn: false })],
});
export const exported: LanguageModelMiddleware = middleware;
export const inProvider = (
  own: Parameters<typeof wrapProvider>[0]['provider'],
) => wrapProvider({ provider: own, languageModelMiddleware: middleware });
export const inRegistry = () =>
  createProviderRegistry({}, { languageModelMiddleware: middleware });

// @ts-expect-error: an option that does not exist
danglingToolCallMiddleware({ retries: 3 });
// @ts-expect-error: no such reason
danglingToolCallMiddleware({ placeholder: { unknown: 'text' } });
