/**
 * Repairs a prompt through the real SDK: a dangling call reaches the model with
 * a result, by `generateText` and by `streamText`. Throws where it does not.
 *
 * @param ai - The module `ai`.
 * @param resilience - The module `ai-tool-call-resilience`.
 * @param major - Major version of `ai`.
 */
export async function smoke(ai, resilience, major) {
  const messages = [
    { role: 'user', content: 'What is the weather in Oslo?' },
    {
      role: 'assistant',
      content: [
        {
          type: 'tool-call',
          toolCallId: 'call_1',
          toolName: 'weather',
          input: { city: 'Oslo' },
        },
      ],
    },
    { role: 'user', content: 'Are you there?' },
  ];
  const mended = resilience.reconcileToolCalls(messages, { warn: false });
  expect(mended.length === 4, 'reconcileToolCalls adds a tool message');
  expect(
    resilience.reconcileToolCalls(mended) === mended,
    'a mended list is the same list',
  );

  const prompts = [];
  const model = ai.wrapLanguageModel({
    model: createModel(major, prompts),
    middleware: resilience.danglingToolCallMiddleware(),
  });
  // From ai 6.0.43 on the SDK refuses the list before a middleware runs.
  const given = major === 5 ? messages : mended;
  const { text } = await ai.generateText({ model, messages: given });
  expect(text === 'Here I am.', 'generateText returns the text');
  const stream = ai.streamText({ model, messages: given });
  let streamed = '';
  for await (const chunk of stream.textStream) streamed += chunk;
  expect(streamed === 'Here I am.', 'streamText streams the text');

  expect(prompts.length === 2, 'the model is called twice');
  for (const prompt of prompts) {
    expect(
      prompt[2]?.role === 'tool' &&
        prompt[2].content[0].toolCallId === 'call_1' &&
        prompt[2].content[0].output.type === 'error-text',
      'the model is given a result for the call',
    );
  }
  // What the SDK lets through: the middleware alone mends it on every major.
  const { prompt } = await resilience
    .danglingToolCallMiddleware()
    .transformParams({
      type: 'generate',
      params: { prompt: messages },
      model: {},
    });
  expect(prompt.length === 4, 'the middleware mends a prompt');
}

function createModel(major, prompts) {
  const isOld = major === 5;
  const usage = isOld
    ? { inputTokens: 1, outputTokens: 1, totalTokens: 2 }
    : { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
  const finishReason = isOld ? 'stop' : { unified: 'stop', raw: 'stop' };
  return {
    specificationVersion: `v${major - 3}`,
    provider: 'mock',
    modelId: 'mock',
    supportedUrls: {},
    async doGenerate({ prompt }) {
      prompts.push(prompt);
      const content = [{ type: 'text', text: 'Here I am.' }];
      return { content, finishReason, usage, warnings: [] };
    },
    async doStream({ prompt }) {
      prompts.push(prompt);
      const parts = [
        { type: 'stream-start', warnings: [] },
        { type: 'text-start', id: '1' },
        { type: 'text-delta', id: '1', delta: 'Here I am.' },
        { type: 'text-end', id: '1' },
        { type: 'finish', finishReason, usage },
      ];
      return {
        stream: new ReadableStream({
          start(controller) {
            for (const part of parts) controller.enqueue(part);
            controller.close();
          },
        }),
      };
    },
  };
}

function expect(isTrue, what) {
  if (!isTrue) throw new Error(`Not so: ${what}.`);
}
