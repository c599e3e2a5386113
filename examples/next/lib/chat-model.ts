import { openai } from '@ai-sdk/openai';
import { scriptedModel } from './scripted-model';

/** OpenAI where there is a key, else a model that only plays its part. */
export const chatModel = process.env.OPENAI_API_KEY
  ? openai(process.env.OPENAI_MODEL ?? 'gpt-5-mini')
  : scriptedModel;
