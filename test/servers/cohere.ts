import {
  firstOf,
  type Protocol,
  type Rule,
  serverSentEvents,
} from './strict-server.js';

/** A request of Cohere's Chat protocol, version 2. */
export interface CohereRequest {
  messages: Array<{
    role: string;
    content?: unknown;
    tool_calls?: Array<{
      id: string;
      function: { name: string; arguments: unknown };
    }>;
    tool_call_id?: string;
  }>;
  stream?: boolean;
}

/**
 * Cohere's rules. Its words for version 2 are not known from any report: these
 * are our own, for what its documentation asks for.
 */
const cohereRules: ReadonlyArray<Rule<CohereRequest>> = [
  {
    name: 'every call is answered directly behind its message',
    check: ({ messages }) =>
      firstOf(messages, ({ tool_calls: calls = [] }, index) => {
        const answered = new Set<unknown>();
        for (let next = index + 1; messages[next]?.role === 'tool'; next++) {
          answered.add(messages[next]?.tool_call_id);
        }
        return firstOf(calls, ({ id }) =>
          answered.has(id)
            ? undefined
            : `invalid request: tool call ${id} at messages[${index}] has no result`,
        );
      }),
  },
  {
    name: 'a tool message answers a call of the message in front of it',
    check: ({ messages }) => {
      let open: string[] = [];
      return firstOf(messages, ({ role, tool_calls: calls, ...message }) => {
        if (role !== 'tool') {
          open = calls?.map(({ id }) => id) ?? [];
          return undefined;
        }
        return open.includes(message.tool_call_id ?? '')
          ? undefined
          : `invalid request: no tool call with id ${message.tool_call_id}`;
      });
    },
  },
  {
    name: 'arguments are a text',
    check: ({ messages }) =>
      firstOf(
        messages.flatMap(({ tool_calls: calls = [] }) => calls),
        ({ id, function: tool }) =>
          typeof tool.arguments === 'string'
            ? undefined
            : `invalid request: arguments of tool call ${id} must be a string`,
      ),
  },
  {
    // Source: the sentence of version 1, langchain-cohere#15.
    name: 'a message has content or calls',
    check: ({ messages }) =>
      firstOf(messages, ({ content, tool_calls: calls }) =>
        content === undefined && !calls?.length
          ? 'all elements in history must have a message'
          : undefined,
      ),
  },
];

const tokens = { input_tokens: 1, output_tokens: 1 };
const usage = { billed_units: tokens, tokens };

export const cohere: Protocol<CohereRequest> = {
  rules: cohereRules,
  refusal: message => ({ message }),
  isStream: ({ stream }) => stream === true,
  reply: () => ({
    generation_id: 'g',
    message: { role: 'assistant', content: [{ type: 'text', text: 'Done.' }] },
    finish_reason: 'COMPLETE',
    usage,
  }),
  stream: () =>
    serverSentEvents([
      { type: 'message-start', id: 'g' },
      {
        type: 'content-start',
        index: 0,
        delta: { message: { content: { type: 'text', text: '' } } },
      },
      {
        type: 'content-delta',
        index: 0,
        delta: { message: { content: { text: 'Done.' } } },
      },
      { type: 'content-end', index: 0 },
      { type: 'message-end', delta: { finish_reason: 'COMPLETE', usage } },
    ]),
};
