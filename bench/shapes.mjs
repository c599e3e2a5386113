import * as langchain from '@langchain/core/messages';

// `@librechat/agents` has its own copy, and only knows messages of that.
const librechat = await import(
  './node_modules/@librechat/agents/node_modules/@langchain/core/dist/messages/index.js'
).catch(() => langchain);

/**
 * The message shapes of the peers. `from` writes a history of the AI SDK in a
 * shape, `read` reads what a peer returns as a list of plain
 * `{ role, texts, calls, results }` that `judge.mjs` understands.
 */
export const shapes = {
  sdk: { from: messages => messages, read: readSdk },
  ui: { from: toUI, read: readSdk },
  langchain: { from: toLangChain(langchain), read: readLangChain },
  librechat: { from: toLangChain(librechat), read: readLangChain },
  openai: { from: toOpenAI, read: readOpenAI },
  clawdbot: { from: toClawdbot, read: readClawdbot },
};

const textsOf = parts =>
  parts.filter(part => part.type === 'text').map(part => part.text);
const callsOf = parts => parts.filter(part => part.type === 'tool-call');
const copy = value => JSON.parse(JSON.stringify(value));

function readSdk(messages) {
  return messages.map(({ role, content }) => {
    const parts =
      typeof content === 'string' ? [{ type: 'text', text: content }] : content;
    return {
      role,
      texts: textsOf(parts),
      calls: callsOf(parts).map(call => call.toolCallId),
      results: parts
        .filter(part => part.type === 'tool-result')
        .map(part => [part.toolCallId, part.output?.value]),
    };
  });
}

/** One message a turn, where a result is a state of its call. */
function toUI(messages) {
  const result = [];
  let parts;
  let calls = new Map();
  for (const { role, content } of messages) {
    if (role === 'user') {
      parts = undefined;
      calls = new Map();
      result.push({ id: `m${result.length}`, role, parts: copy(content) });
      continue;
    }
    if (role === 'tool') {
      for (const { toolCallId, output } of content) {
        Object.assign(calls.get(toolCallId), {
          state: 'output-available',
          output: output.value,
        });
      }
      continue;
    }
    if (parts === undefined) {
      parts = [];
      result.push({ id: `m${result.length}`, role, parts });
    }
    parts.push({ type: 'step-start' });
    for (const part of content) {
      if (part.type !== 'tool-call') {
        parts.push({ type: part.type, text: part.text });
        continue;
      }
      const { toolCallId, toolName, input } = part;
      const call = {
        type: `tool-${toolName}`,
        toolCallId,
        state: 'input-available',
        input,
      };
      calls.set(toolCallId, call);
      parts.push(call);
    }
  }
  return result.map(copy);
}

function toLangChain({ AIMessage, HumanMessage, ToolMessage }) {
  return messages =>
    messages.flatMap(({ role, content }, index) => {
      if (role === 'user') {
        return new HumanMessage({ id: `m${index}`, content: content[0].text });
      }
      if (role === 'tool') {
        return content.map(
          result =>
            new ToolMessage({
              id: `m${index}-${result.toolCallId}`,
              tool_call_id: copy(result.toolCallId),
              name: result.toolName,
              content: result.output.value,
            }),
        );
      }
      return new AIMessage({
        id: `m${index}`,
        content: textsOf(content).join('\n'),
        tool_calls: callsOf(content).map(call => ({
          type: 'tool_call',
          id: copy(call.toolCallId),
          name: call.toolName,
          args: call.input,
        })),
      });
    });
}

function readLangChain(messages) {
  return merge(
    messages.map(message => {
      switch (message.getType()) {
        case 'human':
          return entry('user', [message.content]);
        case 'tool':
          return entry(
            'tool',
            [],
            [],
            [[message.tool_call_id, message.content]],
          );
        default:
          return entry(
            'assistant',
            message.content === '' ? [] : message.content.split('\n'),
            (message.tool_calls ?? []).map(call => call.id),
          );
      }
    }),
  );
}

function toOpenAI(messages) {
  return messages
    .flatMap(({ role, content }) => {
      if (role === 'tool') {
        return content.map(result => ({
          type: 'function_call_result',
          callId: result.toolCallId,
          name: result.toolName,
          status: 'completed',
          output: { type: 'text', text: result.output.value },
        }));
      }
      const texts = textsOf(content).map(text => ({
        type: 'message',
        role,
        status: 'completed',
        content: [
          { type: role === 'user' ? 'input_text' : 'output_text', text },
        ],
      }));
      const reasoning = content.some(part => part.type === 'reasoning')
        ? [{ type: 'reasoning', content: [] }]
        : [];
      const calls = callsOf(content).map(call => ({
        type: 'function_call',
        callId: call.toolCallId,
        name: call.toolName,
        status: 'completed',
        arguments: JSON.stringify(call.input),
      }));
      // The reasoning stands before the text: with a call taken out it stays.
      return [...reasoning, ...texts, ...calls];
    })
    .map(copy);
}

function readOpenAI(items) {
  return merge(
    items
      .filter(item => item.type !== 'reasoning')
      .map(item => {
        switch (item.type) {
          case 'function_call':
            return entry('assistant', [], [item.callId]);
          case 'function_call_result':
            return entry('tool', [], [], [[item.callId, item.output.text]]);
          default:
            return entry(item.role, [item.content[0].text]);
        }
      }),
  );
}

function toClawdbot(messages) {
  return messages
    .flatMap(({ role, content }) => {
      if (role === 'user') return { role, content };
      if (role === 'tool') {
        return content.map(result => ({
          role: 'toolResult',
          toolCallId: result.toolCallId,
          toolName: result.toolName,
          content: [{ type: 'text', text: result.output.value }],
          isError: false,
        }));
      }
      return {
        role,
        content: content.map(part =>
          part.type === 'tool-call'
            ? {
                type: 'toolCall',
                id: part.toolCallId,
                name: part.toolName,
                arguments: part.input,
              }
            : part,
        ),
      };
    })
    .map(copy);
}

function readClawdbot(messages) {
  return merge(
    messages.map(message =>
      message.role === 'toolResult'
        ? entry('tool', [], [], [[message.toolCallId, message.content[0].text]])
        : entry(
            message.role,
            textsOf(message.content),
            message.content
              .filter(part => part.type === 'toolCall')
              .map(part => part.id),
          ),
    ),
  );
}

function entry(role, texts, calls = [], results = []) {
  return { role, texts, calls, results };
}

/** These shapes have a message per result; providers get them as one. */
function merge(entries) {
  const merged = [];
  for (const next of entries) {
    const last = merged.at(-1);
    const isMore =
      last?.role === next.role &&
      next.role !== 'user' &&
      (next.role === 'tool' ||
        last.calls.length === 0 ||
        next.texts.length === 0);
    if (isMore) {
      last.texts.push(...next.texts);
      last.calls.push(...next.calls);
      last.results.push(...next.results);
    } else merged.push(next);
  }
  return merged;
}
