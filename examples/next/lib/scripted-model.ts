import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider';
import { refuseBrokenPrompt } from './refuse-broken-prompt';
import { scriptedReply } from './scripted-reply';

/** Stands in for a provider, so that the example runs without a key. */
export const scriptedModel: LanguageModelV4 = {
  specificationVersion: 'v4',
  provider: 'scripted',
  modelId: 'scripted',
  supportedUrls: {},
  doGenerate: () => Promise.reject(new Error('The scripted model streams.')),
  doStream: async options => {
    refuseBrokenPrompt(options.prompt);
    const parts = streamParts(options);
    return {
      stream: new ReadableStream({
        async pull(controller) {
          const { done, value } = await parts.next();
          if (done) controller.close();
          else controller.enqueue(value);
        },
        cancel: async () => void (await parts.return(undefined)),
      }),
    };
  },
};

async function* streamParts({
  prompt,
  abortSignal,
}: LanguageModelV4CallOptions): AsyncGenerator<LanguageModelV4StreamPart> {
  yield { type: 'stream-start', warnings: [] };
  let finish: 'stop' | 'tool-calls' = 'stop';
  for await (const part of scriptedReply(prompt, abortSignal)) {
    if (part.type === 'tool-call') finish = 'tool-calls';
    yield part;
  }
  yield {
    type: 'finish',
    finishReason: { unified: finish, raw: undefined },
    usage: {
      inputTokens: {
        total: undefined,
        noCache: undefined,
        cacheRead: undefined,
        cacheWrite: undefined,
      },
      outputTokens: {
        total: undefined,
        text: undefined,
        reasoning: undefined,
      },
    },
  };
}
