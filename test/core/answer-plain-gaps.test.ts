import { describe, expect, it } from 'vitest';
import { answerPlainGaps } from '../../src/core/answer-plain-gaps.js';
import { collectUnsettled } from '../../src/core/collect-unsettled.js';
import type { ToolCallOptions } from '../../src/index.js';
import { assistant, call, result, text, tool, user } from './parts.js';

// What is left to the full scan comes out right as well: only a look at the
// short way itself tells whether it is taken.

const synthetic = (toolCallId: string, value = expect.any(String)) => ({
  ...result(toolCallId),
  output: { type: 'error-text', value },
  providerOptions: {
    toolCallResilience: { synthetic: true, reason: 'interrupted' },
  },
});
const many = Array.from({ length: 33 }, (_, index) => `c${index}`);

function answer(messages: unknown[], options: ToolCallOptions = {}) {
  const unsettled = collectUnsettled(messages, 0);
  return unsettled && answerPlainGaps(messages, unsettled, options);
}

describe('answerPlainGaps', () => {
  it('should answer the calls without a result, each behind its message', () => {
    const first = assistant({ type: 'reasoning', text: 'hm' }, call('a'));
    const second = assistant(text, call('b'), call('c'), call('d'));
    const pair = [assistant(call('e')), tool(result('e'))];
    const behind = {
      ...tool(result('d'), result('b')),
      providerOptions: { anthropic: {} },
    };
    const answered = answer(
      [user, first, user, second, behind, ...pair, assistant(call('f'))],
      { placeholder: ({ toolCallId }) => `no ${toolCallId}` },
    );

    expect(answered?.messages).toEqual([
      user,
      first,
      tool(synthetic('a', 'no a')),
      user,
      second,
      {
        ...behind,
        content: [result('b'), synthetic('c', 'no c'), result('d')],
      },
      ...pair,
      assistant(call('f')),
      tool(synthetic('f', 'no f')),
    ]);
    expect(answered?.messages[1]).toBe(first);
    expect(answered?.repairs).toEqual(
      [
        ['a', 1],
        ['c', 3],
        ['f', 7],
      ].map(([toolCallId, messageIndex]) => ({
        fault: 'missing-result',
        action: 'answered',
        toolCallId,
        toolName: 'ls',
        messageIndex,
        reason: 'interrupted',
      })),
    );
  });

  it('should answer a history that begins with the calls', () => {
    const calls = assistant(call('a'), call('b'));
    expect(answer([calls, tool(result('b')), user])?.messages).toEqual([
      calls,
      tool(synthetic('a'), result('b')),
      user,
    ]);
  });

  it('should tell ids apart that end alike', () => {
    const pair = [assistant(call('a_000001')), tool(result('a_000001'))];
    const gaps = ['b_000001', 'c_000001', 'd_000001'].map(id =>
      assistant(call(id)),
    );
    expect(answer([user, ...pair, ...gaps])?.repairs).toHaveLength(3);
    const [gap] = gaps;
    expect(answer([user, ...pair, ...gaps, gap])).toBe(undefined);
    const again = assistant(call('a_000001'));
    expect(answer([user, ...pair, ...gaps, again])).toBe(undefined);
  });

  it.each<[string, unknown[]]>([
    ['another fault', [assistant(call('a')), user, assistant()]],
    ['an orphan', [tool(result('x')), assistant(call('a'))]],
    ['an orphan behind', [assistant(call('a')), tool(result('x'))]],
    [
      'a second tool message',
      [assistant(call('a'), call('b')), tool(result('a')), tool(result('b'))],
    ],
    ['an empty tool message', [assistant(call('a')), tool()]],
    [
      'two results of one call',
      [assistant(call('a'), call('b')), tool(result('a'), result('a'))],
    ],
    [
      'an empty result',
      [
        assistant(call('a'), call('b')),
        tool(result('a', { output: { type: 'text', value: '' } })),
      ],
    ],
    [
      'an approval response',
      [
        assistant(call('a'), call('b')),
        tool(result('a'), { type: 'tool-approval-response' }),
      ],
    ],
    [
      'an approval request',
      [assistant(call('a'), { type: 'tool-approval-request' })],
    ],
    [
      'a provider call',
      [assistant(call('s', { providerExecuted: true }), call('a'))],
    ],
    ['an unknown part', [assistant(call('a'), { type: 'new' })]],
    ['no part', [assistant(call('a'), null)]],
    ['a malformed id', [assistant(call(' '))]],
    ['an odd name', [assistant(call('a', { toolName: 'a b' }))]],
    ['an input that is no object', [assistant(call('a', { input: '{}' }))]],
    ['one id in one message', [assistant(call('a'), call('a'))]],
    ['one id in two gaps', [assistant(call('a')), user, assistant(call('a'))]],
    [
      'an id of a pair',
      [assistant(call('a')), tool(result('a')), user, assistant(call('a'))],
    ],
    [
      'more results than are compared',
      [
        assistant(...many.map(id => call(id)), call('x')),
        tool(...many.map(id => result(id))),
      ],
    ],
  ])('should leave %s to the full scan', (_name, messages) => {
    expect(answer([user, ...messages, user])).toBe(undefined);
  });

  it('should leave calls that are to be removed to the full scan', () => {
    const messages = [user, assistant(call('a')), user];
    expect(answer(messages, { unanswered: 'remove' })).toBe(undefined);
    expect(answer(messages, { unanswered: 'answer' })).not.toBe(undefined);
  });
});
