import { describe, expect, it } from 'vitest';
import {
  findUnsettled,
  type SettledIds,
} from '../../src/core/find-unsettled.js';
import { keyOfId } from '../../src/core/key-of-id.js';
import { assistant, text, tool, user } from './parts.js';

// The full scan gives the same answer for what the check lets pass by mistake
// or stops at: only a look at the check itself tells whether it is one.

const call = (id: unknown, name: unknown = 'ls', input: unknown = {}) => ({
  type: 'tool-call',
  toolCallId: id,
  toolName: name,
  input,
});
const server = (id: unknown) => ({ ...call(id), providerExecuted: true });
const result = (id: unknown, name: unknown = 'ls', output: unknown = {}) => ({
  type: 'tool-result',
  toolCallId: id,
  toolName: name,
  output,
});
const numbered = (length: number, create: (id: string) => unknown) =>
  Array.from({ length }, (_, index) => create(`c${index}`));

describe('findUnsettled', () => {
  it.each<[string, unknown[]]>([
    ['a user message', [user]],
    ['a system message', [{ role: 'system', content: 's' }]],
    ['no object', [null]],
    ['a text as content', [{ role: 'assistant', content: 'hello' }, user]],
    ['an empty text as content', [{ role: 'assistant', content: '' }, user]],
    ['no content', [{ role: 'assistant' }, user]],
    ['a text', [assistant(text), user]],
    ['odd parts', [assistant(null, undefined, 7, { type: 'new' }), user]],
    ['a provider pair', [assistant(server('s'), result('s')), user]],
    [
      'two provider pairs',
      [assistant(server('s'), result('s'), server('t'), result('t'))],
    ],
    [
      'as many parts as are compared',
      [assistant(server('s'), result('s'), ...Array(30).fill(text))],
    ],
    ['a pair', [assistant(call('a')), tool(result('a'))]],
    [
      'a pair with a text and a provider pair',
      [assistant(text, server('s'), result('s'), call('a')), tool(result('a'))],
    ],
    [
      'parallel calls',
      [assistant(call('a'), call('b')), tool(result('a'), result('b'))],
    ],
    [
      'results in another order',
      [
        assistant(call('a'), call('b'), call('c')),
        tool(result('c'), result('a'), result('b')),
      ],
    ],
    [
      'as many calls as are compared',
      [
        assistant(...numbered(32, call)),
        tool(...numbered(32, result).reverse()),
      ],
    ],
    [
      'a long name',
      [assistant(call('a', 'n'.repeat(64))), tool(result('a', 'n'.repeat(64)))],
    ],
    [
      'all characters of names',
      [assistant(call('a', 'azAZ09_-')), tool(result('a', 'azAZ09_-'))],
    ],
    ['an odd id', [assistant(call(' f.x:0')), tool(result(' f.x:0'))]],
    [
      'an id that ends with a blank',
      [assistant(call('a ')), tool(result('a '))],
    ],
    [
      'ids with the same ending',
      [assistant(call('a0'), call('b0')), tool(result('a0'), result('b0'))],
    ],
    [
      'ids with the same ending beside other parts',
      [
        assistant(
          null,
          server('s'),
          result('s'),
          call('a0'),
          undefined,
          call('b0'),
        ),
        tool(result('a0'), result('b0')),
      ],
    ],
    [
      'an output that is no object',
      [assistant(call('a')), tool(result('a', 'ls', null))],
    ],
  ])('should pass over %s', (_name, messages) => {
    const settled: SettledIds = [];
    const length = messages.length;
    expect(findUnsettled(messages, 0)).toBe(length);
    expect(findUnsettled([...messages, assistant()], 0, settled)).toBe(length);
  });

  it.each<[string, unknown[]]>([
    ['a tool message', [tool(result('a'))]],
    ['an empty message', [assistant(), user]],
    ['a missing result', [assistant(call('a')), user]],
    ['a missing result at the end', [assistant(call('a'))]],
    [
      'a text in place of results',
      [assistant(call('a')), { role: 'tool', content: 'x' }],
    ],
    [
      'a result in another role',
      [assistant(call('a')), assistant(result('a'))],
    ],
    [
      'a result too many',
      [assistant(call('a')), tool(result('a'), result('b'))],
    ],
    ['a result too few', [assistant(call('a'), call('b')), tool(result('a'))]],
    ['a result for another call', [assistant(call('a')), tool(result('b'))]],
    [
      'a result that names another tool',
      [assistant(call('a')), tool(result('a', 'rm'))],
    ],
    [
      'a part that is no result',
      [assistant(call('a')), tool({ ...result('a'), type: 'new' })],
    ],
    ['no part', [assistant(call('a')), tool(null)]],
    [
      'an empty result',
      [assistant(call('a')), tool(result('a', 'ls', { value: '' }))],
    ],
    [
      'one id twice',
      [assistant(call('a'), text, call('a')), tool(result('a'), result('b'))],
    ],
    [
      'more calls than are compared',
      [assistant(...numbered(33, call)), tool(...numbered(33, result))],
    ],
    [
      'more results out of order than are compared',
      [assistant(call('c40')), tool(...numbered(41, result))],
    ],
    ['a blank id', [assistant(call(' ')), tool(result(' '))]],
    [
      'an id of odd blanks',
      [assistant(call(' \u00a0')), tool(result(' \u00a0'))],
    ],
    [
      'an id of a no-break space',
      [assistant(call('\u00a0')), tool(result('\u00a0'))],
    ],
    ['no id', [assistant(call('')), tool(result(''))]],
    ['an id that is no text', [assistant(call(7)), tool(result(7))]],
    ['no name', [assistant(call('a', '')), tool(result('a', ''))]],
    ['a name that is no text', [assistant(call('a', 7)), tool(result('a', 7))]],
    [
      'a name that is too long',
      [assistant(call('a', 'n'.repeat(65))), tool(result('a', 'n'.repeat(65)))],
    ],
    ...['`', '{', '@', '[', '/', ':', '.', '^', ',', 'é'].map(
      (character): [string, unknown[]] => [
        `the character ${character} in a name`,
        [
          assistant(call('a', `n${character}`)),
          tool(result('a', `n${character}`)),
        ],
      ],
    ),
    [
      'an input that is no object',
      [assistant(call('a', 'ls', '{}')), tool(result('a'))],
    ],
    [
      'an input that is a list',
      [assistant(call('a', 'ls', [])), tool(result('a'))],
    ],
    ['no input', [assistant(call('a', 'ls', null)), tool(result('a'))]],
    [
      'an approval request',
      [
        assistant(call('a'), { type: 'tool-approval-request' }),
        tool(result('a')),
      ],
    ],
    [
      'an approval response',
      [
        assistant(call('a')),
        tool(result('a'), { type: 'tool-approval-response' }),
      ],
    ],
    ['an open provider call', [assistant(server('s')), user]],
    [
      'a provider call with an unknown part of its id',
      [assistant(server('s'), { ...result('s'), type: 'new' }), user],
    ],
    ['a provider result without its call', [assistant(result('s')), user]],
    [
      'a provider result in front of its call',
      [assistant(result('s'), server('s'))],
    ],
    [
      'two provider results',
      [assistant(server('s'), result('s'), result('s'))],
    ],
    ['two provider calls', [assistant(server('s'), server('s'), result('s'))]],
    [
      'a client call with the result beside it',
      [assistant(result('a'), call('a')), tool(result('a'))],
    ],
    [
      'a client call with the id of a provider call',
      [assistant(server('a'), result('a'), call('a')), tool(result('a'))],
    ],
    [
      'more parts than are compared',
      [assistant(server('s'), result('s'), ...Array(31).fill(text))],
    ],
  ])('should stop at %s', (_name, messages) => {
    expect(findUnsettled(messages, 0)).toBe(0);
    expect(findUnsettled([user, user, ...messages], 1)).toBe(2);
  });

  it('should pass over many tools, and stop at each odd name', () => {
    const names = Array.from({ length: 300 }, (_, index) => `tool_${index}`);
    for (const name of [...names, ...names]) {
      const messages = [assistant(call('a', name)), tool(result('a', name))];
      expect(findUnsettled(messages, 0)).toBe(2);
      const odd = `${name}!`;
      expect(
        findUnsettled([assistant(call('a', odd)), tool(result('a', odd))], 0),
      ).toBe(0);
    }
  });

  it('should gather the ids of what it passes over', () => {
    const settled: SettledIds = [];
    const messages = [
      assistant(text, call('a'), call('b')),
      tool(result('b'), result('a')),
      user,
      assistant(server('s'), result('s')),
      assistant(null, text, call('c')),
      tool(result('c')),
      assistant(call('d')),
      tool(result('e')),
    ];

    expect(findUnsettled(messages, 0, settled)).toBe(6);
    expect(settled).toEqual(
      [
        ['a', 0],
        ['b', 0],
        ['s', 3],
        ['s', 3],
        ['c', 4],
      ].flatMap(([id, index]) => [keyOfId(id), index]),
    );
  });
});
