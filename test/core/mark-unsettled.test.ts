import { describe, expect, it } from 'vitest';
import { collectUnsettled } from '../../src/core/collect-unsettled.js';
import { markUnsettled } from '../../src/core/mark-unsettled.js';
import { assistant, call, result, text, tool, user } from './parts.js';

// Messages that are marked for nothing are scanned and left alone: only a look
// at the marks tells whether a long history costs what it should.

const pair = (...ids: string[]) => [
  assistant(text, ...ids.map(id => call(id))),
  tool(...ids.map(id => result(id))),
];
const server = (id: string) => [call(id, { providerExecuted: true })];

const marked = (messages: unknown[], start = 0) => {
  const unsettled = collectUnsettled(messages, start);
  const marks = unsettled && markUnsettled(messages, unsettled);
  return marks && messages.flatMap((_, index) => (marks[index] ? [index] : []));
};

describe('markUnsettled', () => {
  it('should mark nothing where every message is right', () => {
    expect(marked([user, ...pair('a'), ...pair('a')])).toBe(undefined);
    expect(marked([assistant(call('a')), user], 1)).toBe(undefined);
  });

  it.each<[string, unknown[], number[]]>([
    ['a gap', [...pair('b'), assistant(call('a')), user, ...pair('c')], [2]],
    [
      'each of two gaps',
      [assistant(call('a')), user, assistant(call('b')), user],
      [0, 2],
    ],
    [
      'an earlier pair with the id of a gap',
      [...pair('a'), user, ...pair('b'), assistant(call('a')), user],
      [0, 1, 5],
    ],
    [
      'a later pair with the id of a gap',
      [assistant(call('a')), user, ...pair('b'), ...pair('a')],
      [0, 4, 5],
    ],
    [
      'parallel calls of which one has the id of a gap',
      [assistant(call('z')), user, ...pair('a', 'z'), ...pair('b', 'c')],
      [0, 2, 3],
    ],
    [
      'a provider pair with the id of a gap, not what stands behind',
      [
        assistant(call('z')),
        user,
        assistant(...server('z'), result('z')),
        assistant(text),
        ...pair('b'),
      ],
      [0, 2],
    ],
    [
      'a pair with the folded id of an orphan',
      [...pair('a_b'), user, tool(result('a.b')), ...pair('a_c')],
      [0, 1, 3],
    ],
    [
      'a pair with the folded id of a displaced result',
      [
        assistant(call('a.b')),
        user,
        tool(result('a.b')),
        tool(result('a.b')),
        ...pair('a_b'),
      ],
      [0, 2, 3, 4, 5],
    ],
    [
      'a pair with the folded id of a result in an assistant message',
      [assistant(call('a.b')), assistant(result('a.b')), ...pair('a:b')],
      [0, 1, 2, 3],
    ],
    [
      'a pair with the folded id of one that two calls share',
      [
        assistant(call('a.b'), call('a.b', { input: { x: 1 } })),
        tool(result('a.b')),
        ...pair('a_b'),
      ],
      [0, 1, 2, 3],
    ],
    [
      'no pair with the folded id of the first result behind its call',
      [
        assistant(call('a.b'), call('c')),
        tool(result('a.b')),
        user,
        ...pair('a_b'),
      ],
      [0, 1],
    ],
    [
      'no pair with the folded id of a result whose call asks for approval',
      [
        assistant(call('a.b'), {
          type: 'tool-approval-request',
          approvalId: 'approve',
          toolCallId: 'a.b',
        }),
        tool(result('a.b')),
        user,
        ...pair('a_b'),
      ],
      [0, 1],
    ],
    [
      'no provider pair without an id for what has none either',
      [
        assistant(text, call('z')),
        user,
        assistant(text, ...server(''), result('')),
      ],
      [0],
    ],
    [
      'no pair whose id only ends like that of a gap',
      [assistant(call('call_x_1234')), user, ...pair('call_y_1234')],
      [0],
    ],
  ])('should mark %s', (_name, messages, expected) => {
    expect(marked(messages)).toEqual(expected);
  });

  it('should leave what stands in front of the start', () => {
    const messages = [
      assistant(call('a')),
      user,
      ...pair('b'),
      assistant(call('b')),
      user,
    ];

    expect(marked(messages, 4)).toEqual([4]);
    expect(marked(messages, 1)).toEqual([2, 3, 4]);
  });

  it('should keep apart more ids than a message has', () => {
    const ids = Array.from({ length: 5000 }, (_, index) => `id${index}`);
    const messages = [
      ...ids.flatMap(id => pair(id)),
      ...pair(...ids.slice(0, 30)),
      assistant(call('id77')),
      assistant(call('id4999')),
      user,
    ];

    expect(marked(messages)).toEqual([154, 155, 9998, 9999, 10002, 10003]);
  });
});
