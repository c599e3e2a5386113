import { createAmazonBedrock } from '@ai-sdk/amazon-bedrock';
import { createAnthropic } from '@ai-sdk/anthropic';
import { createCohere } from '@ai-sdk/cohere';
import { createDeepSeek } from '@ai-sdk/deepseek';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createGroq } from '@ai-sdk/groq';
import { createMistral } from '@ai-sdk/mistral';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { createXai } from '@ai-sdk/xai';
import type { generateText } from 'ai';
import { anthropic } from './anthropic.js';
import { bedrock, bedrockClaude, bedrockMistral } from './bedrock.js';
import {
  compatible,
  deepSeek,
  groq,
  mistral,
  openAIChat,
  xaiChat,
} from './chat-completions.js';
import { cohere } from './cohere.js';
import { google } from './google.js';
import { openAIResponses, xaiResponses } from './openai-responses.js';
import type { Protocol } from './strict-server.js';

export type Model = Exclude<
  Parameters<typeof generateText>[0]['model'],
  string
>;

interface Provider {
  // biome-ignore lint/suspicious/noExplicitAny: each protocol has its own
  protocol: Protocol<any>;
  /** A model of the real provider package that calls the server. */
  createModel(url: string): Model;
}

const apiKey = 'test';
const bedrockModel = (id: string) => (url: string) =>
  createAmazonBedrock({ baseURL: url, region: 'us-east-1', apiKey })(id);

/** The provider packages of the SDK major that runs, and their servers. */
export const providers: Record<string, Provider> = {
  'openai chat': {
    protocol: openAIChat,
    createModel: baseURL => createOpenAI({ baseURL, apiKey }).chat('gpt-5'),
  },
  'openai responses': {
    protocol: openAIResponses,
    createModel: baseURL =>
      createOpenAI({ baseURL, apiKey }).responses('gpt-5'),
  },
  anthropic: {
    protocol: anthropic,
    createModel: baseURL =>
      createAnthropic({ baseURL, apiKey })('claude-sonnet-4-5'),
  },
  google: {
    protocol: google,
    createModel: baseURL =>
      createGoogleGenerativeAI({ baseURL, apiKey })('gemini-2.5-pro'),
  },
  mistral: {
    protocol: mistral,
    createModel: baseURL =>
      createMistral({ baseURL, apiKey })('mistral-large-latest'),
  },
  bedrock: {
    protocol: bedrock,
    createModel: bedrockModel('amazon.nova-pro-v1:0'),
  },
  'bedrock claude': {
    protocol: bedrockClaude,
    createModel: bedrockModel('us.anthropic.claude-sonnet-4-5-20250929-v1:0'),
  },
  'bedrock mistral': {
    protocol: bedrockMistral,
    createModel: bedrockModel('mistral.mistral-large-2407-v1:0'),
  },
  deepseek: {
    protocol: deepSeek,
    createModel: baseURL =>
      createDeepSeek({ baseURL, apiKey })('deepseek-chat'),
  },
  cohere: {
    protocol: cohere,
    createModel: baseURL =>
      createCohere({ baseURL, apiKey })('command-a-03-2025'),
  },
  groq: {
    protocol: groq,
    createModel: baseURL =>
      createGroq({ baseURL, apiKey })('openai/gpt-oss-120b'),
  },
  'xai responses': {
    protocol: xaiResponses,
    createModel: baseURL => createXai({ baseURL, apiKey }).responses('grok-4'),
  },
  'a compatible host': {
    protocol: compatible,
    createModel: baseURL =>
      createOpenAICompatible({ name: 'my-host', baseURL, apiKey })('m'),
  },
};

// The package of ai 7 speaks the Responses protocol only.
const xai = createXai({ apiKey }) as { chat?: unknown };
if (typeof xai.chat === 'function') {
  providers['xai chat'] = {
    protocol: xaiChat,
    createModel: baseURL =>
      (createXai({ baseURL, apiKey }) as { chat(id: string): Model }).chat(
        'grok-4',
      ),
  };
}
