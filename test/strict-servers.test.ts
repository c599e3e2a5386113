import { afterAll, describe, expect, it } from 'vitest';
import { anthropic } from './servers/anthropic.js';
import { bedrock, bedrockClaude, bedrockMistral } from './servers/bedrock.js';
import {
  compatible,
  deepSeek,
  groq,
  mistral,
  openAIChat,
  xaiChat,
} from './servers/chat-completions.js';
import { cohere } from './servers/cohere.js';
import { google } from './servers/google.js';
import { openAIResponses, xaiResponses } from './servers/openai-responses.js';
import { type Protocol, startStrictServer } from './servers/strict-server.js';

interface Samples {
  // biome-ignore lint/suspicious/noExplicitAny: each protocol has its own
  protocol: Protocol<any>;
  valid: object;
  /** For each rule a request that breaks it and no other. */
  broken: Record<string, object>;
}

const long = (length: number) => 'x'.repeat(length);

// Chat Completions
const user = { role: 'user', content: 'hello' };
const chatCall = (id: string, more: object = {}) => ({
  id,
  type: 'function',
  function: { name: 'ls', arguments: '{}', ...more },
});
const chatCalls = (...calls: object[]) => ({
  role: 'assistant',
  content: '',
  tool_calls: calls,
});
const chatResult = (id: string, more: object = {}) => ({
  role: 'tool',
  tool_call_id: id,
  content: 'ok',
  ...more,
});
const chat = (...messages: object[]) => ({ model: 'm', messages });
const chatTurn = (id: string) => [chatCalls(chatCall(id)), chatResult(id)];

const chatPairing = {
  'every call is answered directly behind its message': chat(
    user,
    chatCalls(chatCall('a'), chatCall('b')),
    chatResult('a'),
    user,
  ),
  'a tool message answers a call of the message in front of it': chat(
    user,
    chatResult('a'),
    user,
  ),
};
const chatShared = {
  ...chatPairing,
  'arguments are a JSON text': chat(
    user,
    chatCalls(chatCall('a', { arguments: undefined })),
    chatResult('a'),
  ),
};
const chatLongId = {
  'an id has 40 characters at the most': chat(user, ...chatTurn(long(41))),
};
const chatValid = chat(user, ...chatTurn('a'), user);

const ID = 'abcDEF123';
const mistralTurn = [chatCalls(chatCall(ID)), chatResult(ID)];
const bridge = { role: 'assistant', content: 'OK.' };

// Responses
const item = (call_id: string, more: object = {}) => ({
  type: 'function_call',
  call_id,
  name: 'ls',
  arguments: '{}',
  ...more,
});
const output = (call_id: string, more: object = {}) => ({
  type: 'function_call_output',
  call_id,
  output: 'ok',
  ...more,
});
const responses = (...input: object[]) => ({ model: 'm', input });
const responsesShared = {
  'every call has its output': responses(user, item('a'), user),
  'an output stands behind its call': responses(user, output('a')),
  'an output item has an output': responses(
    item('a'),
    output('a', { output: undefined }),
  ),
  'a call has arguments as a text': responses(
    item('a', { arguments: undefined }),
    output('a'),
  ),
  'a call id has 1 to 64 characters': responses(
    item(long(65)),
    output(long(65)),
  ),
  'a name has 128 characters at the most': responses(
    item('a', { name: long(129) }),
    output('a'),
  ),
};
const responsesValid = responses(user, item('a'), output('a'), user);

// Anthropic
const text = { type: 'text', text: 'hello' };
const use = (id: string, more: object = {}) => ({
  type: 'tool_use',
  id,
  name: 'ls',
  input: {},
  ...more,
});
const used = (tool_use_id: string, more: object = {}) => ({
  type: 'tool_result',
  tool_use_id,
  content: 'ok',
  ...more,
});
const searched = (tool_use_id: string) => ({
  type: 'web_search_tool_result',
  tool_use_id,
  content: [],
});
const search = {
  type: 'server_tool_use',
  id: 'srvtoolu_1',
  name: 'web_search',
  input: {},
};
const says = (...content: object[]) => ({ role: 'user', content });
const answers = (...content: object[]) => ({ role: 'assistant', content });
const claude = (...messages: object[]) => ({
  messages,
  tools: [{ name: 'ls' }],
});
const claudeTurn = (call: object, id: string) => [
  says(text),
  answers(call),
  says(used(id)),
];

// Google
const part = { text: 'hello' };
const functionCall = (name: string, more: object = {}) => ({
  functionCall: { name, args: {}, ...more },
});
const functionResponse = (name: string, content = 'ok') => ({
  functionResponse: { name, response: { name, content } },
});
const asks = (...parts: object[]) => ({ role: 'user', parts });
const models = (...parts: object[]) => ({ role: 'model', parts });
const gemini = (...contents: object[]) => ({ contents });

// Bedrock
const toolUse = (toolUseId: string, more: object = {}) => ({
  toolUse: { toolUseId, name: 'ls', input: {}, ...more },
});
const toolResult = (toolUseId: string, more: object = {}) => ({
  toolResult: { toolUseId, content: [{ text: 'ok' }], ...more },
});
const converse = (...messages: object[]) => ({ messages, toolConfig: {} });
const converseTurn = (id: string, call: object = {}, result: object = {}) => [
  says(part),
  answers(toolUse(id, call)),
  says(toolResult(id, result)),
];
const bedrockShared = {
  'every call is answered in the next message': converse(
    says(part),
    answers(toolUse(ID)),
    says(part),
  ),
  'there are no more results than calls': converse(
    says(part),
    answers(toolUse(ID)),
    says(toolResult(ID), toolResult(ID)),
  ),
  'a name is 64 letters, digits, underscores and dashes at the most': converse(
    ...converseTurn(ID, { name: 'l s' }),
  ),
  'an input is an object': converse(...converseTurn(ID, { input: '{}' })),
  'the JSON of a result is an object': converse(
    ...converseTurn(ID, {}, { content: [{ json: [] }] }),
  ),
  'an error result has content': converse(
    ...converseTurn(ID, {}, { content: [], status: 'error' }),
  ),
  'calls need a tool config': { messages: converseTurn(ID) },
  'a message is not empty': converse(says(part), answers(), says(part)),
  'a text is not blank': converse(says({ text: ' ' })),
  'the first message is of the user': converse(answers(part), says(part)),
  'roles alternate': converse(says(part), says(part)),
};
const bedrockValid = converse(...converseTurn(ID), answers(part), says(part));

const servers: Record<string, Samples> = {
  'OpenAI Chat Completions': {
    protocol: openAIChat,
    valid: chatValid,
    broken: {
      ...chatShared,
      ...chatLongId,
      'a name is letters, digits, underscores and dashes': chat(
        user,
        chatCalls(chatCall('a', { name: 'l.s' })),
        chatResult('a'),
      ),
      'content is null beside calls only': chat(user, {
        role: 'assistant',
        content: null,
      }),
    },
  },
  'a compatible host': {
    protocol: compatible,
    valid: chatValid,
    broken: chatShared,
  },
  'xAI Chat Completions': {
    protocol: xaiChat,
    valid: chatValid,
    broken: { ...chatShared, ...chatLongId },
  },
  DeepSeek: {
    protocol: deepSeek,
    valid: chatValid,
    broken: {
      ...chatShared,
      'an id is used once': chat(user, ...chatTurn('a'), ...chatTurn('a')),
      'in thinking mode reasoning is passed back': {
        ...chat(user, ...chatTurn('a')),
        thinking: { type: 'enabled' },
      },
    },
  },
  Groq: {
    protocol: groq,
    valid: chatValid,
    broken: {
      'a tool message has the id of its call': chat(
        user,
        chatCalls(chatCall('a')),
        { role: 'tool', content: 'ok' },
      ),
      'the content of a tool message is a text': chat(
        user,
        chatCalls(chatCall('a')),
        chatResult('a', { content: null }),
      ),
      'a call has a type': chat(
        user,
        chatCalls({ ...chatCall('a'), type: undefined }),
        chatResult('a'),
      ),
      'a message has no unknown property': chat(user, {
        ...chatCalls(),
        reasoning_content: '',
      }),
      'arguments are a JSON text': chatShared['arguments are a JSON text'],
    },
  },
  Mistral: {
    protocol: mistral,
    valid: chat(user, ...mistralTurn, bridge, user),
    broken: {
      'there are as many results as calls': chat(
        user,
        chatCalls(chatCall(ID)),
        user,
      ),
      'an id is nine letters and digits': chat(user, ...chatTurn('call_1234')),
      'a message has no id twice': chat(
        user,
        chatCalls(chatCall(ID), chatCall(ID)),
        chatResult(ID),
        bridge,
        user,
      ),
      'a result has the id of a call': chat(
        user,
        chatCalls(chatCall(ID)),
        chatResult('abcDEF124'),
      ),
      'a call has one result': chat(user, ...mistralTurn, chatResult(ID)),
      'a name is 64 letters, digits, underscores and dashes at the most': chat(
        user,
        chatCalls(chatCall(ID, { name: long(65) })),
        chatResult(ID),
      ),
      'a tool message stands behind an assistant or tool message': chat(
        user,
        chatResult(ID),
      ),
      'no user message stands behind a tool message': chat(
        user,
        ...mistralTurn,
        user,
      ),
      'the last message is of the user or a tool, or a prefix': chat(
        user,
        bridge,
      ),
    },
  },
  'OpenAI Responses': {
    protocol: openAIResponses,
    valid: responsesValid,
    broken: {
      ...responsesShared,
      'the item id of a call begins with fc': responses(
        item('a', { id: 'call_1' }),
        output('a'),
      ),
      'an item id has 64 characters at the most': responses(
        item('a', { id: `fc_${long(64)}` }),
        output('a'),
      ),
      'what a reasoning item led to follows it': responses(
        user,
        { type: 'reasoning', id: 'rs_1' },
        user,
      ),
      'an item reference is one of its own': responses(user, {
        type: 'item_reference',
        id: 'srvtoolu_1',
      }),
    },
  },
  'xAI Responses': {
    protocol: xaiResponses,
    valid: responsesValid,
    broken: responsesShared,
  },
  'Anthropic Messages': {
    protocol: anthropic,
    valid: claude(
      ...claudeTurn(use('a'), 'a'),
      answers(search, searched(search.id), text, use('b')),
      says(used('b'), text),
    ),
    broken: {
      'every call is answered in the next message': claude(
        says(text),
        answers(use('a')),
        says(text),
      ),
      'results stand in front of the rest of their message': claude(
        says(text),
        answers(use('a')),
        says(text, used('a')),
      ),
      'nothing stands behind the calls of a message': claude(
        says(text),
        answers(use('a'), text),
        says(used('a')),
      ),
      'a result answers a call of the message in front of it': claude(
        says(used('a')),
      ),
      'a call has one result': claude(
        says(text),
        answers(use('a')),
        says(used('a'), used('a')),
      ),
      'an id is used once': claude(
        ...claudeTurn(use('a'), 'a'),
        answers(use('a')),
        says(used('a')),
      ),
      'an id matches its pattern': claude(...claudeTurn(use('a.b'), 'a.b')),
      'a name has 1 to 200 characters': claude(
        ...claudeTurn(use('a', { name: '' }), 'a'),
      ),
      'an input is an object': claude(
        ...claudeTurn(use('a', { input: '{}' }), 'a'),
      ),
      'a server tool has its result': claude(
        says(text),
        answers(search),
        says(text),
      ),
      'the result of a server tool stands behind its call': claude(
        says(text),
        answers(searched('srvtoolu_2')),
        says(text),
      ),
      'with thinking on the last turn with calls begins with it': {
        ...claude(...claudeTurn(use('a'), 'a')),
        thinking: { type: 'enabled' },
      },
      'a text is not empty': claude(says({ type: 'text', text: '' })),
      'a message is not empty': claude(says(text), answers(), says(text)),
      'an error result has content': claude(
        says(text),
        answers(use('a')),
        says(used('a', { is_error: true, content: '' })),
      ),
      'calls need tools': { messages: claudeTurn(use('a'), 'a') },
      'roles alternate': claude(says(text), says(text)),
    },
  },
  'Google Generative Language': {
    protocol: google,
    valid: gemini(
      asks(part),
      models(part, functionCall('a'), functionCall('b')),
      asks(functionResponse('a'), functionResponse('b')),
      models(part),
      asks(part),
    ),
    broken: {
      'the next content has as many responses as there are calls': gemini(
        asks(part),
        models(functionCall('a'), functionCall('b')),
        asks(functionResponse('a')),
      ),
      'responses stand behind calls': gemini(
        asks(part),
        asks(functionResponse('a')),
      ),
      'responses stand in the order of the calls': gemini(
        asks(part),
        models(functionCall('a'), functionCall('b')),
        asks(functionResponse('b'), functionResponse('a')),
      ),
      'calls come behind a user turn or responses': gemini(
        asks(part),
        models(part),
        models(functionCall('a')),
        asks(functionResponse('a')),
      ),
      'a content has parts and a response has content': gemini(
        asks(part),
        models(functionCall('a')),
        asks(functionResponse('a', '')),
      ),
      'args are an object': gemini(
        asks(part),
        models(functionCall('a', { args: '{}' })),
        asks(functionResponse('a')),
      ),
      'a name is letters, digits, underscores, dots and dashes': gemini(
        asks(part),
        models(functionCall('a b')),
        asks(functionResponse('a b')),
      ),
    },
  },
  'Bedrock Converse': {
    protocol: bedrock,
    valid: bedrockValid,
    broken: {
      ...bedrockShared,
      'an id matches the pattern of the model': converse(
        ...converseTurn('a|b'),
      ),
    },
  },
  'Bedrock Converse with Claude': {
    protocol: bedrockClaude,
    valid: bedrockValid,
    broken: {
      ...bedrockShared,
      'an id matches the pattern of the model': converse(
        ...converseTurn('a.b'),
      ),
      'an id is used once': converse(
        ...converseTurn(ID),
        answers(toolUse(ID)),
        says(toolResult(ID)),
      ),
      'nothing stands behind the calls of a message': converse(
        says(part),
        answers(toolUse(ID), part),
        says(toolResult(ID)),
      ),
    },
  },
  'Bedrock Converse with Mistral': {
    protocol: bedrockMistral,
    valid: bedrockValid,
    broken: {
      ...bedrockShared,
      'an id matches the pattern of the model': converse(
        ...converseTurn('tooluse_1'),
      ),
    },
  },
  'Cohere v2': {
    protocol: cohere,
    valid: chatValid,
    broken: {
      ...chatPairing,
      'arguments are a text': chatShared['arguments are a JSON text'],
      'a message has content or calls': chat(user, { role: 'assistant' }),
    },
  },
};

describe.each(Object.entries(servers))(
  'the server of %s',
  (_name, { protocol, valid, broken }) => {
    const started = startStrictServer(protocol);
    afterAll(async () => (await started).close());
    const post = async (body: object) => {
      const { url } = await started;
      const response = await fetch(url, {
        method: 'POST',
        body: JSON.stringify(body),
      });
      return { status: response.status, body: await response.text() };
    };

    it('should have a sample for each rule', () => {
      const names = protocol.rules.map(({ name }) => name);
      expect(Object.keys(broken).sort()).toEqual(names.sort());
    });

    it('should take a request that breaks no rule', async () => {
      expect((await post(valid)).status).toBe(200);
    });

    it.each(Object.entries(broken))(
      'should refuse a request that breaks only: %s',
      async (name, body) => {
        const wire = JSON.parse(JSON.stringify(body));
        const rules = protocol.rules.filter(rule => rule.check(wire));
        expect(rules.map(rule => rule.name)).toEqual([name]);
        const message = rules[0]?.check(wire) ?? '';
        expect(await post(body)).toEqual({
          status: 400,
          body: JSON.stringify(protocol.refusal(message)),
        });
      },
    );
  },
);
