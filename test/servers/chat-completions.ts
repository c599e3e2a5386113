import {
  type ChatMessage,
  type ChatRequest,
  rules as openAIRules,
} from './openai-chat.js';
import {
  firstOf,
  type Protocol,
  type Rule,
  serverSentEvents,
} from './strict-server.js';

type ChatRule = Rule<ChatRequest & { thinking?: { type: string } }>;

/** A rule of OpenAI in the words of this table. */
function fromOpenAI(name: string, suffix = ''): ChatRule {
  const rule = openAIRules.find(one => one.name === name);
  if (!rule) throw new Error(`OpenAI has no rule "${name}"`);
  return {
    name,
    check: ({ messages }) => {
      const error = rule.check(messages);
      return error && error.message + suffix;
    },
  };
}

/** For each result the calls of the message in front of its run. */
function forEachResult(
  messages: readonly ChatMessage[],
  check: (
    result: ChatMessage,
    ids: string[],
    index: number,
    seen: ReadonlySet<unknown>,
  ) => string | undefined,
): string | undefined {
  let ids: string[] = [];
  let seen = new Set<unknown>();
  return firstOf(messages, (message, index) => {
    if (message.role !== 'tool') {
      ids = message.tool_calls?.map(({ id }) => id) ?? [];
      seen = new Set();
      return undefined;
    }
    const error = check(message, ids, index, seen);
    seen.add(message.tool_call_id);
    return error;
  });
}

const ANSWERED = 'every call is answered directly behind its message';
const NO_ORPHAN = 'a tool message answers a call of the message in front of it';
const ARGUMENTS = 'arguments are a JSON text';

/** OpenAI itself, and Azure. */
const openAIChatRules: readonly ChatRule[] = openAIRules.map(({ name }) =>
  fromOpenAI(name),
);

/** What hosts of OpenAI's protocol have in common: pairing and arguments. */
const compatibleRules: readonly ChatRule[] = [
  ANSWERED,
  NO_ORPHAN,
  ARGUMENTS,
].map(name => fromOpenAI(name));

const deepSeekRules: readonly ChatRule[] = [
  // Source: as OpenAI with its own addition.
  fromOpenAI(
    ANSWERED,
    ' (insufficient tool messages following tool_calls message)',
  ),
  fromOpenAI(NO_ORPHAN),
  fromOpenAI(ARGUMENTS),
  {
    // Source: two public reports of ids that were cut to the same text.
    name: 'an id is used once',
    check: ({ messages }) => {
      const seen = new Set<string>();
      return firstOf(messages, ({ tool_calls: calls }, index) =>
        firstOf(calls ?? [], ({ id }) => {
          if (seen.has(id)) {
            return `Duplicate value for 'tool_call_id' of ${id} in message[${index}]`;
          }
          seen.add(id);
          return undefined;
        }),
      );
    },
  },
  {
    // Source: pi#3636, n8n#29119.
    name: 'in thinking mode reasoning is passed back',
    check: ({ messages, thinking }) =>
      thinking?.type === 'enabled' &&
      messages.some(
        message => message.tool_calls && !('reasoning_content' in message),
      )
        ? 'The `reasoning_content` in the thinking mode must be passed back to the API.'
        : undefined,
  },
];

/** Source: ellmer#162 and two public reports. No pairing rule was found. */
const groqRules: readonly ChatRule[] = [
  {
    name: 'a tool message has the id of its call',
    check: ({ messages }) =>
      firstOf(messages, ({ role, tool_call_id: id }, index) =>
        role === 'tool' && id === undefined
          ? `'messages.${index}' : for 'role:tool' the following must be satisfied[('messages.${index}.tool_call_id' : property 'tool_call_id' is missing)]`
          : undefined,
      ),
  },
  {
    name: 'the content of a tool message is a text',
    check: ({ messages }) =>
      firstOf(messages, ({ role, content }, index) =>
        role === 'tool' && typeof content !== 'string'
          ? `'messages.${index}' : for 'role:tool' the following must be satisfied[('messages.${index}.content' : value must be a string)]`
          : undefined,
      ),
  },
  {
    name: 'a call has a type',
    check: ({ messages }) =>
      firstOf(messages, ({ role, tool_calls: calls }, index) =>
        firstOf(calls ?? [], ({ type }, position) =>
          type === undefined
            ? `'messages.${index}' : for 'role:${role}' the following must be satisfied[('messages.${index}.tool_calls.${position}.type' : property 'type' is missing)]`
            : undefined,
        ),
      ),
  },
  {
    name: 'a message has no unknown property',
    check: ({ messages }) =>
      firstOf(messages, (message, index) =>
        'reasoning_content' in message
          ? `'messages.${index}' : for 'role:${message.role}' the following must be satisfied[('messages.${index}' : property 'reasoning_content' is unsupported)]`
          : undefined,
      ),
  },
  fromOpenAI(ARGUMENTS),
];

/** Source: a public report of the 40 characters; no pairing rule was found. */
const xaiChatRules: readonly ChatRule[] = [
  ...compatibleRules,
  fromOpenAI('an id has 40 characters at the most'),
];

/** Source: mistral-common bc022b9, but for the one of the hosted API. */
const mistralRules: readonly ChatRule[] = [
  {
    name: 'there are as many results as calls',
    check: ({ messages }) => {
      let open = 0;
      return firstOf([...messages, { role: 'assistant' }], message => {
        if (message.role === 'tool') open--;
        if (message.role !== 'assistant') return undefined;
        if (open > 0) {
          return 'Not the same number of function calls and responses';
        }
        const calls = 'tool_calls' in message ? message.tool_calls : undefined;
        // Ids that stand there twice have a rule of their own.
        open = new Set(calls?.map(({ id }) => id)).size;
        return undefined;
      });
    },
  },
  {
    name: 'an id is nine letters and digits',
    check: ({ messages }) =>
      firstOf(
        messages.flatMap(message => [
          ...(message.tool_calls?.map(({ id }) => id) ?? []),
          ...(message.role === 'tool' ? [message.tool_call_id] : []),
        ]),
        id =>
          /^[a-zA-Z0-9]{9}$/.test(String(id))
            ? undefined
            : `Tool call id was ${id} but must be a-z, A-Z, 0-9, with a length of 9.`,
      ),
  },
  {
    name: 'a message has no id twice',
    check: ({ messages }) =>
      firstOf(messages, ({ tool_calls: calls = [] }) =>
        firstOf(calls, ({ id }, index) =>
          calls.findIndex(call => call.id === id) < index
            ? `Duplicate tool call id ${id} in assistant message`
            : undefined,
        ),
      ),
  },
  {
    name: 'a result has the id of a call',
    check: ({ messages }) =>
      forEachResult(messages, ({ tool_call_id: id }, ids) =>
        ids.length === 0 || ids.includes(String(id))
          ? undefined
          : `Unexpected tool call id ${id} in tool results`,
      ),
  },
  {
    name: 'a call has one result',
    check: ({ messages }) =>
      forEachResult(messages, ({ tool_call_id: id }, _ids, _index, seen) =>
        seen.has(id)
          ? `Duplicate tool call id ${id} in tool results`
          : undefined,
      ),
  },
  {
    name: 'a name is 64 letters, digits, underscores and dashes at the most',
    check: ({ messages }) =>
      firstOf(
        messages.flatMap(({ tool_calls: calls = [] }) => calls),
        ({ function: { name } }) =>
          /^[a-zA-Z0-9_-]{1,64}$/.test(name)
            ? undefined
            : `Function name was ${name} but must be a-z, A-Z, 0-9, or contain underscores and dashes, with a maximum length of 64.`,
      ),
  },
  {
    name: 'a tool message stands behind an assistant or tool message',
    check: ({ messages }) =>
      firstOf(messages, ({ role }, index) => {
        const before = messages[index - 1]?.role ?? 'system';
        return role === 'tool' && before !== 'assistant' && before !== 'tool'
          ? `Unexpected role 'tool' after role '${before}'`
          : undefined;
      }),
  },
  {
    // Source: hermes-agent#20154, pydantic-ai#1210, avante#2695.
    name: 'no user message stands behind a tool message',
    check: ({ messages }) =>
      firstOf(messages, ({ role }, index) =>
        role === 'user' && messages[index - 1]?.role === 'tool'
          ? "Unexpected role 'user' after role 'tool'"
          : undefined,
      ),
  },
  {
    name: 'the last message is of the user or a tool, or a prefix',
    check: ({ messages }) => {
      const last = messages.at(-1);
      return last?.role === 'assistant' && !('prefix' in last)
        ? 'Expected last role User or Tool (or Assistant with prefix or continue_final_message set to True) for serving but got assistant'
        : undefined;
    },
  },
];

const openAIRefusal = (message: string) => ({
  error: { message, type: 'invalid_request_error', param: null, code: null },
});

/** A host of OpenAI's Chat Completions protocol. */
function chatProtocol(
  rules: readonly ChatRule[],
  refusal: (message: string) => object = openAIRefusal,
): Protocol<ChatRequest> {
  const head = { id: 'chatcmpl-1', created: 0, model: 'm' };
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  return {
    rules: rules as ReadonlyArray<Rule<ChatRequest>>,
    refusal,
    isStream: ({ stream }) => stream === true,
    reply: () => ({
      ...head,
      object: 'chat.completion',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: 'Done.' },
          finish_reason: 'stop',
        },
      ],
      usage,
    }),
    stream: () => {
      const chunk = (delta: object, finish: string | null) => ({
        ...head,
        object: 'chat.completion.chunk',
        choices: [{ index: 0, delta, finish_reason: finish }],
        ...(finish && { usage }),
      });
      return `${serverSentEvents([
        chunk({ role: 'assistant', content: 'Done.' }, null),
        chunk({}, 'stop'),
      ])}data: [DONE]\n\n`;
    },
  };
}

export const openAIChat: Protocol<ChatRequest> = chatProtocol(openAIChatRules);
export const compatible: Protocol<ChatRequest> = chatProtocol(compatibleRules);
export const deepSeek: Protocol<ChatRequest> = chatProtocol(deepSeekRules);
export const groq: Protocol<ChatRequest> = chatProtocol(groqRules);
export const xaiChat: Protocol<ChatRequest> = chatProtocol(
  xaiChatRules,
  message => ({ code: 'invalid-argument', error: message }),
);
export const mistral: Protocol<ChatRequest> = chatProtocol(
  mistralRules,
  message => ({
    object: 'error',
    message,
    type: 'invalid_request_message_order',
    param: null,
    code: '3230',
  }),
);
