import {
  convertToModelMessages,
  generateText,
  jsonSchema,
  type ModelMessage,
  streamText,
  tool,
  wrapLanguageModel,
} from 'ai';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import {
  isObject,
  isSendableName,
  partsOf,
} from '../../src/core/message-parts.js';
import {
  danglingToolCallMiddleware,
  reconcileStep,
  reconcileToolCalls,
  reconcileUIToolCalls,
  type ToolCallOptions,
} from '../../src/index.js';
import { loadCases } from '../check-case.js';
import {
  type Corruption,
  corrupt,
  corruptionsArbitrary,
  reusedIdsArbitrary,
  uniqueIdsArbitrary,
} from '../core/history-arbitrary.js';
import { sdkMajor } from '../sdk-major.js';
import { type Model, providers } from '../servers/providers.js';
import { startStrictServer } from '../servers/strict-server.js';

(globalThis as { AI_SDK_LOG_WARNINGS?: unknown }).AI_SDK_LOG_WARNINGS = false;

type History = ModelMessage[];

/** What happens to the histories of real applications. */
const KINDS: ReadonlyArray<Corruption['kind']> = [
  'cut end',
  'drop result',
  'drop message',
  'double message',
  'move message',
  'split message',
  'insert user',
  'empty id',
  'fold id',
  'other id',
  'bad name',
  'no name',
  'text input',
  'array input',
  'empty error',
  'empty message',
];

const RANDOM = 60;

const random: Array<[string, History]> = fc
  .sample(
    fc.tuple(
      fc.oneof(uniqueIdsArbitrary, reusedIdsArbitrary),
      corruptionsArbitrary,
    ),
    { numRuns: RANDOM * 8, seed: 4711 },
  )
  .map(([history, corruptions]) =>
    corrupt(
      history,
      corruptions.filter(({ kind }) => KINDS.includes(kind)),
    ),
  )
  .filter(
    history =>
      history[0]?.role === 'user' &&
      !JSON.stringify(history).includes('tool-approval'),
  )
  .slice(0, RANDOM)
  .map((history, index) => [`random ${index}`, history as History]);

/** They wait for the user, or stand in a prompt that only the SDK builds. */
const NO_REQUESTS = [
  '041-mcp-approval-sent-twice',
  '116-programmatic-call-awaits-approval',
];

const recorded: Array<[string, History]> = loadCases('prompt', 'model')
  .filter(
    ({ id, input }) =>
      !NO_REQUESTS.includes(id) &&
      (sdkMajor > 5 || !JSON.stringify(input).includes('tool-approval')),
  )
  .map(({ id, input }) => [
    id,
    // ai 7 takes system messages as an option of their own only.
    input.filter(({ role }) => role !== 'system') as unknown as History,
  ]);

const convert = async (messages: unknown) =>
  (await convertToModelMessages(messages as never)) as History;

/** Chats, converted as a route does; with and without the guard. */
const chats: Array<[string, History, History | undefined]> = await Promise.all(
  loadCases('ui')
    .filter(({ minSdk = 5 }) => minSdk <= sdkMajor)
    .map(
      async ({
        id,
        input,
      }): Promise<[string, History, History | undefined]> => [
        id,
        await convert(reconcileUIToolCalls(input as never)),
        // Where the conversion throws, no request is sent at all.
        await convert(input).catch(() => undefined),
      ],
    ),
);

const histories: Array<[string, History, History | undefined]> = [
  ...[...recorded, ...random].map(
    ([id, messages]): [string, History, History] => [id, messages, messages],
  ),
  ...chats,
];

const FOUND = 'Sunny in Oslo';

/** A search that no provider of the matrix has run. */
const foreignSearch = [
  { role: 'user', content: 'What is the weather?' },
  {
    role: 'assistant',
    content: [
      {
        type: 'tool-call',
        toolCallId: 'server:1',
        toolName: 'server:look_up',
        input: {},
        providerExecuted: true,
      },
      {
        type: 'tool-result',
        toolCallId: 'server:1',
        toolName: 'server:look_up',
        output: { type: 'json', value: FOUND },
      },
    ],
  },
  { role: 'user', content: 'Thanks.' },
] as unknown as History;

/** Without tools some adapters leave all calls out. */
function toolsFor(messages: History) {
  const names = ['noop'];
  for (const message of messages) {
    for (const part of partsOf(message)) {
      const name = isObject(part) ? part.toolName : undefined;
      if (isSendableName(name)) names.push(name);
    }
  }
  return Object.fromEntries(
    names.map(name => [
      name,
      tool({
        description: 'A tool.',
        inputSchema: jsonSchema({ type: 'object', properties: {} }),
        execute: async () => 'ran',
      }),
    ]),
  );
}

interface Settings {
  model: Model;
  messages: History;
  prepareStep?: never;
}

const calls = {
  async generateText(settings: Settings) {
    const tools = toolsFor(settings.messages);
    const { text } = await generateText({ ...settings, tools, maxRetries: 0 });
    return text;
  },
  async streamText(settings: Settings) {
    let failure: unknown;
    const result = streamText({
      ...settings,
      tools: toolsFor(settings.messages),
      maxRetries: 0,
      onError: ({ error }) => {
        failure = error;
      },
    });
    await result.consumeStream();
    if (failure) throw failure;
    return await result.text;
  },
};

function guard(
  model: Model,
  messages: History,
  options: ToolCallOptions = {},
): Settings {
  return {
    model: wrapLanguageModel({
      model: model as never,
      middleware: danglingToolCallMiddleware(options),
    }),
    messages: reconcileToolCalls(messages, options),
    ...(sdkMajor > 5 && { prepareStep: reconcileStep(options) as never }),
  };
}

const counts = { sent: 0, refused: 0, accepted: 0 };
/** Histories that a provider takes by its own rules only. */
const ruled: Record<string, number> = {};
afterAll(() => {
  console.log(
    `ai ${sdkMajor}: ${counts.sent} requests with the guard, ${counts.accepted} accepted; ${counts.refused} of the same ${counts.sent} fail without it`,
  );
  console.log(
    `ai ${sdkMajor}: refused without the provider's rules, of ${histories.length}: ${Object.entries(
      ruled,
    )
      .map(entry => entry.join(' '))
      .join(', ')}`,
  );
});

describe.each(Object.entries(providers))('%s', (name, provider) => {
  const servers: Array<{ close(): Promise<void> }> = [];
  afterAll(() => Promise.all(servers.map(server => server.close())));

  it('should need its rules', async () => {
    const server = await startStrictServer(provider.protocol);
    servers.push(server);
    const model = provider.createModel(server.url);
    // Groq has no rule of its own, but is not told what another one found.
    await calls.generateText(guard(model, foreignSearch));
    expect(JSON.stringify(server.requests)).toContain(FOUND);
    server.requests.length = 0;
    await calls
      .generateText(guard(model, foreignSearch, { rules: {} }))
      .catch(() => undefined);
    const isToldLess = !JSON.stringify(server.requests).includes(FOUND);

    let refused = 0;
    for (const [, messages] of histories) {
      const settings = guard(model, messages, { rules: {} });
      await calls.generateText(settings).catch(() => refused++);
    }
    ruled[name] = refused;
    expect(isToldLess || refused > 0).toBe(true);
  }, 120_000);

  it.each(Object.entries(calls))(
    'should accept every history of %s',
    async (_call, call) => {
      const server = await startStrictServer(provider.protocol);
      servers.push(server);
      const model = provider.createModel(server.url);
      const refused: string[] = [];
      for (const [id, messages, bare] of histories) {
        counts.sent++;
        const answer = await call(guard(model, messages)).catch(String);
        if (answer === 'Done.') counts.accepted++;
        else refused.push(`${id}: ${answer}`);
        if (bare === undefined) counts.refused++;
        else
          await call({ model, messages: bare }).catch(() => counts.refused++);
      }
      expect(refused).toEqual([]);
    },
    120_000,
  );
});
