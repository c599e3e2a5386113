import {
  convertToModelMessages,
  createUIMessageStreamResponse,
  generateId,
  isStepCount,
  streamText,
  toUIMessageStream,
  type UIMessage,
  wrapLanguageModel,
} from 'ai';
import {
  danglingToolCallMiddleware,
  reconcileUIToolCalls,
} from 'ai-tool-call-resilience';
import { chatModel } from '../../../lib/chat-model';
import { saveProgress } from '../../../lib/save-progress';
import { saveRun, startRun } from '../../../lib/store';
import { tools } from '../../../lib/tools';

interface ChatRequest {
  id: string;
  messages: UIMessage[];
  /** An app has no such switch: it leaves the guard on. */
  guard: boolean;
}

export async function POST(request: Request): Promise<Response> {
  const { id, messages: sent, guard }: ChatRequest = await request.json();

  // Here, since the SDK checks the history before it calls any middleware.
  const messages = guard ? reconcileUIToolCalls(sent) : sent;
  const run = await startRun(id, messages);

  const result = streamText({
    // For what is left to a model call: the steps of this run, other callers.
    model: guard
      ? wrapLanguageModel({
          model: chatModel,
          middleware: danglingToolCallMiddleware(),
        })
      : chatModel,
    messages: await convertToModelMessages(messages),
    tools,
    toolApproval: { book_flight: 'user-approval' },
    stopWhen: isStepCount(5),
    // Stop button, reload, closed tab: the tools of the run are told as well.
    abortSignal: request.signal,
  });

  const stream = toUIMessageStream({
    stream: result.stream,
    originalMessages: messages,
    generateMessageId: generateId,
    // The default hides what went wrong; here it is the point.
    onError: error => (error instanceof Error ? error.message : String(error)),
    onEnd: ({ messages: ended }) =>
      saveRun(id, run, guard ? settle(ended, request.signal) : ended, {
        isFinished: true,
      }),
  });

  const [toPage, toStore] = stream.tee();
  void saveProgress(toStore, messages, progress =>
    saveRun(id, run, progress, { isFinished: false }),
  ).catch(console.error);
  return createUIMessageStreamResponse({ stream: toPage });
}

/**
 * A run that was cut off leaves calls that nothing will answer. One that ended
 * by itself may wait for the user at its end, and that stays open.
 *
 * The signal tells which: `isAborted` of the callback may be false for a page
 * that has gone away.
 */
function settle(messages: UIMessage[], signal: AbortSignal): UIMessage[] {
  return reconcileUIToolCalls(
    messages,
    signal.aborted ? {} : { frontier: 'keep' },
  );
}
