import type { LanguageModelV4StreamPart } from '@ai-sdk/provider-v7';
import { simulateReadableStream } from 'ai-v7';
import { MockLanguageModelV4 } from 'ai-v7/test';
import {
  type MockReply,
  replyChunks,
  replyContent,
  replyQueue,
} from './mock-replies.js';

const usage = {
  inputTokens: {
    total: 1,
    noCache: 1,
    cacheRead: undefined,
    cacheWrite: undefined,
  },
  outputTokens: { total: 1, text: 1, reasoning: undefined },
};

/** A mock model of ai 7 that gives the replies one by one. */
export function createMockModel(...replies: MockReply[]) {
  const nextReply = replyQueue(replies);
  const finishReason = (reply: MockReply) => ({
    unified: reply.toolCalls ? ('tool-calls' as const) : ('stop' as const),
    raw: undefined,
  });
  return new MockLanguageModelV4({
    doGenerate: async () => {
      const reply = nextReply();
      return {
        content: replyContent(reply),
        finishReason: finishReason(reply),
        usage,
        warnings: [],
      };
    },
    doStream: async () => {
      const reply = nextReply();
      const chunks: LanguageModelV4StreamPart[] = [
        ...replyChunks(reply),
        { type: 'finish', finishReason: finishReason(reply), usage },
      ];
      return { stream: simulateReadableStream({ chunks }) };
    },
  });
}
