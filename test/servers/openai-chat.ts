import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';

/** A message of the Chat Completions protocol, as far as the rules read it. */
export interface ChatMessage {
  role: string;
  content?: unknown;
  tool_calls?: Array<{
    id: string;
    type: string;
    function: { name: string; arguments: string };
  }>;
  tool_call_id?: string;
}

/** A request of the Chat Completions protocol. */
export interface ChatRequest {
  model: string;
  messages: ChatMessage[];
  stream?: boolean;
}

interface RuleError {
  message: string;
  param: string;
}

/** One rule of OpenAI for the messages of a request. */
export interface Rule {
  name: string;
  check(messages: readonly ChatMessage[]): RuleError | undefined;
}

/** OpenAI's rules for tool calls and their results, with its own texts. */
export const rules: readonly Rule[] = [
  {
    // Source: langgraph#2075, mastra#3735, teams-sdk#2104.
    name: 'every call is answered directly behind its message',
    check(messages) {
      for (const [index, { tool_calls: calls }] of messages.entries()) {
        if (!calls) continue;
        const answered = new Set<unknown>();
        for (let next = index + 1; messages[next]?.role === 'tool'; next++) {
          answered.add(messages[next]?.tool_call_id);
        }
        const missing = calls.filter(({ id }) => !answered.has(id));
        if (missing.length === 0) continue;
        const ids = missing.map(({ id }) => id).join(', ');
        return {
          message: `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${ids}`,
          param: `messages.[${index + 1}].role`,
        };
      }
      return undefined;
    },
  },
  {
    // Source: mastra#2667, n8n#34166.
    name: 'a tool message answers a call of the message in front of it',
    check(messages) {
      let open = new Set<unknown>();
      for (const [index, message] of messages.entries()) {
        if (message.role !== 'tool') {
          open = new Set(message.tool_calls?.map(({ id }) => id));
        } else if (!open.has(message.tool_call_id)) {
          return {
            message:
              "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
            param: `messages.[${index}].role`,
          };
        }
      }
      return undefined;
    },
  },
  {
    // Source: vercel/ai#5171, pi#198.
    name: 'an id has 40 characters at the most',
    check(messages) {
      for (const [index, message] of messages.entries()) {
        const ids: Array<[string, string | undefined]> = [
          ...(message.tool_calls ?? []).map(
            ({ id }, call): [string, string] => [`tool_calls[${call}].id`, id],
          ),
          ['tool_call_id', message.tool_call_id],
        ];
        for (const [path, id = ''] of ids) {
          if (id.length <= 40) continue;
          const param = `messages[${index}].${path}`;
          return {
            message: `Invalid '${param}': string too long. Expected a string with maximum length 40, but got a string with length ${id.length} instead.`,
            param,
          };
        }
      }
      return undefined;
    },
  },
  {
    // Source: the same pattern as for `tools[0].function.name`, which a public
    // report quotes.
    name: 'a name is letters, digits, underscores and dashes',
    check(messages) {
      for (const [index, { tool_calls: calls = [] }] of messages.entries()) {
        for (const [call, { function: tool }] of calls.entries()) {
          if (/^[a-zA-Z0-9_-]{1,64}$/.test(tool.name)) continue;
          const param = `messages[${index}].tool_calls[${call}].function.name`;
          return {
            message: `Invalid '${param}': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`,
            param,
          };
        }
      }
      return undefined;
    },
  },
  {
    // Source: OpenAI's OpenAPI file, vercel/ai#14349.
    name: 'arguments are a JSON text',
    check(messages) {
      for (const [index, { tool_calls: calls = [] }] of messages.entries()) {
        for (const [call, { function: tool }] of calls.entries()) {
          if (typeof tool.arguments === 'string') continue;
          const param = `messages[${index}].tool_calls[${call}].function.arguments`;
          return { message: `Missing required parameter: '${param}'.`, param };
        }
      }
      return undefined;
    },
  },
  {
    // Source: mastra#2667.
    name: 'content is null beside calls only',
    check(messages) {
      for (const [index, message] of messages.entries()) {
        const { role, content, tool_calls: calls } = message;
        const mayBeNull = role === 'user' || calls !== undefined;
        if (mayBeNull || (content !== null && content !== undefined)) continue;
        return {
          message: "Invalid value for 'content': expected a string, got null.",
          param: `messages.[${index}].content`,
        };
      }
      return undefined;
    },
  },
];

/** What the server answers: chunks of text, then tool calls. */
export interface Reply {
  text?: AsyncIterable<string> | Iterable<string>;
  toolCalls?: Array<{ id: string; name: string; arguments: object }>;
}

export interface OpenAIChatServerOptions {
  /** Decides what is answered to a request that breaks no rule. */
  reply?: (request: ChatRequest) => Reply;
  /** The only key that is let in. Default: any. */
  apiKey?: string;
  /** Default: a free one. */
  port?: number;
}

export interface OpenAIChatServer {
  /** Base URL for `createOpenAI`. */
  url: string;
  /** All requests, also the refused ones. */
  requests: ChatRequest[];
  close(): Promise<void>;
}

/**
 * Starts a server on the loopback interface that speaks OpenAI's Chat
 * Completions protocol and refuses broken histories as OpenAI does. Rejects
 * where the port is taken.
 */
export function startOpenAIChatServer({
  reply = () => ({ text: ['Done.'] }),
  apiKey,
  port = 0,
}: OpenAIChatServerOptions = {}): Promise<OpenAIChatServer> {
  const requests: ChatRequest[] = [];
  const app = new Hono();

  app.post('/v1/chat/completions', async context => {
    const key = context.req.header('authorization')?.replace('Bearer ', '');
    if (apiKey !== undefined && key !== apiKey) {
      return context.json(
        errorBody('Incorrect API key provided.', null, 'invalid_api_key'),
        401,
      );
    }
    const request = await context.req.json<ChatRequest>();
    requests.push(request);
    for (const rule of rules) {
      const error = rule.check(request.messages);
      if (error)
        return context.json(errorBody(error.message, error.param), 400);
    }

    const { text = [], toolCalls = [] } = reply(request);
    const calls = toolCalls.map(({ id, name, arguments: input }, index) => ({
      index,
      id,
      type: 'function',
      function: { name, arguments: JSON.stringify(input) },
    }));
    const finishReason = calls.length > 0 ? 'tool_calls' : 'stop';
    const head = { id: 'chatcmpl-1', created: 0, model: request.model };

    if (!request.stream) {
      let content = '';
      for await (const chunk of text) content += chunk;
      return context.json({
        ...head,
        object: 'chat.completion',
        choices: [
          {
            index: 0,
            message: {
              role: 'assistant',
              content: content === '' ? null : content,
              ...(calls.length > 0 && { tool_calls: calls }),
            },
            finish_reason: finishReason,
          },
        ],
        usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
      });
    }

    return streamSSE(context, async stream => {
      const send = (delta: object, finish: string | null = null) =>
        stream.writeSSE({
          data: JSON.stringify({
            ...head,
            object: 'chat.completion.chunk',
            choices: [{ index: 0, delta, finish_reason: finish }],
          }),
        });
      await send({ role: 'assistant', content: '' });
      for await (const chunk of text) {
        if (stream.aborted) return;
        await send({ content: chunk });
      }
      if (calls.length > 0) await send({ tool_calls: calls });
      await send({}, finishReason);
      await stream.writeSSE({ data: '[DONE]' });
    });
  });

  const server = createAdaptorServer({ fetch: app.fetch });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      const { port: own } = server.address() as AddressInfo;
      resolve({
        url: `http://127.0.0.1:${own}/v1`,
        requests,
        close: () =>
          new Promise(done => {
            server.close(() => done());
            if ('closeAllConnections' in server) server.closeAllConnections();
          }),
      });
    });
  });
}

function errorBody(
  message: string,
  param: string | null,
  code: string | null = null,
) {
  return { error: { message, type: 'invalid_request_error', param, code } };
}
