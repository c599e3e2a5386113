import type { LanguageModelV3Middleware } from '@ai-sdk/provider';
import { danglingToolCallMiddleware } from '../../src/index.js';

// A variable with the type of this major takes the middleware as it is.
export const annotated: LanguageModelV3Middleware =
  danglingToolCallMiddleware();
