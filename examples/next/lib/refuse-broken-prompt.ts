import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import { APICallError } from 'ai';

/**
 * Refuses what providers refuse: a tool call without its result directly
 * behind it, and a result without its call.
 */
export function refuseBrokenPrompt(prompt: LanguageModelV4Prompt): void {
  let open = new Set<string>();
  for (const { role, content } of prompt) {
    if (role === 'tool') {
      for (const part of content) {
        if (part.type === 'tool-result' && !open.delete(part.toolCallId)) {
          refuse(
            "Messages with role 'tool' must be a response to a preceding message with 'tool_calls'.",
          );
        }
      }
      continue;
    }
    refuseOpen(open);
    open = new Set(
      role === 'assistant'
        ? content.flatMap(part =>
            part.type === 'tool-call' ? [part.toolCallId] : [],
          )
        : [],
    );
  }
  refuseOpen(open);
}

function refuseOpen(open: ReadonlySet<string>): void {
  if (open.size === 0) return;
  refuse(
    `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${[...open].join(', ')}`,
  );
}

function refuse(message: string): never {
  throw new APICallError({
    message,
    statusCode: 400,
    url: 'scripted:',
    requestBodyValues: {},
    isRetryable: false,
  });
}
