import {
  firstOf,
  isPlainObject,
  type Protocol,
  type Rule,
  serverSentEvents,
} from './strict-server.js';

interface Block {
  type: string;
  text?: string;
  id?: string;
  name?: string;
  input?: unknown;
  tool_use_id?: string;
  is_error?: boolean;
  content?: unknown;
}

/** A request of Anthropic's Messages protocol, as far as the rules read it. */
export interface AnthropicRequest {
  messages: Array<{ role: string; content: Block[] | string }>;
  tools?: Array<{ name: string; type?: string }>;
  thinking?: { type: string };
  stream?: boolean;
}

type AnthropicRule = Rule<AnthropicRequest>;

interface Turn {
  role: string;
  blocks: Block[];
  index: number;
}

function turnsOf({ messages }: AnthropicRequest): Turn[] {
  return messages.map(({ role, content }, index) => ({
    role,
    blocks:
      typeof content === 'string' ? [{ type: 'text', text: content }] : content,
    index,
  }));
}

function forEachBlock(
  request: AnthropicRequest,
  check: (block: Block, path: string) => string | undefined,
): string | undefined {
  return firstOf(turnsOf(request), ({ blocks, index }) =>
    firstOf(blocks, (block, position) =>
      check(block, `messages.${index}.content.${position}`),
    ),
  );
}

const isCall = ({ type }: Block) => type === 'tool_use';
const isResult = ({ type }: Block) => type === 'tool_result';
const isServerCall = ({ type }: Block) =>
  type === 'server_tool_use' || type === 'mcp_tool_use';
const isServerResult = ({ type }: Block) =>
  type !== 'tool_result' && type.endsWith('_tool_result');

const missing = (index: number, ids: ReadonlyArray<string | undefined>) =>
  `messages.${index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${ids.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`;

/** Anthropic's rules for tool calls and their results, with its own texts. */
const anthropicRules: readonly AnthropicRule[] = [
  {
    // Source: opencode#1662, claude-code#6836.
    name: 'every call is answered in the next message',
    check: request => {
      const turns = turnsOf(request);
      return firstOf(turns, ({ blocks, index }) => {
        const next = turns[index + 1];
        const answered = new Set(
          next?.role === 'user'
            ? next.blocks.filter(isResult).map(block => block.tool_use_id)
            : [],
        );
        const open = blocks
          .filter(isCall)
          .map(({ id }) => id)
          .filter(id => !answered.has(id));
        return open.length > 0 ? missing(index, open) : undefined;
      });
    },
  },
  {
    // Source: Anthropic's documentation, vercel/ai#8318.
    name: 'results stand in front of the rest of their message',
    check: request =>
      firstOf(turnsOf(request), ({ blocks, index }) => {
        const last = blocks.findLastIndex(isResult);
        const isFirst = blocks.slice(0, last + 1).every(isResult);
        return isFirst
          ? undefined
          : missing(index - 1, [blocks[last]?.tool_use_id]);
      }),
  },
  {
    // Source: vercel/ai#13013, litellm#22946, opencode#22001.
    name: 'nothing stands behind the calls of a message',
    check: request =>
      firstOf(turnsOf(request), ({ blocks, index }) => {
        const first = blocks.findIndex(isCall);
        return first < 0 || blocks.slice(first).every(isCall)
          ? undefined
          : missing(index, [blocks[first]?.id]);
      }),
  },
  {
    // Source: openclaw#5128, mastra#16193; for `srvtoolu_`: vercel/ai#17366.
    name: 'a result answers a call of the message in front of it',
    check: request => {
      const turns = turnsOf(request);
      return firstOf(turns, ({ blocks, index }) => {
        const calls = turns[index - 1]?.blocks.filter(isCall) ?? [];
        return firstOf(blocks.filter(isResult), ({ tool_use_id: id }) =>
          calls.some(call => call.id === id)
            ? undefined
            : `messages.${index}.content.0: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
        );
      });
    },
  },
  {
    // Source: vercel/ai#12774, a test of litellm.
    name: 'a call has one result',
    check: request =>
      firstOf(turnsOf(request), ({ blocks }) => {
        const results = blocks.filter(isResult);
        return firstOf(results, ({ tool_use_id: id }, index) =>
          results.findIndex(other => other.tool_use_id === id) < index
            ? `each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${id}`
            : undefined,
        );
      }),
  },
  {
    // Source: claude-code#20508, Roo-Code#10760.
    name: 'an id is used once',
    check: request => {
      const seen = new Set<unknown>();
      return forEachBlock(request, (block, path) => {
        if (!isCall(block) && !isServerCall(block)) return undefined;
        if (seen.has(block.id))
          return `${path}: \`tool_use\` ids must be unique`;
        seen.add(block.id);
        return undefined;
      });
    },
  },
  {
    // Source: pi#198, cc-switch#1181, langchain#37756; for server tools
    // Anthropic's API reference.
    name: 'an id matches its pattern',
    check: request =>
      forEachBlock(request, (block, path) => {
        const pattern = isCall(block)
          ? '^[a-zA-Z0-9_-]+$'
          : block.type === 'server_tool_use'
            ? '^srvtoolu_[a-zA-Z0-9_]+$'
            : '';
        return new RegExp(pattern).test(block.id ?? '')
          ? undefined
          : `${path}.${block.type}.id: String should match pattern '${pattern}'`;
      }),
  },
  {
    // Source: TanStack/ai#532, the changelog of Claude Code.
    name: 'a name has 1 to 200 characters',
    check: request =>
      forEachBlock(request, (block, path) => {
        const length = isCall(block) ? (block.name ?? '').length : 1;
        return length === 0
          ? `${path}.tool_use.name: String should have at least 1 character`
          : length > 200
            ? `${path}.tool_use.name: String should have at most 200 characters`
            : undefined;
      }),
  },
  {
    // Source: vercel/ai#11406, #14442.
    name: 'an input is an object',
    check: request =>
      forEachBlock(request, (block, path) =>
        (!isCall(block) && !isServerCall(block)) || isPlainObject(block.input)
          ? undefined
          : block.input === undefined
            ? `${path}.${block.type}.input: Field required`
            : `${path}.${block.type}.input: Input should be an object`,
      ),
  },
  {
    // Source: Anthropic's documentation of stop reasons. Results may be
    // deferred where the last message holds nothing but results, and a turn
    // that was paused is resent as it is.
    name: 'a server tool has its result',
    check: request => {
      const turns = turnsOf(request);
      const last = turns.at(-1);
      const isResumed =
        last?.role === 'assistant' || last?.blocks.every(isResult) === true;
      const answered = new Set(
        turns
          .flatMap(({ blocks }) => blocks.filter(isServerResult))
          .map(block => block.tool_use_id),
      );
      return forEachBlock(request, block =>
        isServerCall(block) && !isResumed && !answered.has(block.id)
          ? `\`${block.name}\` tool use with id \`${block.id}\` was found without a corresponding \`${block.name}_tool_result\` block`
          : undefined,
      );
    },
  },
  {
    // Source: a public report.
    name: 'the result of a server tool stands behind its call',
    check: request => {
      const calls = new Set<unknown>();
      return forEachBlock(request, (block, path) => {
        if (isServerCall(block)) calls.add(block.id);
        return isServerResult(block) && !calls.has(block.tool_use_id)
          ? `${path}: unexpected \`tool_use_id\` found in \`${block.type}\` blocks: ${block.tool_use_id}. Each \`${block.type}\` block must have a corresponding \`server_tool_use\` block before it.`
          : undefined;
      });
    },
  },
  {
    // Source: vercel/ai#14765, Anthropic's documentation of thinking.
    name: 'with thinking on the last turn with calls begins with it',
    check: request => {
      if (request.thinking?.type !== 'enabled') return undefined;
      const turn = turnsOf(request).findLast(({ blocks }) =>
        blocks.some(isCall),
      );
      const type = turn?.blocks[0]?.type;
      return !turn || type === 'thinking' || type === 'redacted_thinking'
        ? undefined
        : `messages.${turn.index}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${type}\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block (preceeding the lastmost set of \`tool_use\` and \`tool_result\` blocks).`;
    },
  },
  {
    // Source: litellm#28987.
    name: 'a text is not empty',
    check: request =>
      forEachBlock(request, block => {
        const texts = [
          block,
          ...(Array.isArray(block.content) ? (block.content as Block[]) : []),
        ];
        return texts.some(({ type, text }) => type === 'text' && text === '')
          ? 'text content blocks must be non-empty'
          : undefined;
      }),
  },
  {
    // Source: a public report.
    name: 'a message is not empty',
    check: request =>
      firstOf(turnsOf(request), ({ blocks, index, role }) =>
        blocks.length > 0 ||
        (role === 'assistant' && index === request.messages.length - 1)
          ? undefined
          : `messages.${index}: all messages must have non-empty content except for the optional final assistant message`,
      ),
  },
  {
    // Source: pi-mono fb1fdb6.
    name: 'an error result has content',
    check: request =>
      forEachBlock(request, (block, path) =>
        isResult(block) && block.is_error && !block.content?.toString().length
          ? `${path}.tool_result: content cannot be empty if \`is_error\` is true`
          : undefined,
      ),
  },
  {
    // Source: vercel/ai#12378.
    name: 'calls need tools',
    check: request =>
      request.tools?.length
        ? undefined
        : forEachBlock(request, block =>
            isCall(block) || isResult(block)
              ? 'Requests which include `tool_use` or `tool_result` blocks must define tools.'
              : undefined,
          ),
  },
  {
    // The package groups neighbours, so that only a wrong request breaks it.
    name: 'roles alternate',
    check: ({ messages }) =>
      firstOf(messages, ({ role }, index) =>
        messages[index - 1]?.role === role
          ? 'messages: roles must alternate between "user" and "assistant", but found multiple "' +
            role +
            '" roles in a row'
          : undefined,
      ),
  },
];

const usage = { input_tokens: 1, output_tokens: 1 };
const head = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'claude-sonnet-4-5',
  stop_sequence: null,
};

export const anthropic: Protocol<AnthropicRequest> = {
  rules: anthropicRules,
  refusal: message => ({
    type: 'error',
    error: { type: 'invalid_request_error', message },
  }),
  isStream: ({ stream }) => stream === true,
  reply: () => ({
    ...head,
    content: [{ type: 'text', text: 'Done.' }],
    stop_reason: 'end_turn',
    usage,
  }),
  stream: () =>
    serverSentEvents([
      {
        type: 'message_start',
        message: { ...head, content: [], stop_reason: null, usage },
      },
      {
        type: 'content_block_start',
        index: 0,
        content_block: { type: 'text', text: '' },
      },
      {
        type: 'content_block_delta',
        index: 0,
        delta: { type: 'text_delta', text: 'Done.' },
      },
      { type: 'content_block_stop', index: 0 },
      {
        type: 'message_delta',
        delta: { stop_reason: 'end_turn', stop_sequence: null },
        usage,
      },
      { type: 'message_stop' },
    ]),
};
