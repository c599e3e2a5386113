import { EventStreamCodec } from '@smithy/eventstream-codec';
import { fromUtf8, toUtf8 } from '@smithy/util-utf8';
import {
  firstOf,
  isPlainObject,
  type Protocol,
  type Rule,
} from './strict-server.js';

interface Block {
  text?: string;
  toolUse?: { toolUseId: string; name: string; input: unknown };
  toolResult?: {
    toolUseId: string;
    status?: string;
    content: Array<{ text?: string; json?: unknown }>;
  };
}

/** A request of Bedrock's Converse protocol, as far as the rules read it. */
export interface BedrockRequest {
  messages: Array<{ role: string; content: Block[] }>;
  toolConfig?: object;
}

type BedrockRule = Rule<BedrockRequest>;
type Message = BedrockRequest['messages'][number];

const callsOf = (message: Message | undefined) =>
  message?.content.flatMap(({ toolUse }) => toolUse ?? []) ?? [];
const resultsOf = (message: Message | undefined) =>
  message?.content.flatMap(({ toolResult }) => toolResult ?? []) ?? [];

function idRule(pattern: string): BedrockRule {
  return {
    name: 'an id matches the pattern of the model',
    check: ({ messages }) =>
      firstOf(messages, (message, index) =>
        firstOf(
          [...callsOf(message), ...resultsOf(message)],
          ({ toolUseId }) =>
            new RegExp(pattern).test(toolUseId)
              ? undefined
              : `1 validation error detected: Value '${toolUseId}' at 'messages.${index + 1}.member.content.1.member.toolUse.toolUseId' failed to satisfy constraint: Member must satisfy regular expression pattern: ${pattern}`,
        ),
      ),
  };
}

const shared: readonly BedrockRule[] = [
  {
    // Source: agno#6698.
    name: 'every call is answered in the next message',
    check: ({ messages }) =>
      firstOf(messages, (message, index) => {
        const answered = resultsOf(messages[index + 1]).map(
          ({ toolUseId }) => toolUseId,
        );
        const open = callsOf(message)
          .map(({ toolUseId }) => toolUseId)
          .filter(id => !answered.includes(id));
        return open.length > 0
          ? `Expected toolResult blocks at messages.${index + 1}.content for the following Ids: ${open.join(', ')}`
          : undefined;
      }),
  },
  {
    // Source: dify-official-plugins#765.
    name: 'there are no more results than calls',
    check: ({ messages }) =>
      firstOf(messages, (message, index) =>
        resultsOf(message).length > callsOf(messages[index - 1]).length
          ? `The number of toolResult blocks at messages.${index}.content exceeds the number of toolUse blocks of previous turn.`
          : undefined,
      ),
  },
  {
    // Source: botocore 1.43.11.
    name: 'a name is 64 letters, digits, underscores and dashes at the most',
    check: ({ messages }) =>
      firstOf(messages.flatMap(callsOf), ({ name }) =>
        /^[a-zA-Z0-9_-]{1,64}$/.test(name)
          ? undefined
          : `1 validation error detected: Value '${name}' at 'messages.1.member.content.1.member.toolUse.name' failed to satisfy constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_-]+`,
      ),
  },
  {
    // Source: vercel/ai#14442.
    name: 'an input is an object',
    check: ({ messages }) =>
      firstOf(messages, (message, index) =>
        firstOf(message.content, ({ toolUse }, position) =>
          !toolUse || isPlainObject(toolUse.input)
            ? undefined
            : `The format of the value at messages.${index}.content.${position}.toolUse.input is invalid. Provide a json object for the field and try again.`,
        ),
      ),
  },
  {
    // Source: aichat#1550, haystack#3766.
    name: 'the JSON of a result is an object',
    check: ({ messages }) =>
      firstOf(messages, (message, index) =>
        firstOf(message.content, ({ toolResult }, position) =>
          toolResult?.content.some(
            ({ json }) => json !== undefined && !isPlainObject(json),
          )
            ? `The format of the value at messages.${index}.content.${position}.toolResult.content.0.json is invalid. Provide a json object for the field and try again.`
            : undefined,
        ),
      ),
  },
  {
    // Source: a sample of AWS for AgentCore, issue 15.
    name: 'an error result has content',
    check: ({ messages }) =>
      firstOf(messages, (message, index) =>
        firstOf(message.content, ({ toolResult }, position) =>
          toolResult?.status === 'error' && toolResult.content.length === 0
            ? `The content field at messages.${index}.content.${position}.toolResult cannot be empty when status value is error.`
            : undefined,
        ),
      ),
  },
  {
    // Source: litellm#24158.
    name: 'calls need a tool config',
    check: ({ messages, toolConfig }) =>
      toolConfig === undefined &&
      messages.some(
        message => callsOf(message).length + resultsOf(message).length > 0,
      )
        ? 'The toolConfig field must be defined when using toolUse and toolResult content blocks.'
        : undefined,
  },
  {
    // Source: vercel/ai#18452.
    name: 'a message is not empty',
    check: ({ messages }) =>
      firstOf(messages, ({ content }, index) =>
        content.length === 0
          ? `The content field in the Message object at messages.${index} is empty. Add a ContentBlock object to the content field and try again.`
          : undefined,
      ),
  },
  {
    // Source: the words of the Converse API for blank texts.
    name: 'a text is not blank',
    check: ({ messages }) =>
      firstOf(messages, ({ content }, index) =>
        firstOf(content, ({ text, toolResult }, position) =>
          [text, ...(toolResult?.content ?? []).map(one => one.text)].some(
            one => one !== undefined && one.trim() === '',
          )
            ? `The text field in the ContentBlock object at messages.${index}.content.${position} is blank. Add text to the text field, and try again.`
            : undefined,
        ),
      ),
  },
  {
    // Source: the words of the Converse API.
    name: 'the first message is of the user',
    check: ({ messages }) =>
      messages[0]?.role === 'assistant'
        ? 'A conversation must start with a user message. Try again with a conversation that starts with a user message.'
        : undefined,
  },
  {
    // The package groups neighbours, so that only a wrong request breaks it.
    name: 'roles alternate',
    check: ({ messages }) =>
      firstOf(messages, ({ role }, index) =>
        messages[index - 1]?.role === role
          ? 'A conversation must alternate between user and assistant roles. Make sure the conversation alternates between user and assistant roles and try again.'
          : undefined,
      ),
  },
];

// Source: botocore 1.43.11.
const bedrockRules: readonly BedrockRule[] = [
  ...shared,
  idRule('^[a-zA-Z0-9_.:-]{1,64}$'),
];

// Source: Claude repeats its own rules in a ValidationException.
const bedrockClaudeRules: readonly BedrockRule[] = [
  ...shared,
  idRule('^[a-zA-Z0-9_-]{1,64}$'),
  {
    name: 'an id is used once',
    check: ({ messages }) => {
      const seen = new Set<string>();
      return firstOf(messages.flatMap(callsOf), ({ toolUseId }) => {
        if (seen.has(toolUseId)) {
          return 'messages.1.content.0: `tool_use` ids must be unique';
        }
        seen.add(toolUseId);
        return undefined;
      });
    },
  },
  {
    name: 'nothing stands behind the calls of a message',
    check: ({ messages }) =>
      firstOf(messages, ({ content }, index) => {
        const first = content.findIndex(({ toolUse }) => toolUse);
        return first < 0 || content.slice(first).every(block => block.toolUse)
          ? undefined
          : `messages.${index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${content[first]?.toolUse?.toolUseId}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`;
      }),
  },
];

// Source: vercel/ai#11802, #16182.
const bedrockMistralRules: readonly BedrockRule[] = [
  ...shared,
  idRule('^[a-zA-Z0-9]{9}$'),
];

const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
const codec = new EventStreamCodec(toUtf8, fromUtf8);

/** Writes events in the binary form that AWS streams in. */
function eventStream(events: ReadonlyArray<[string, object]>) {
  const header = (value: string) => ({ type: 'string' as const, value });
  return new Uint8Array(
    events.flatMap(([type, payload]) => [
      ...codec.encode({
        headers: {
          ':message-type': header('event'),
          ':event-type': header(type),
          ':content-type': header('application/json'),
        },
        body: fromUtf8(JSON.stringify(payload)),
      }),
    ]),
  );
}

function bedrockProtocol(
  rules: readonly BedrockRule[],
): Protocol<BedrockRequest> {
  return {
    rules,
    refusal: message => ({ message }),
    isStream: (_request, path) => path.endsWith('/converse-stream'),
    reply: () => ({
      output: { message: { role: 'assistant', content: [{ text: 'Done.' }] } },
      stopReason: 'end_turn',
      usage,
    }),
    contentType: 'application/vnd.amazon.eventstream',
    stream: () =>
      eventStream([
        ['messageStart', { role: 'assistant' }],
        [
          'contentBlockDelta',
          { contentBlockIndex: 0, delta: { text: 'Done.' } },
        ],
        ['contentBlockStop', { contentBlockIndex: 0 }],
        ['messageStop', { stopReason: 'end_turn' }],
        ['metadata', { usage, metrics: { latencyMs: 1 } }],
      ]),
  };
}

export const bedrock: Protocol<BedrockRequest> = bedrockProtocol(bedrockRules);
export const bedrockClaude: Protocol<BedrockRequest> =
  bedrockProtocol(bedrockClaudeRules);
export const bedrockMistral: Protocol<BedrockRequest> =
  bedrockProtocol(bedrockMistralRules);
