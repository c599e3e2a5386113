import type { LanguageModelV2StreamPart } from '@ai-sdk/provider';
import { simulateReadableStream } from 'ai';
import { MockLanguageModelV2 } from 'ai/test';
import {
  type MockReply,
  replyChunks,
  replyContent,
  replyQueue,
} from './mock-replies.js';

const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };

/** A mock model of ai 5 that gives the replies one by one. */
export function createMockModel(...replies: MockReply[]) {
  const nextReply = replyQueue(replies);
  const finishReason = (reply: MockReply) =>
    reply.toolCalls ? ('tool-calls' as const) : ('stop' as const);
  return new MockLanguageModelV2({
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
      const chunks: LanguageModelV2StreamPart[] = [
        ...replyChunks(reply),
        { type: 'finish', finishReason: finishReason(reply), usage },
      ];
      return { stream: simulateReadableStream({ chunks }) };
    },
  });
}
