import {
  generateText,
  type LanguageModel,
  type ModelMessage,
  streamText,
  type UIMessage,
  wrapLanguageModel,
} from 'ai';
import {
  danglingToolCallMiddleware,
  findToolCallFaults,
  providerRulesOf,
  reconcileStep,
  reconcileToolCalls,
  reconcileUIToolCalls,
  type ToolCallFault,
  type ToolCallOptions,
  type ToolCallReport,
} from 'ai-tool-call-resilience';

type WrappedModel = Parameters<typeof wrapLanguageModel>[0]['model'];

/** What a user writes, with each exported function. */
export async function use(
  inner: WrappedModel,
  messages: ModelMessage[],
  chat: UIMessage[],
): Promise<string> {
  const reports: ToolCallReport[] = [];
  const options: ToolCallOptions = {
    placeholder: ({ toolName, reason }) => `${toolName}: ${reason}`,
    unanswered: 'answer',
    rules: { ...providerRulesOf(inner), bridge: 'OK.' },
    onRepair: report => reports.push(report),
  };
  const model: LanguageModel = wrapLanguageModel({
    model: inner,
    middleware: danglingToolCallMiddleware(options),
  });
  const several: LanguageModel = wrapLanguageModel({
    model: inner,
    middleware: [danglingToolCallMiddleware()],
  });
  const mended: ModelMessage[] = reconcileToolCalls(messages, options);
  const closed: UIMessage[] = reconcileUIToolCalls(chat, { frontier: 'keep' });
  const faults: ToolCallFault[] = findToolCallFaults(mended);
  const { text } = await generateText({
    model,
    messages: mended,
    prepareStep: reconcileStep(options),
  });
  const { textStream } = streamText({
    model: several,
    messages: mended,
    prepareStep: reconcileStep(undefined, ({ stepNumber }) =>
      stepNumber === 0 ? { toolChoice: 'none' } : undefined,
    ),
  });
  for await (const chunk of textStream) if (chunk === text) break;
  // @ts-expect-error -- no such option
  reconcileToolCalls(messages, { repair: true });
  return `${closed.length} ${text} ${faults.length} ${reports.length}`;
}
