import { describe, expect, it } from 'vitest';
import type { Part } from '../../src/core/message-parts.js';
import { placeholderTexts } from '../../src/placeholder-texts.js';
import type { ToolCallOptions } from '../../src/tool-call-options.js';
import { deepFreeze } from '../deep-freeze.js';
import { reconcileHistory } from './reconcile-history.js';

/** What is written down as a short text: see `write`. */
type Line = string;

const user = (text = 'hi'): Part => ({
  role: 'user',
  content: [{ type: 'text', text }],
});
const system: Part = { role: 'system', content: 'be kind' };
const assistant = (...content: unknown[]): Part => ({
  role: 'assistant',
  content,
});
const tool = (...content: unknown[]): Part => ({ role: 'tool', content });
const text = (value: string): Part => ({ type: 'text', text: value });
const reasoning = (value = 'hm'): Part => ({ type: 'reasoning', text: value });
const call = (
  id: unknown,
  name: unknown = 'ls',
  input: unknown = {},
): Part => ({
  type: 'tool-call',
  toolCallId: id,
  toolName: name,
  input,
});
const serverCall = (id: unknown): Part => ({
  ...call(id, 'web_search'),
  providerExecuted: true,
});
const result = (
  id: unknown,
  value: unknown = `of ${id}`,
  name = 'ls',
): Part => ({
  type: 'tool-result',
  toolCallId: id,
  toolName: name,
  output: { type: 'text', value },
});
const failure = (id: unknown, value = `no ${id}`): Part => ({
  ...result(id),
  output: { type: 'error-text', value },
});
const synthetic = (id: unknown): Part => ({
  ...failure(id, 'placeholder'),
  providerOptions: { toolCallResilience: { synthetic: true } },
});
const request = (id: string, approvalId = `approve ${id}`): Part => ({
  type: 'tool-approval-request',
  approvalId,
  toolCallId: id,
});
const response = (id: string, approved = true, more: Part = {}): Part => ({
  type: 'tool-approval-response',
  approvalId: `approve ${id}`,
  approved,
  ...more,
});

function run(
  messages: unknown[],
  options: ToolCallOptions = {},
  context: { areApprovalsSettled?: boolean; hasServerState?: boolean } = {},
) {
  deepFreeze(messages);
  const settings = {
    options,
    areApprovalsSettled: false,
    hasServerState: false,
    ...context,
  };
  const reconciled = reconcileHistory(messages, settings);
  const again = reconcileHistory(reconciled.messages, settings);
  expect(again.messages).toBe(reconciled.messages);
  expect(again.repairs).toEqual([]);
  return {
    ...reconciled,
    lines: reconciled.messages.map(write),
    faults: reconciled.repairs.map(
      ({ fault, action, reason, toolCallId, messageIndex }) =>
        [fault, action, reason, toolCallId, `@${messageIndex}`]
          .filter(Boolean)
          .join(' '),
    ),
  };
}

/** Writes a message as a line, to read a history at a glance. */
function write(message: unknown): Line {
  if (typeof message !== 'object' || message === null) return String(message);
  const { role, content } = message as Part;
  const parts = Array.isArray(content) ? content.map(writePart) : [content];
  return `${role}: ${parts.join(', ')}`;
}

function writePart(part: Part | null): string {
  switch (part?.type) {
    case 'text':
      return String(part.text);
    case 'reasoning':
      return `(${part.text})`;
    case 'tool-call':
      return `${part.providerExecuted ? 'server ' : ''}call ${part.toolCallId}`;
    case 'tool-result': {
      const { value } = part.output as { value: unknown };
      const isSynthetic = JSON.stringify(part.providerOptions)?.includes(
        '"synthetic":true',
      );
      return `${part.toolCallId} = ${isSynthetic ? '*' : ''}${value}`;
    }
    case 'tool-approval-request':
      return `approve ${part.toolCallId}?`;
    case 'tool-approval-response':
      return `${part.approvalId}: ${part.approved ? 'yes' : 'no'}`;
    default:
      return JSON.stringify(part);
  }
}

const INTERRUPTED = '*[Tool call was interrupted and did not return a result.]';

describe('a history with nothing wrong', () => {
  it.each([
    ['no messages', []],
    ['no tools', [system, user(), assistant(text('hello')), user()]],
    ['a pair', [user(), assistant(call('a')), tool(result('a'))]],
    [
      'parallel calls',
      [
        assistant(text('t'), call('a'), call('b')),
        tool(result('a'), result('b')),
      ],
    ],
    [
      'results in another order',
      [assistant(call('a'), call('b')), tool(result('b'), result('a'))],
    ],
    [
      'ids used again',
      [
        assistant(call('a')),
        tool(result('a')),
        assistant(call('a')),
        tool(result('a')),
      ],
    ],
    [
      'ids with other characters',
      [assistant(call('f.x:0')), tool(result('f.x:0'))],
    ],
    [
      'more parallel calls than are compared one by one',
      [
        assistant(...Array.from({ length: 50 }, (_, i) => call(`c${i}`))),
        tool(...Array.from({ length: 50 }, (_, i) => result(`c${49 - i}`))),
      ],
    ],
    ['a text as content', [{ role: 'assistant', content: 'hello' }, user()]],
    ['an empty success', [assistant(call('a')), tool(result('a', ''))]],
    [
      'a provider pair',
      [user(), assistant(serverCall('s'), result('s'), text('t')), user()],
    ],
    [
      'a provider result in a later message',
      [user(), assistant(serverCall('s')), assistant(result('s')), user()],
    ],
    [
      'a placeholder of a provider call in a later message',
      [user(), assistant(serverCall('s')), user(), assistant(synthetic('s'))],
    ],
    [
      'a deferred provider result',
      [
        user(),
        assistant(serverCall('s'), call('a')),
        tool(result('a')),
        assistant(result('s'), text('t')),
        user(),
      ],
    ],
    [
      'a live provider call beside a client call',
      [user(), assistant(serverCall('s'), call('a')), tool(result('a'))],
    ],
    ['a paused turn', [user(), assistant(text('t'), serverCall('s'))]],
    [
      'a paused turn that goes on',
      [user(), assistant(serverCall('s')), assistant(text('t'))],
    ],
    [
      'a provider call with an empty id and an odd input',
      [
        user(),
        assistant(
          { ...serverCall(''), toolName: 'mcp.x', input: 'raw' },
          result(''),
        ),
      ],
    ],
    [
      'an approval of a provider call',
      [user(), assistant(serverCall('s')), tool(response('s'))],
    ],
    [
      'a finished approval',
      [
        user(),
        assistant(call('a'), request('a')),
        tool(response('a')),
        tool(result('a')),
        user(),
      ],
    ],
    [
      'a request with nothing after it',
      [user(), assistant(call('a'), request('a'))],
    ],
    [
      'a request with only the result of a sibling after it',
      [
        user(),
        assistant(call('a'), call('b'), request('b')),
        tool(result('a')),
      ],
    ],
    [
      'a live response',
      [user(), assistant(call('a'), request('a')), tool(response('a'))],
    ],
    [
      'a live response behind the result of a sibling',
      [
        user(),
        assistant(call('a'), call('b'), request('b')),
        tool(result('a')),
        tool(response('b')),
      ],
    ],
  ])('should come back as the same list: %s', (_name, messages) => {
    const { messages: same, repairs } = run(messages as unknown[]);
    expect(same).toBe(messages);
    expect(repairs).toEqual([]);
  });
});

describe('missing results', () => {
  it('should be put directly behind their message', () => {
    const { lines, faults } = run([user(), assistant(call('a')), user()]);
    expect(lines).toEqual([
      'user: hi',
      'assistant: call a',
      `tool: a = ${INTERRUPTED}`,
      'user: hi',
    ]);
    expect(faults).toEqual(['missing-result answered interrupted a @1']);
  });

  it('should be put behind each of several messages', () => {
    const { lines } = run([
      assistant(call('a')),
      assistant(text('t')),
      assistant(call('b'), call('c')),
      user(),
      assistant(call('d')),
    ]);
    expect(lines).toEqual([
      'assistant: call a',
      `tool: a = ${INTERRUPTED}`,
      'assistant: t',
      'assistant: call b, call c',
      `tool: b = ${INTERRUPTED}, c = ${INTERRUPTED}`,
      'user: hi',
      'assistant: call d',
      `tool: d = ${INTERRUPTED}`,
    ]);
  });

  it('should go into the tool message that stands there, in call order', () => {
    const messages = [
      assistant(call('a'), call('b'), call('c')),
      { ...tool(result('c'), result('a')), providerOptions: { x: { y: 1 } } },
      user(),
    ];
    const { lines, messages: reconciled } = run(messages);
    expect(lines[1]).toBe(`tool: a = of a, b = ${INTERRUPTED}, c = of c`);
    expect(reconciled[1]).toMatchObject({ providerOptions: { x: { y: 1 } } });
    expect(reconciled[0]).toBe(messages[0]);
    expect(reconciled[2]).toBe(messages[2]);
  });

  it('should use the empty tool message of ai 5', () => {
    const { lines, faults } = run([assistant(call('a')), tool(), user()]);
    expect(lines).toEqual([
      'assistant: call a',
      `tool: a = ${INTERRUPTED}`,
      'user: hi',
    ]);
    expect(faults).toEqual(['missing-result answered interrupted a @0']);
  });

  it('should be marked, with the reason', () => {
    const { messages } = run([assistant(call('a'))]);
    expect(messages[1]).toEqual(
      tool({
        type: 'tool-result',
        toolCallId: 'a',
        toolName: 'ls',
        output: { type: 'error-text', value: INTERRUPTED.slice(1) },
        providerOptions: {
          toolCallResilience: { synthetic: true, reason: 'interrupted' },
        },
      }),
    );
  });

  it('should not mask an open call by an earlier one with its id', () => {
    const { lines } = run([
      assistant(call('a')),
      tool(result('a')),
      user(),
      assistant(call('a')),
      user(),
    ]);
    expect(lines[4]).toBe(`tool: a = ${INTERRUPTED}`);
  });

  it('should leave an answered call with the same id as it is', () => {
    const messages = [
      assistant(call('a')),
      tool(result('a')),
      user(),
      assistant(call('a')),
    ];
    const { messages: reconciled } = run(messages);
    expect(reconciled).toHaveLength(5);
    expect(reconciled[0]).toBe(messages[0]);
    expect(reconciled[1]).toBe(messages[1]);
    expect(reconciled[3]).toBe(messages[3]);
  });

  it('should not give an older open call the result of a newer one', () => {
    const { lines } = run([
      assistant(call('a', 'ls', { n: 1 })),
      user(),
      assistant(call('a', 'ls', { n: 2 })),
      user(),
      tool(result('a')),
    ]);
    expect(lines).toEqual([
      'assistant: call a',
      `tool: a = ${INTERRUPTED}`,
      'user: hi',
      'assistant: call a',
      'tool: a = of a',
      'user: hi',
    ]);
  });

  it.each([
    ['a text', 'gone', { type: 'error-text', value: 'gone' }],
    [
      'a text per reason',
      { interrupted: 'gone', denied: 'no' },
      { type: 'error-text', value: 'gone' },
    ],
    [
      'texts for other reasons',
      { denied: 'no' },
      { type: 'error-text', value: INTERRUPTED.slice(1) },
    ],
    [
      'a function with a text',
      ({ toolName, reason, messageIndex }: Part) =>
        `${toolName} ${reason} ${messageIndex}`,
      { type: 'error-text', value: 'ls interrupted 0' },
    ],
    [
      'a function with an output',
      () => ({ type: 'json', value: { outcome: 'unknown' } }),
      { type: 'json', value: { outcome: 'unknown' } },
    ],
    [
      'a function with nothing',
      () => undefined,
      { type: 'error-text', value: INTERRUPTED.slice(1) },
    ],
    [
      'a function with an odd output',
      () => ({ value: 1 }),
      { type: 'error-text', value: INTERRUPTED.slice(1) },
    ],
    [
      'a function that throws',
      () => {
        throw new Error('broken');
      },
      { type: 'error-text', value: INTERRUPTED.slice(1) },
    ],
    ['an empty text', '', { type: 'error-text', value: INTERRUPTED.slice(1) }],
  ])('should hold %s', (_name, placeholder, output) => {
    const { messages } = run([assistant(call('a'))], {
      placeholder: placeholder as never,
    });
    expect((messages[1] as { content: Part[] }).content[0]?.output).toEqual(
      output,
    );
  });

  it('should hand the whole call to a placeholder function', () => {
    const seen: unknown[] = [];
    run([user(), assistant(call('', 'höchst!', '{"n":1}'))], {
      placeholder: unanswered => {
        seen.push(unanswered);
        return 'gone';
      },
    });
    expect(seen[0]).toStrictEqual({
      toolCallId: expect.stringMatching(/^call_[0-9A-Za-z]{9}$/),
      toolName: 'h_chst_',
      input: { n: 1 },
      messageIndex: 1,
      reason: 'interrupted',
    });
  });
});

describe('unanswered: remove', () => {
  const options = { unanswered: 'remove' } as const;

  it('should take the call out, and what it empties', () => {
    const { lines, faults } = run(
      [
        user(),
        assistant(call('a')),
        user(),
        assistant(text('t'), call('b')),
        user(),
      ],
      options,
    );
    expect(lines).toEqual(['user: hi', 'user: hi', 'assistant: t', 'user: hi']);
    expect(faults).toEqual([
      'missing-result removed interrupted a @1',
      'missing-result removed interrupted b @3',
    ]);
  });

  it('should take the reasoning that led to the call alone', () => {
    const { lines } = run(
      [
        user(),
        assistant(reasoning('1'), reasoning('2'), call('a')),
        user(),
        assistant(reasoning('3'), call('b'), call('c')),
        tool(result('c')),
        user(),
        assistant(reasoning('4'), call('d'), reasoning('5'), text('t')),
        user(),
        assistant(
          reasoning('6'),
          call('e'),
          call('f'),
          reasoning('7'),
          text('t'),
        ),
        user(),
        assistant(reasoning('8'), call('g'), text('t')),
        user(),
      ],
      options,
    );
    expect(lines).toEqual([
      'user: hi',
      'user: hi',
      'assistant: (3), call c',
      'tool: c = of c',
      'user: hi',
      'assistant: (5), t',
      'user: hi',
      'assistant: (7), t',
      'user: hi',
      'assistant: (8), t',
      'user: hi',
    ]);
  });

  it('should take the file that the reasoning came with', () => {
    const file = { type: 'reasoning-file', data: '', mediaType: 'image/png' };
    const { lines } = run(
      [user(), assistant(text('t'), reasoning(), file, call('a')), user()],
      options,
    );
    expect(lines).toEqual(['user: hi', 'assistant: t', 'user: hi']);
  });

  it('should leave the reasoning that led to several calls and then a text', () => {
    const { lines } = run(
      [user(), assistant(reasoning(), call('a'), call('b'), text('t')), user()],
      options,
    );
    expect(lines).toEqual(['user: hi', 'assistant: (hm), t', 'user: hi']);
  });

  it('should not mend what is taken out', () => {
    const { faults } = run([user(), assistant(text('t'), call(''))], options);
    expect(faults).toEqual(['missing-result removed interrupted @1']);
  });

  it('should take the approval parts of the call', () => {
    const { lines } = run(
      [
        user(),
        assistant(text('t'), call('a'), request('a')),
        tool(response('a')),
        user(),
      ],
      options,
    );
    expect(lines).toEqual(['user: hi', 'assistant: t', 'user: hi']);
  });

  it.each<[ToolCallOptions]>([[options], [{ ...options, orphans: 'text' }]])(
    'should answer where nothing else would be left: %j',
    options => {
      const { lines } = run([system, assistant(call('a'))], options);
      expect(lines).toEqual([
        'system: be kind',
        'assistant: call a',
        `tool: a = ${INTERRUPTED}`,
      ]);
    },
  );
});

describe('displaced results', () => {
  it.each([
    ['an assistant message', assistant(text('t'))],
    ['a user message', user()],
    ['a system message', system],
  ])('should move over %s', (_name, between) => {
    const moved = result('a');
    const { messages, faults } = run([
      assistant(call('a')),
      between,
      tool(moved),
      user(),
    ]);
    expect(messages).toEqual([
      assistant(call('a')),
      tool(result('a')),
      between,
      user(),
    ]);
    expect((messages[1] as { content: Part[] }).content[0]).toBe(moved);
    expect(faults).toEqual(['displaced-result moved a @2']);
  });

  it('should move from the content of an assistant message', () => {
    const { lines } = run([
      assistant(call('a'), result('a'), text('t')),
      assistant(call('b')),
      assistant(result('b')),
    ]);
    expect(lines).toEqual([
      'assistant: call a, t',
      'tool: a = of a',
      'assistant: call b',
      'tool: b = of b',
    ]);
  });

  it('should leave the options of an assistant message to it', () => {
    const options = { providerOptions: { cache: { point: 1 } } };
    const { messages } = run([
      { ...assistant(call('a'), result('a')), ...options },
    ]);
    expect(messages).toEqual([
      { ...assistant(call('a')), ...options },
      tool(result('a')),
    ]);
  });

  it('should move from the tool message of another call', () => {
    const { lines, faults } = run([
      assistant(call('a')),
      assistant(call('b')),
      tool(result('b'), result('a')),
    ]);
    expect(lines).toEqual([
      'assistant: call a',
      'tool: a = of a',
      'assistant: call b',
      'tool: b = of b',
    ]);
    expect(faults).toEqual(['displaced-result moved a @2']);
  });

  it('should join the results that stand where they belong', () => {
    const { lines, faults } = run([
      assistant(call('a'), call('b'), result('a')),
      tool(result('b')),
    ]);
    expect(lines).toEqual([
      'assistant: call a, call b',
      'tool: a = of a, b = of b',
    ]);
    expect(faults).toEqual(['displaced-result moved a @0']);
  });

  it('should take the options of their message along', () => {
    const { messages } = run([
      assistant(call('a')),
      user(),
      {
        ...tool({ ...result('a'), providerOptions: { x: { own: 1 } } }),
        providerOptions: { x: { of: 'message' }, y: { z: 1 } },
      },
    ]);
    expect((messages[1] as { content: Part[] }).content[0]).toMatchObject({
      providerOptions: { x: { own: 1 }, y: { z: 1 } },
    });
  });

  it('should move back from before their call where the id is unique', () => {
    const { lines, faults } = run([
      user(),
      tool(result('a')),
      user(),
      assistant(call('a')),
      user(),
    ]);
    expect(lines).toEqual([
      'user: hi',
      'user: hi',
      'assistant: call a',
      'tool: a = of a',
      'user: hi',
    ]);
    expect(faults).toEqual(['displaced-result moved a @1']);
  });

  it.each([
    [
      'calls',
      [
        tool(result('a')),
        assistant(call('a')),
        user(),
        assistant(call('a')),
        user(),
      ],
    ],
    ['results', [tool(result('a'), result('a')), assistant(call('a')), user()]],
  ])('should not move back where several %s have the id', (_name, messages) => {
    const { lines } = run(messages);
    expect(lines[0]).toBe('assistant: call a');
    expect(lines[1]).toBe(`tool: a = ${INTERRUPTED}`);
  });

  it('should take the place of a synthetic one, also from before the call', () => {
    expect(
      run([
        assistant(call('a')),
        tool(synthetic('a')),
        user(),
        tool(result('a')),
      ]).lines,
    ).toEqual(['assistant: call a', 'tool: a = of a', 'user: hi']);
    expect(
      run([tool(result('a')), assistant(call('a')), tool(synthetic('a'))])
        .lines,
    ).toEqual(['assistant: call a', 'tool: a = of a']);
    // A synthetic one that stands in front of a call is nobody's.
    expect(
      run([tool(synthetic('a')), assistant(call('a')), user()]).lines,
    ).toEqual(['assistant: call a', `tool: a = ${INTERRUPTED}`, 'user: hi']);
  });
});

describe('orphan results', () => {
  it('should be dropped, with the message that they empty', () => {
    const { lines, faults } = run([
      tool(result('x')),
      user(),
      assistant(call('a')),
      tool(result('a'), result('y')),
      assistant(result('z'), text('t')),
    ]);
    expect(lines).toEqual([
      'user: hi',
      'assistant: call a',
      'tool: a = of a',
      'assistant: t',
    ]);
    expect(faults).toEqual([
      'orphan-result dropped x @0',
      'orphan-result dropped y @3',
      'orphan-result dropped z @4',
    ]);
  });

  it('should be kept as text where the prompt would be empty', () => {
    const { messages, faults } = run([system, tool(result('x', 'sunny'))]);
    expect(messages).toEqual([
      system,
      {
        role: 'user',
        content: [
          {
            type: 'text',
            text: '<orphaned-tool-result tool="ls">\nsunny\n</orphaned-tool-result>',
          },
        ],
      },
    ]);
    expect(faults).toEqual(['orphan-result kept-as-text x @1']);
  });

  it('should stay where there is nothing to keep', () => {
    const messages = [system, tool()];
    expect(run(messages).messages).toBe(messages);
  });

  it('should stay with a provider that stores the calls', () => {
    const messages = [tool(result('x'))];
    const { messages: same } = run(messages, {}, { hasServerState: true });
    expect(same).toBe(messages);
    expect(
      run(
        [tool(result('x')), user(), assistant(call('a')), user()],
        {},
        { hasServerState: true },
      ).lines,
    ).toEqual([
      'tool: x = of x',
      'user: hi',
      'assistant: call a',
      `tool: a = ${INTERRUPTED}`,
      'user: hi',
    ]);
  });

  it('should go from an assistant message all the same', () => {
    const { lines, faults } = run(
      [user(), assistant(text('t'), result('x')), user()],
      {},
      { hasServerState: true },
    );
    expect(lines).toEqual(['user: hi', 'assistant: t', 'user: hi']);
    expect(faults).toEqual(['orphan-result dropped x @1']);
  });

  describe('as text', () => {
    const options = { orphans: 'text' } as const;
    const note = (value: string, name = 'ls') =>
      `user: <orphaned-tool-result tool="${name}">\n${value}\n</orphaned-tool-result>`;
    const cycle: Part = {};
    cycle.self = cycle;

    it('should stand where they stood, never behind a call', () => {
      const { lines } = run(
        [
          user(),
          tool(result('x')),
          assistant(call('a')),
          tool(result('y'), result('a')),
          user(),
          assistant(text('t')),
        ],
        options,
      );
      expect(lines).toEqual([
        'user: hi',
        note('of x'),
        'assistant: call a',
        'tool: a = of a',
        note('of y'),
        'user: hi',
        'assistant: t',
      ]);
    });

    it('should not stand in the turn that is running', () => {
      expect(
        run(
          [
            user(),
            assistant(serverCall('s'), call('a')),
            tool(result('a'), result('x')),
          ],
          options,
        ).lines,
      ).toEqual([
        'user: hi',
        note('of x'),
        'assistant: server call s, call a',
        'tool: a = of a',
      ]);
      expect(
        run(
          [system, assistant(call('a')), tool(result('a'), result('x'))],
          options,
        ).lines,
      ).toEqual([
        'system: be kind',
        note('of x'),
        'assistant: call a',
        'tool: a = of a',
      ]);
    });

    it('should leave the response that is to run a call at the end', () => {
      expect(
        run(
          [
            user(),
            assistant(call('a'), request('a')),
            tool(result('x')),
            user('wait'),
            tool(response('a')),
          ],
          options,
        ).lines,
      ).toEqual([
        'user: hi',
        'user: wait',
        note('of x'),
        'assistant: call a, approve a?',
        'tool: approve a: yes',
      ]);
    });

    it('should not let their text end the note', () => {
      const { lines } = run(
        [user(), tool(result('x', 'a</orphaned-tool-result>b')), user()],
        options,
      );
      expect(lines[1]).toBe(note('a&lt;/orphaned-tool-result>b'));
    });

    it('should name no tool where the result names none', () => {
      const { lines } = run(
        [user(), tool({ ...result('x'), toolName: undefined }), user()],
        options,
      );
      expect(lines[1]).toBe(note('of x', ''));
    });

    it.each([
      [{ type: 'json', value: { n: 1 } }, '{"n":1}'],
      [
        { type: 'content', value: [{ type: 'text', text: 'x' }] },
        '[{"type":"text","text":"x"}]',
      ],
      [{ type: 'execution-denied' }, '{"type":"execution-denied"}'],
      [undefined, ''],
      [{ type: 'json', value: cycle }, ''],
    ])('should hold the output %j', (output, expected) => {
      const { lines } = run(
        [user(), tool({ ...result('x'), output }), user()],
        options,
      );
      expect(lines[1]).toBe(note(expected));
    });
  });
});

describe('duplicate results', () => {
  it.each([
    ['the first of two', [result('a', 1), result('a', 2)], 1],
    ['the first of two errors', [failure('a', 'x'), failure('a', 'y')], 'x'],
    ['a success before an error', [failure('a'), result('a', 2)], 2],
    [
      'a real one before a synthetic one',
      [synthetic('a'), failure('a', 'x')],
      'x',
    ],
    [
      'a denial is an error',
      [
        { ...result('a'), output: { type: 'execution-denied' } },
        result('a', 2),
      ],
      2,
    ],
    [
      'an output of an unknown type is none',
      [{ ...result('a'), output: { type: 'odd', value: 1 } }, result('a', 2)],
      1,
    ],
    [
      'a result without an output is none',
      [{ ...result('a'), output: { value: 1 } }, result('a', 2)],
      1,
    ],
    [
      'a result that is marked as not synthetic',
      [
        {
          ...result('a', 1),
          providerOptions: { toolCallResilience: { synthetic: false } },
        },
        result('a', 2),
      ],
      1,
    ],
  ])('should leave %s', (_name, results, value) => {
    const { lines, faults } = run([assistant(call('a')), tool(...results)]);
    expect(lines).toEqual(['assistant: call a', `tool: a = ${value}`]);
    expect(faults).toEqual(['duplicate-result dropped a @1']);
  });

  it('should not take the late result of an older call with the id', () => {
    const { lines } = run([
      assistant(call('a', 'ls', { n: 1 })),
      user(),
      assistant(call('a', 'ls', { n: 2 })),
      tool(failure('a')),
      user(),
      tool(result('a')),
    ]);
    expect(lines[4]).toBe('tool: a = no a');
  });
});

describe('results in several tool messages', () => {
  it('should go into one, with the options of the others', () => {
    const { messages, faults } = run([
      assistant(call('a'), call('b'), call('c')),
      { ...tool(result('b')), providerOptions: { first: { is: 1 } } },
      {
        ...tool(result('c'), result('a')),
        providerOptions: { cache: { point: 1 } },
      },
    ]);
    expect(messages).toEqual([
      assistant(call('a'), call('b'), call('c')),
      {
        ...tool(
          { ...result('a'), providerOptions: { cache: { point: 1 } } },
          result('b'),
          result('c'),
        ),
        providerOptions: { first: { is: 1 } },
      },
    ]);
    expect(faults).toEqual(['split-results merged b @1']);
  });

  it('should go into the first of however many', () => {
    const { lines, faults } = run([
      assistant(call('a'), call('b'), call('c')),
      tool(result('a')),
      tool(result('b')),
      tool(result('c')),
    ]);
    expect(lines).toEqual([
      'assistant: call a, call b, call c',
      'tool: a = of a, b = of b, c = of c',
    ]);
    expect(faults).toEqual([
      'split-results merged b @2',
      'split-results merged c @3',
    ]);
  });
});

describe('calls recorded twice', () => {
  it('should stay once in one message', () => {
    const { lines, faults } = run([
      assistant(
        call('a', 'ls', { x: 1, y: 2 }),
        call('a', 'ls', { y: 2, x: 1 }),
      ),
      tool(result('a')),
    ]);
    expect(lines).toEqual(['assistant: call a', 'tool: a = of a']);
    expect(faults).toEqual(['duplicate-call removed a @0']);
  });

  it('should stay once in one message where the provider runs them', () => {
    const spoiled = { ...serverCall('s'), input: '{"cut' };
    const message = assistant(serverCall('s'), spoiled, result('s'));
    const { lines, faults } = run([user(), message, { ...message }, user()]);
    expect(lines).toEqual([
      'user: hi',
      'assistant: server call s, s = of s',
      'assistant: server call s, s = of s',
      'user: hi',
    ]);
    expect(faults).toEqual([
      'duplicate-call removed s @1',
      'duplicate-call removed s @2',
    ]);
  });

  it('should stay once in one turn, with the result of the copy', () => {
    const { lines } = run([
      user(),
      assistant(reasoning(), call('a')),
      assistant(reasoning(), call('a')),
      tool(result('a')),
      user(),
    ]);
    expect(lines).toEqual([
      'user: hi',
      'assistant: (hm), call a',
      'tool: a = of a',
      'user: hi',
    ]);
  });

  it('should stay both in two turns, or with another input', () => {
    expect(
      run([
        user(),
        assistant(call('a')),
        user(),
        assistant(call('a')),
        tool(result('a')),
      ]).lines,
    ).toEqual([
      'user: hi',
      'assistant: call a',
      `tool: a = ${INTERRUPTED}`,
      'user: hi',
      'assistant: call a',
      'tool: a = of a',
    ]);
    expect(
      run([
        assistant(call('a')),
        user(),
        assistant(call('a')),
        tool(result('a')),
      ]).lines,
    ).toEqual([
      'assistant: call a',
      `tool: a = ${INTERRUPTED}`,
      'user: hi',
      'assistant: call a',
      'tool: a = of a',
    ]);
    expect(
      run([
        user(),
        assistant(call('a', 'ls', { n: 1 })),
        assistant(call('a', 'ls', { n: 2 })),
        tool(result('a')),
      ]).lines,
    ).toEqual([
      'user: hi',
      'assistant: call a',
      `tool: a = ${INTERRUPTED}`,
      'assistant: call a',
      'tool: a = of a',
    ]);
  });

  it('should not be taken for copies where the input cannot be compared', () => {
    const cycle: Part = {};
    cycle.self = cycle;
    const { faults } = run([
      assistant(call('a', 'ls', cycle), call('a', 'ls', { self: cycle })),
      tool(result('a')),
    ]);
    expect(faults).toContain('reused-id renamed a @0');
  });

  it('should go for provider calls too', () => {
    const { lines } = run([
      user(),
      assistant(serverCall('s')),
      assistant(serverCall('s'), result('s')),
      user(),
    ]);
    expect(lines).toEqual([
      'user: hi',
      'assistant: server call s',
      'assistant: s = of s',
      'user: hi',
    ]);
  });

  it('should keep the approval of the copy', () => {
    expect(
      run([
        user(),
        assistant(call('a')),
        assistant(call('a'), request('a')),
        tool(response('a')),
      ]).lines,
    ).toEqual([
      'user: hi',
      'assistant: call a, approve a?',
      'tool: approve a: yes',
    ]);
    expect(
      run([
        user(),
        assistant(call('a'), request('a')),
        assistant(call('a'), request('a')),
        tool(response('a', false)),
      ]).lines,
    ).toEqual([
      'user: hi',
      'assistant: call a, approve a?',
      'tool: approve a: no',
    ]);
  });
});

describe('one id for different calls of a message', () => {
  const one = call('a', 'ls', { n: 1 });
  const two = call('a', 'ls', { n: 2 });

  it('should be renamed for the later one, with its result', () => {
    const { lines, faults } = run([
      assistant(one, two, call('a_2')),
      tool(result('a', 'first'), result('a', 'second'), result('a_2')),
    ]);
    expect(lines).toEqual([
      'assistant: call a, call a_3, call a_2',
      'tool: a = first, a_3 = second, a_2 = of a_2',
    ]);
    expect(faults).toEqual(['reused-id renamed a @0']);
  });

  it('should tell their results by the name', () => {
    const { lines } = run([
      assistant(one, call('a', 'rm')),
      tool(result('a', 'removed', 'rm')),
    ]);
    expect(lines).toEqual([
      'assistant: call a, call a_2',
      `tool: a = ${INTERRUPTED}, a_2 = removed`,
    ]);
  });

  it('should leave the first of two results to the only one of that name', () => {
    const { lines, faults } = run([
      assistant(one, call('a', 'rm')),
      tool(result('a', 1), result('a', 2), result('a', 'removed', 'rm')),
    ]);
    expect(lines).toEqual([
      'assistant: call a, call a_2',
      'tool: a = 1, a_2 = removed',
    ]);
    expect(faults).toEqual([
      'reused-id renamed a @0',
      'duplicate-result dropped a @1',
    ]);
  });

  it('should not guess whose a single result is', () => {
    const { lines, faults } = run([assistant(one, two), tool(result('a'))]);
    expect(lines[1]).toBe(`tool: a = ${INTERRUPTED}, a_2 = ${INTERRUPTED}`);
    expect(faults).toContain('orphan-result dropped a @1');
  });

  it('should not give what cannot be told to an older call with the id', () => {
    const { lines, faults } = run([
      user(),
      assistant(call('a')),
      user(),
      assistant(call('a', 'ls', { n: 1 }), call('a', 'ls', { n: 2 })),
      tool(result('a'), result('a'), result('a', 'whose?', 'cat')),
    ]);
    expect(lines[2]).toBe(`tool: a = ${INTERRUPTED}`);
    expect(lines.at(-1)).toBe('tool: a = of a, a_2 = of a');
    expect(faults).toContain('orphan-result dropped a @4');
  });

  it('should not take in a result from before them', () => {
    const { lines, faults } = run([
      user(),
      tool(result('a')),
      assistant(one, call('a', 'rm')),
    ]);
    expect(lines).toEqual([
      'user: hi',
      'assistant: call a, call a_2',
      `tool: a = ${INTERRUPTED}, a_2 = ${INTERRUPTED}`,
    ]);
    expect(faults).toContain('orphan-result dropped a @1');
  });

  it('should be renamed in the approval request', () => {
    const { lines } = run([user(), assistant(one, two, request('a'))]);
    expect(lines[1]).toBe('assistant: call a, call a_2, approve a_2?');
  });
});

describe('calls without a usable id', () => {
  const id = (line: string | undefined) => line?.match(/call_\w{9}/)?.[0];

  it.each([[''], ['  '], ['\u00a0'], [undefined], [null], [7], [{}]])(
    'should get one, with their result: %j',
    value => {
      const { lines, faults } = run([
        assistant(call(value)),
        tool(result(value, 'x')),
      ]);
      expect(lines).toEqual([
        `assistant: call ${id(lines[0])}`,
        `tool: ${id(lines[0])} = x`,
      ]);
      expect(faults).toEqual([expect.stringContaining('malformed-id renamed')]);
    },
  );

  it('should get the same one after old messages are trimmed', () => {
    const messages = [
      user(),
      assistant(call('')),
      user(),
      assistant(call('')),
      user(),
    ];
    const { lines } = run(messages);
    expect(id(lines[1])).toBeDefined();
    expect(id(lines[4])).toBe(id(lines[1]));
    expect(run(messages.slice(2)).lines).toEqual(lines.slice(3));
  });

  it('should get the same one in every release', () => {
    const input = { path: '/', depth: 2 };
    const { lines } = run([assistant(call('', 'ls', input))]);
    expect(lines[0]).toBe('assistant: call call_rqkDohCQX');
    const sorted = { depth: 2, path: '/' };
    expect(run([assistant(call('', 'ls', sorted))]).lines).toEqual(lines);
  });

  it('should not get one where theirs begins with a blank', () => {
    const { lines, faults } = run([assistant(call(' a')), user()]);
    expect(lines[0]).toBe('assistant: call  a');
    expect(faults).toEqual(['missing-result answered interrupted  a @0']);
  });

  it('should get another one for a second call of a message', () => {
    const { lines } = run([
      assistant(call(''), call('')),
      tool(result('', 1), result('', 2)),
    ]);
    const [first, second] = lines[0]?.match(/call_\w{9}/g) ?? [];
    expect(first).not.toBe(second);
    expect(lines[1]).toBe(`tool: ${first} = 1, ${second} = 2`);
  });

  it('should get the same ones for equal calls in every release', () => {
    // A history that was repaired may be stored, or cached by a provider.
    expect(run([assistant(call(''), call(''), call(''))]).lines[0]).toBe(
      'assistant: call call_D9xSsnWP2, call call_gOuyyVrw9, call call_nVbRw5wn6',
    );
  });

  it('should get one that tells names and inputs apart', () => {
    const { lines } = run([
      assistant(call('', 'ls', { n: 1 })),
      assistant(call('', 'ls', { n: 2 })),
      assistant(call('', 'rm', { n: 1 })),
      assistant(call('', 'ls', '{"n":1}')),
    ]);
    const [first, second, third, fourth] = [0, 2, 4, 6].map(n => id(lines[n]));
    expect(new Set([first, second, third]).size).toBe(3);
    expect(fourth).toBe(first);
  });

  it('should find their result by the name', () => {
    const { lines } = run([
      assistant(call('', 'ls'), call('', 'rm'), call('', 'cp')),
      tool(result('', 'removed', 'rm')),
    ]);
    expect(lines[1]).toMatch(/interrupted.*removed.*interrupted/);
  });

  it('should find it by the name where another result has none', () => {
    const { lines } = run([
      assistant(call('', 'ls'), call('', 'rm')),
      tool(result('', 'removed', 'rm'), result('', 'whose?', '')),
    ]);
    const [first, second] = lines[0]?.match(/call_\w{9}/g) ?? [];
    expect(lines[1]).toBe(
      `tool: ${first} = ${INTERRUPTED}, ${second} = removed`,
    );
  });

  it.each([
    ['of another name', [assistant(call('', 'rm')), tool(result(''))]],
    ['of two with one name', [assistant(call(''), call('')), tool(result(''))]],
    [
      'without a name',
      [assistant(call('', ''), call('', '')), tool(result('', 1, ''))],
    ],
    [
      'without a name, beside a call with one',
      [assistant(call('', ''), call('')), tool(result('', 1, ''))],
    ],
    ['behind a user message', [assistant(call('')), user(), tool(result(''))]],
    [
      'behind another call',
      [
        assistant(call('')),
        assistant(call('a')),
        tool(result('a'), result('')),
      ],
    ],
    [
      'behind another call that comes with a text',
      [
        assistant(call('')),
        assistant(text('t'), call('a')),
        tool(result('a'), result('')),
      ],
    ],
    ['in front of the call', [tool(result('')), assistant(call(''))]],
    ['with another id', [assistant(call('')), tool(result('x'))]],
  ])('should not adopt a result %s', (_name, messages) => {
    const { lines, faults } = run(messages);
    expect(lines.join('\n')).not.toMatch(/= (of |of undefined|1)(,|$)/m);
    expect(faults).toEqual(
      expect.arrayContaining([expect.stringContaining('orphan-result')]),
    );
  });

  it.each([
    ['an assistant message without a call', assistant(text('t'))],
    ['a provider call', assistant(serverCall('s'), result('s'))],
    ['a call in a tool message', tool(call('x'))],
  ])('should adopt a result behind %s', (_name, message) => {
    const { lines } = run([assistant(call('')), message, tool(result('', 1))]);
    expect(lines.join('\n')).toMatch(/^tool: .*call_\w{9} = 1$/m);
  });

  it('should adopt a result without a name', () => {
    expect(
      run([assistant(call('')), tool(result('', 'x', ''))]).lines[1],
    ).toMatch(/= x$/);
    expect(
      run([assistant(call('', '')), tool(result('', 'x'))]).lines[1],
    ).toMatch(/= x$/);
  });

  it('should take over the name of their result', () => {
    const { messages, faults } = run([
      assistant(call('', '')),
      tool(result('', 'x')),
    ]);
    const parts = messages.flatMap(message => (message as Part).content);
    expect(parts).toEqual([
      expect.objectContaining({ toolName: 'ls' }),
      expect.objectContaining({ toolName: 'ls' }),
    ]);
    expect(faults).toEqual([
      'invalid-name renamed @0',
      'malformed-id renamed @0',
    ]);
  });

  it('should get an id also where the input cannot be written', () => {
    const cycle: Part = {};
    cycle.self = cycle;
    const { lines } = run([assistant(call('', 'ls', cycle))]);
    expect(id(lines[0])).toBeDefined();
  });

  it('should not get the result of a provider call of another message', () => {
    const { lines } = run([
      user(),
      assistant(serverCall(''), text('t')),
      user(),
      assistant(call('')),
      tool(result('')),
    ]);
    expect(lines.slice(0, 3)).toEqual(['user: hi', 'assistant: t', 'user: hi']);
    expect(lines[4]).toContain('= of ');
    expect(lines).toHaveLength(5);
  });
});

describe('ids that are the same once folded', () => {
  it.each([
    ['the result is raw', 'f_x_0', 'f.x:0'],
    ['the call is raw', 'f.x:0', 'f_x_0'],
  ])('should belong together where %s', (_name, callId, resultId) => {
    const { lines, faults } = run([
      assistant(call(callId)),
      tool(result(resultId, 'x')),
    ]);
    expect(lines[1]).toBe(`tool: ${callId} = x`);
    expect(faults).toEqual([`mismatched-id renamed ${resultId} @1`]);
  });

  it('should not belong together where two calls fit, or none before', () => {
    expect(
      run([assistant(call('f.x'), call('f:x')), tool(result('f_x'))]).lines[1],
    ).toBe(`tool: f.x = ${INTERRUPTED}, f:x = ${INTERRUPTED}`);
    expect(run([tool(result('f_x')), assistant(call('f.x'))]).lines).toEqual([
      'assistant: call f.x',
      `tool: f.x = ${INTERRUPTED}`,
    ]);
  });

  it('should look at the calls before the result only', () => {
    const { lines } = run([
      assistant(call('f.x')),
      tool(result('f_x', 'x')),
      user(),
      assistant(call('f:x')),
      user(),
    ]);
    expect(lines[1]).toBe('tool: f.x = x');
  });

  it('should beat a call far away that is answered', () => {
    const { lines } = run([
      assistant(call('f_x', 'ls', { n: 1 })),
      tool(failure('f_x')),
      user(),
      assistant(call('f.x', 'ls', { n: 2 })),
      tool(result('f_x', 'mine')),
    ]);
    expect(lines[1]).toBe('tool: f_x = no f_x');
    expect(lines[4]).toBe('tool: f.x = mine');
  });

  it('should leave a further result to its own call elsewhere', () => {
    const { lines } = run([
      assistant(call('f.x')),
      user(),
      assistant(call('f_x')),
      tool(result('f_x', 1), result('f_x', 2)),
    ]);
    expect(lines[1]).toBe(`tool: f.x = ${INTERRUPTED}`);
    expect(lines[4]).toBe('tool: f_x = 1');
  });

  it('should take a further result of another call behind their own only', () => {
    const pair = [assistant(call('f_x')), tool(result('f_x', 1))];
    const open = assistant(call('f.x', 'ls', { n: 2 }), call('b'));
    const own = tool(result('b'));
    const further = tool(result('f_x', 2));
    expect(run([...pair, open, further, own]).lines[3]).toBe(
      'tool: f.x = 2, b = of b',
    );
    expect(run([...pair, open, own, further]).lines[3]).toBe(
      'tool: f.x = 2, b = of b',
    );
    expect(run([...pair, open, own, user(), further]).lines.slice(3)).toEqual([
      `tool: f.x = ${INTERRUPTED}, b = of b`,
      'user: hi',
    ]);
  });

  it('should take the place of a synthetic result', () => {
    const { lines } = run([
      assistant(call('f_x')),
      tool(synthetic('f_x')),
      tool(result('f.x', 'late')),
    ]);
    expect(lines).toEqual(['assistant: call f_x', 'tool: f_x = late']);
  });
});

describe('names', () => {
  it.each([
    ['search.web', 'search_web'],
    ['n'.repeat(70), 'n'.repeat(64)],
    ['日本', '__'],
  ])('should be folded on call and result: %s', (name, expected) => {
    const { messages, faults } = run([
      assistant(call('a', name)),
      tool(result('a', 1, name)),
    ]);
    expect(messages).toMatchObject([
      { content: [{ toolName: expected }] },
      { content: [{ toolName: expected }] },
    ]);
    expect(faults).toEqual(['invalid-name renamed a @0']);
  });

  it.each([
    ['the result', '', 'ls', 'ls'],
    ['nothing', '', '', 'unknown'],
    ['nothing sendable', null, 'l s', 'l_s'],
    ['no text', 7, 'ls', 'unknown'],
  ])(
    'should come from %s where there is none',
    (_from, name, other, expected) => {
      const { messages } = run([
        assistant(call('a', name)),
        tool(result('a', 1, other)),
      ]);
      expect(messages).toMatchObject([
        { content: [{ toolName: expected }] },
        { content: [{ toolName: expected }] },
      ]);
    },
  );

  it('should be the name of the call on its result', () => {
    const { messages, faults } = run([
      assistant(call('a')),
      tool(result('a', 1, 'rm')),
    ]);
    expect(messages[1]).toEqual(tool(result('a', 1)));
    expect(faults).toEqual(['invalid-name renamed a @1']);
  });
});

describe('inputs', () => {
  it.each([
    ['{"n":1}', { n: 1 }],
    [undefined, {}],
    [null, {}],
    [[], {}],
    ['', {}],
    ['  ', {}],
    ['null', {}],
    ['[]', {}],
    ['[1]', { rawInvalidInput: '[1]' }],
    ['""', { rawInvalidInput: '""' }],
    ['{"n":', { rawInvalidInput: '{"n":' }],
    [[1], { rawInvalidInput: [1] }],
    [7, { rawInvalidInput: 7 }],
    [false, { rawInvalidInput: false }],
  ])('should be an object: %j', (input, expected) => {
    const { messages, faults } = run([
      assistant({ ...call('a'), input }),
      tool(result('a')),
    ]);
    expect(messages).toEqual([
      assistant(call('a', 'ls', expected)),
      tool(result('a')),
    ]);
    expect(faults).toEqual(['invalid-input replaced a @0']);
  });

  it('should be told where they were unreadable', () => {
    const { lines, faults } = run([
      assistant(call('a', 'ls', '{"n":')),
      user(),
    ]);
    expect(lines[1]).toBe(
      'tool: a = *[Tool call was not run: its input was not a readable JSON object.]',
    );
    expect(faults).toContain('missing-result answered unreadable-input a @0');
    for (const input of ['{"n":1}', '', null, []]) {
      const { faults } = run([assistant(call('b', 'ls', input)), user()]);
      expect(faults).toContain('missing-result answered interrupted b @0');
    }
  });
});

describe('empty errors', () => {
  it('should get a text', () => {
    const { messages, faults } = run([
      assistant(call('a')),
      tool({ ...result('a'), output: { type: 'error-text', value: '', x: 1 } }),
    ]);
    expect((messages[1] as { content: Part[] }).content[0]?.output).toEqual({
      type: 'error-text',
      value: '[Tool call failed without an error message.]',
      x: 1,
    });
    expect(faults).toEqual(['empty-result replaced a @1']);
  });
});

describe('provider-executed calls', () => {
  it('should go where the user has moved on', () => {
    const { lines, faults } = run([
      user(),
      assistant(reasoning(), serverCall('s')),
      user(),
      assistant(serverCall('t'), call('a')),
      tool(result('a')),
      assistant(text('t')),
      user(),
    ]);
    expect(lines).toEqual([
      'user: hi',
      'user: hi',
      'assistant: call a',
      'tool: a = of a',
      'assistant: t',
      'user: hi',
    ]);
    expect(faults).toEqual([
      'open-provider-call removed s @1',
      'open-provider-call removed t @3',
    ]);
  });

  it('should go with a placeholder in a tool message and an approval', () => {
    const { lines } = run([
      user(),
      assistant(text('t'), serverCall('s')),
      tool(synthetic('s'), response('s')),
      user(),
    ]);
    expect(lines).toEqual(['user: hi', 'assistant: t', 'user: hi']);
  });

  it('should keep the result of the provider, not one in a tool message', () => {
    const { lines, faults } = run([
      user(),
      assistant(serverCall('s'), result('s', 'own')),
      tool(result('s', 'other')),
      user(),
    ]);
    expect(lines).toEqual([
      'user: hi',
      'assistant: server call s, s = own',
      'user: hi',
    ]);
    expect(faults).toEqual(['duplicate-result dropped s @2']);
  });

  it('should keep the result of the provider where none is real', () => {
    const { lines, faults } = run([
      user(),
      assistant(serverCall('s')),
      tool(synthetic('s')),
    ]);
    expect(lines).toEqual(['user: hi', 'assistant: server call s']);
    expect(faults).toEqual(['duplicate-result dropped s @2']);
  });

  it('should take in a result from a tool message, or from before', () => {
    const { lines, faults } = run([
      user(),
      assistant(serverCall('s'), text('t')),
      tool(result('s', 'x')),
      assistant(result('r', 'y'), serverCall('r')),
      user(),
    ]);
    expect(lines).toEqual([
      'user: hi',
      'assistant: server call s, s = x, t',
      'assistant: server call r, r = y',
      'user: hi',
    ]);
    expect(faults).toEqual([
      'displaced-result moved s @2',
      'displaced-result moved r @3',
    ]);
  });

  it('should have one result', () => {
    const { lines } = run([
      user(),
      assistant(serverCall('s'), result('s', 1), result('s', 2)),
      user(),
    ]);
    expect(lines[1]).toBe('assistant: server call s, s = 1');
  });

  it('should be told from a client call with the same id', () => {
    const { lines } = run([
      user(),
      assistant(serverCall('a'), result('a', 'server'), call('a')),
      tool(result('a', 'client')),
      user(),
    ]);
    expect(lines).toEqual([
      'user: hi',
      'assistant: server call a, a = server, call a',
      'tool: a = client',
      'user: hi',
    ]);
  });

  it('should get a late result, not a client call with the same id', () => {
    const messages = [
      user(),
      assistant(serverCall('a'), call('a')),
      tool(result('a', 'client')),
      assistant(result('a', 'server')),
      user(),
    ];
    expect(run(messages).messages).toBe(messages);
  });

  it('should keep a result without an id that stands beside it', () => {
    const { lines, faults } = run([
      user(),
      assistant(serverCall(''), result('', 'found'), call('a')),
      user(),
    ]);
    expect(lines).toEqual([
      'user: hi',
      'assistant: server call ,  = found, call a',
      `tool: a = ${INTERRUPTED}`,
      'user: hi',
    ]);
    expect(faults).toEqual(['missing-result answered interrupted a @1']);
  });
});

describe('approvals', () => {
  const asked = assistant(call('a'), request('a'));

  it.each([
    [
      'not answered',
      [asked, user()],
      'approval-unanswered',
      'the user did not answer',
    ],
    [
      'passed over by the model',
      [asked, assistant(text('t'))],
      'approval-unanswered',
      'the user did not answer',
    ],
    [
      'approved',
      [asked, tool(response('a')), user()],
      'approved-not-run',
      'approved by the user but was not run',
    ],
    [
      'denied',
      [asked, tool(response('a', false)), user()],
      'denied',
      'the user denied it',
    ],
    [
      'denied with a reason',
      [asked, tool(response('a', false, { reason: 'too much' })), user()],
      'denied',
      'too much',
    ],
    [
      'denied with a blank reason',
      [asked, tool(response('a', false, { reason: ' ' })), user()],
      'denied',
      'the user denied it',
    ],
    [
      'neither',
      [asked, tool(response('a', 'yes' as never)), user()],
      'denied',
      'the user denied it',
    ],
  ])(
    'should be closed once the user has moved on: %s',
    (_name, messages, reason, words) => {
      const { lines, faults } = run([user(), ...messages]);
      expect(lines[1]).toBe('assistant: call a');
      expect(lines[2]).toContain(words);
      expect(lines).toHaveLength(4);
      expect(faults).toEqual([`missing-result answered ${reason} a @1`]);
    },
  );

  describe('a denial that nobody gave', () => {
    const closed = 'the user did not answer the request';
    const denied = (reason: string, value = reason): Part[] => [
      asked,
      tool(response('a', false, { reason }), failure('a', value)),
      user(),
    ];

    it('should leave only the result', () => {
      const words = placeholderTexts['approval-unanswered'];
      expect(words).toContain(closed);
      const { lines, faults } = run(denied(words));
      expect(lines).toEqual([
        'assistant: call a',
        `tool: a = ${words}`,
        'user: hi',
      ]);
      expect(faults).toEqual(['orphan-approval dropped a @0']);
    });

    it('should be known by an own text as well', () => {
      const placeholder = { 'approval-unanswered': 'Passed over.' };
      const { faults } = run(denied('Passed over.'), { placeholder });
      expect(faults).toEqual(['orphan-approval dropped a @0']);
    });

    it.each([
      ['other words', denied('No.')],
      [
        'another result',
        denied(placeholderTexts['approval-unanswered'], 'other'),
      ],
      [
        'a reason of the user',
        denied('No.', placeholderTexts['approval-unanswered']),
      ],
    ])('should not be one with %s', (_name, messages) => {
      expect(run(messages).messages).toBe(messages);
    });
  });

  it.each([
    ['a text', 'gone', 'too much'],
    ['a map', { denied: 'gone' }, 'too much'],
    [
      'a function',
      ({ denialReason }: Part) => `no: ${denialReason}`,
      'no: too much',
    ],
    ['a function with nothing', () => undefined, 'too much'],
  ])(
    'should keep the words of a denial with %s',
    (_name, placeholder, expected) => {
      const { lines } = run(
        [
          user(),
          asked,
          tool(response('a', false, { reason: 'too much' })),
          user(),
        ],
        { placeholder: placeholder as never },
      );
      expect(lines[2]).toBe(`tool: a = *${expected}`);
    },
  );

  it('should be merged into the last message', () => {
    const both = assistant(call('a'), call('b'), request('a'), request('b'));
    const { messages, faults } = run([
      user(),
      both,
      tool(response('a')),
      tool(response('b', false)),
    ]);
    expect(messages[1]).toBe(both);
    expect(messages.slice(2)).toEqual([
      tool(response('a'), response('b', false)),
    ]);
    expect(faults).toEqual(['split-approvals merged a @2']);
  });

  it('should be gathered from both sides of a message that slipped in', () => {
    const { lines, faults } = run([
      user(),
      assistant(call('a'), call('b'), request('a'), request('b')),
      tool(response('a')),
      user('wait'),
      tool(response('b', false)),
    ]);
    expect(lines).toEqual([
      'user: hi',
      'user: wait',
      'assistant: call a, call b, approve a?, approve b?',
      'tool: approve b: no, approve a: yes',
    ]);
    expect(faults).toEqual(['displaced-approval moved b @1']);
  });

  it('should stand at the end where they come before a result', () => {
    const { lines } = run([
      user(),
      assistant(call('a'), call('b'), request('a'), request('b')),
      tool(response('a'), response('b')),
      tool(result('a')),
      tool(),
    ]);
    expect(lines).toEqual([
      'user: hi',
      'assistant: call a, call b, approve a?, approve b?',
      'tool: approve a: yes, approve b: yes, a = of a',
    ]);
  });

  it('should go past the calls of another message', () => {
    const { lines } = run([
      user(),
      asked,
      user('wait'),
      assistant(call('c')),
      tool(response('a')),
      tool(result('c')),
    ]);
    expect(lines).toEqual([
      'user: hi',
      'user: wait',
      'assistant: call c',
      'tool: c = of c',
      'assistant: call a, approve a?',
      'tool: approve a: yes',
    ]);
  });

  it('should stay at the end where only assistant messages slipped in', () => {
    const messages = [
      user(),
      asked,
      assistant(text('t')),
      assistant(call('x')),
      tool(result('x')),
      assistant(text('t')),
      tool(response('a')),
    ];
    expect(run(messages).messages).toBe(messages);
  });

  it('should go back where a system message slipped in', () => {
    const { lines } = run([user(), asked, system, tool(response('a'))]);
    expect(lines).toEqual([
      'user: hi',
      'system: be kind',
      'assistant: call a, approve a?',
      'tool: approve a: yes',
    ]);
  });

  it('should be gathered from both sides of an assistant message', () => {
    const { lines } = run([
      user(),
      assistant(call('a'), call('b'), request('a'), request('b')),
      tool(response('a')),
      assistant(text('t')),
      tool(response('b')),
    ]);
    expect(lines).toEqual([
      'user: hi',
      'assistant: t',
      'assistant: call a, call b, approve a?, approve b?',
      'tool: approve b: yes, approve a: yes',
    ]);
  });

  it('should go back to a finished call from the end', () => {
    const { lines, faults } = run([
      user(),
      asked,
      tool(result('a')),
      user(),
      tool(response('a')),
    ]);
    expect(lines).toEqual([
      'user: hi',
      'assistant: call a, approve a?',
      'tool: approve a: yes, a = of a',
      'user: hi',
    ]);
    expect(faults).toEqual(['displaced-approval moved a @4']);
  });

  it('should not be looked for in front of the history', () => {
    expect(run([tool(response('a')), tool(result('a'))]).lines).toHaveLength(1);
  });

  it('should be merged where two messages asked, answered in turn', () => {
    const { lines, faults } = run([
      user(),
      assistant(call('a'), request('a')),
      assistant(call('b'), request('b')),
      tool(response('b')),
      tool(response('a')),
    ]);
    expect(lines).toEqual([
      'user: hi',
      'assistant: call a, approve a?',
      'assistant: call b, approve b?',
      'tool: approve b: yes, approve a: yes',
    ]);
    expect(faults).toEqual(['split-approvals merged b @3']);
  });

  it('should be gathered from behind two messages that asked', () => {
    const { lines } = run([
      assistant(call('a'), call('c'), request('a'), request('c')),
      tool(response('a')),
      assistant(call('b'), request('b')),
      user('wait'),
      tool(response('b'), response('c')),
    ]);
    expect(lines).toEqual([
      'user: wait',
      'assistant: call a, call c, approve a?, approve c?',
      'assistant: call b, approve b?',
      'tool: approve a: yes, approve b: yes, approve c: yes',
    ]);
  });

  it('should go back to a finished call from the response to another one', () => {
    const { lines, faults } = run([
      user(),
      asked,
      assistant(call('c'), request('c')),
      tool(response('c'), response('a'), result('a')),
    ]);
    expect(lines).toEqual([
      'user: hi',
      'assistant: call a, approve a?',
      'tool: approve a: yes, a = of a',
      'assistant: call c, approve c?',
      'tool: approve c: yes',
    ]);
    expect(faults).toEqual([
      'displaced-approval moved a @3',
      'displaced-result moved a @3',
    ]);
  });

  it('should stand beside ones without a request, or without a call', () => {
    const { lines, faults } = run([
      user(),
      assistant(call('a'), request('a'), request('x')),
      tool(response('a'), response('x'), response('y')),
    ]);
    expect(lines).toEqual([
      'user: hi',
      'assistant: call a, approve a?',
      'tool: approve a: yes',
    ]);
    expect(faults).toEqual([
      'orphan-approval dropped x @1',
      'orphan-approval dropped @2',
    ]);
  });

  it('should go past a tool message that holds no parts', () => {
    const { lines, faults } = run([
      user(),
      asked,
      tool(response('a')),
      { role: 'tool', content: 'text' },
    ]);
    expect(lines).toEqual([
      'user: hi',
      'tool: text',
      'assistant: call a, approve a?',
      'tool: approve a: yes',
    ]);
    expect(faults).toEqual(['displaced-approval moved a @1']);
  });

  it('should hold for two messages that asked', () => {
    const { lines, faults } = run([
      user(),
      assistant(call('x'), call('a'), request('a')),
      tool(result('x')),
      user('wait'),
      assistant(call('b'), request('b')),
      tool(response('a'), response('b')),
    ]);
    expect(lines).toEqual([
      'user: hi',
      'user: wait',
      'assistant: call x, call a, approve a?',
      'tool: x = of x',
      'assistant: call b, approve b?',
      'tool: approve a: yes, approve b: yes',
    ]);
    expect(faults).toEqual(['displaced-approval moved a @1']);
  });

  it('should take the answered response of a moved message along', () => {
    const { lines } = run([
      user(),
      assistant(call('a'), call('b'), request('a'), request('b')),
      user('wait'),
      tool(response('a'), response('b')),
      tool(result('b')),
    ]);
    expect(lines).toEqual([
      'user: hi',
      'user: wait',
      'assistant: call a, call b, approve a?, approve b?',
      'tool: approve a: yes, approve b: yes, b = of b',
    ]);
  });

  it('should close a request that others were answered beside', () => {
    const { lines } = run([
      user(),
      assistant(call('a'), call('b'), request('a'), request('b')),
      tool(response('a')),
    ]);
    expect(lines[1]).toBe('assistant: call a, call b, approve a?');
    expect(lines[2]).toContain(
      'approve a: yes, b = *[Tool call was not run: the user did not',
    );
  });

  it('should not be cancelled by a placeholder', () => {
    const { lines } = run([user(), asked, tool(synthetic('a'), response('a'))]);
    expect(lines).toEqual([
      'user: hi',
      'assistant: call a, approve a?',
      'tool: approve a: yes',
    ]);
  });

  it('should look past messages that will be empty', () => {
    expect(
      run([user(), asked, tool(response('a')), assistant(), tool(result('x'))])
        .lines,
    ).toEqual([
      'user: hi',
      'assistant: call a, approve a?',
      'tool: approve a: yes',
    ]);
    expect(
      run(
        [user(), asked, tool(response('a')), assistant(reasoning(), call('x'))],
        {
          unanswered: 'remove',
        },
      ).lines,
    ).toEqual([
      'user: hi',
      'assistant: call a, approve a?',
      'tool: approve a: yes',
    ]);
  });

  it.each<[string, unknown[], ToolCallOptions?]>([
    ['a result again', [assistant(synthetic('a'))]],
    ['a displaced result', [assistant(result('b'))]],
    ['a result again, of the provider', [assistant(result('s', 'again'))]],
    ['a copy of a call', [assistant(call('b'))]],
    [
      'a copy of a call and its result',
      [assistant(call('b')), tool(result('b'))],
    ],
    ['a request without its call', [assistant(request('x'))]],
    [
      'a copy of a call, its result and an orphan',
      [assistant(call('b')), tool(result('b')), assistant(result('x'))],
    ],
    [
      'a removed call',
      [assistant(reasoning(), call('x')), tool(result('b'))],
      { unanswered: 'remove' },
    ],
  ])('should look past a message that held %s', (_, slipped, options) => {
    const { lines } = run(
      [
        user(),
        assistant(
          serverCall('s'),
          result('s'),
          call('a'),
          call('b'),
          request('a'),
        ),
        tool(response('a'), synthetic('a')),
        ...slipped,
      ],
      { unanswered: 'answer', ...options },
    );
    expect(lines[1]).toMatch(/^assistant: .*call a, .*approve a\?$/);
    expect(lines[2]).toMatch(/^tool: approve a: yes, b = /);
    expect(lines).toHaveLength(3);
  });

  it('should be merged in their place in front of a message that goes', () => {
    const { lines, faults } = run([
      user(),
      assistant(call('a'), call('b'), request('a'), request('b')),
      tool(response('a')),
      tool(response('b')),
      assistant(result('x')),
    ]);
    expect(lines).toEqual([
      'user: hi',
      'assistant: call a, call b, approve a?, approve b?',
      'tool: approve a: yes, approve b: yes',
    ]);
    expect(faults).toEqual([
      'split-approvals merged a @2',
      'orphan-result dropped x @4',
    ]);
  });

  it('should look past a copy of the message that asked', () => {
    // Its parts are the very same objects.
    const { lines, faults } = run([
      user(),
      asked,
      tool(response('a')),
      { ...asked },
    ]);
    expect(lines).toEqual([
      'user: hi',
      'assistant: call a, approve a?',
      'tool: approve a: yes',
    ]);
    expect(faults).toEqual(['duplicate-call removed a @3']);
  });

  it('should gather what stands around a message that goes', () => {
    const { lines } = run([
      user(),
      assistant(call('a'), call('b'), call('c'), request('a'), request('c')),
      tool(response('a'), synthetic('a')),
      assistant(call('b')),
      tool(response('c'), result('b')),
    ]);
    expect(lines).toEqual([
      'user: hi',
      'assistant: call a, call b, call c, approve a?, approve c?',
      'tool: approve c: yes, approve a: yes, b = of b',
    ]);
  });

  it('should look past an empty tool message behind a request', () => {
    const { lines, faults } = run([user(), asked, tool()]);
    expect(lines).toEqual(['user: hi', 'assistant: call a, approve a?']);
    expect(faults).toEqual(['empty-message dropped @2']);
  });

  it.each<[string, unknown[], Line[], ToolCallOptions?]>([
    [
      'the result of a provider call',
      [assistant(result('s'))],
      ['assistant: s = of s'],
    ],
    [
      'an open provider call',
      [assistant(serverCall('t'))],
      ['assistant: server call t'],
      { unanswered: 'remove' },
    ],
    [
      'an answered call',
      [assistant(call('x')), tool(result('x'))],
      ['assistant: call x', 'tool: x = of x'],
      { unanswered: 'remove' },
    ],
    [
      'a call that is answered here',
      [assistant(call('x'))],
      ['assistant: call x', `tool: x = ${INTERRUPTED}`],
    ],
    [
      'a call with an approval and a result of its copy',
      [
        assistant(call('x')),
        assistant(call('x'), request('x')),
        tool(result('x')),
      ],
      ['assistant: call x, approve x?', 'tool: x = of x'],
      { unanswered: 'remove' },
    ],
    [
      'reasoning behind what goes',
      [assistant(result('x'), reasoning())],
      ['assistant: (hm)'],
    ],
  ])(
    'should not look past a message that holds %s',
    (_, slipped, rest, options) => {
      const { lines } = run(
        [
          user(),
          assistant(text('t'), serverCall('s'), call('a'), request('a')),
          tool(response('a')),
          ...slipped,
        ],
        { placeholder: { 'approved-not-run': 'not run' }, ...options },
      );
      expect(lines).toEqual([
        'user: hi',
        ...(options
          ? ['assistant: t, server call s']
          : ['assistant: t, server call s, call a', 'tool: a = *not run']),
        ...rest,
      ]);
    },
  );

  it('should not look past an empty message of the user', () => {
    const { faults } = run([
      user(),
      asked,
      tool(response('a')),
      { role: 'user', content: [] },
    ]);
    expect(faults).toEqual(['missing-result answered approved-not-run a @1']);
  });

  it('should not look past reasoning that stays', () => {
    const { lines } = run([
      user(),
      asked,
      tool(response('a')),
      assistant(reasoning(), result('x')),
    ]);
    expect(lines).toEqual([
      'user: hi',
      'assistant: call a',
      'tool: a = *[Tool call was approved by the user but was not run.]',
      'assistant: (hm)',
    ]);
  });

  it('should be closed where the SDK has run what it runs', () => {
    const { lines } = run(
      [
        user(),
        assistant(call('a'), call('b'), request('a'), request('b')),
        tool(response('a'), response('b')),
        tool(result('b')),
      ],
      {},
      { areApprovalsSettled: true },
    );
    expect(lines[2]).toBe(
      'tool: approve b: yes, a = *[Tool call was approved by the user but was not run.], b = of b',
    );
  });

  it('should close a request in a step that others were answered before', () => {
    const { lines } = run(
      [
        user(),
        assistant(call('a'), call('b'), request('a'), request('b')),
        tool(response('a')),
        tool(result('a')),
      ],
      {},
      { areApprovalsSettled: true },
    );
    expect(lines[2]).toContain('a = of a, b = *[Tool call was not run: the');
  });

  it('should be taken once, by the newest request before them', () => {
    const { lines, faults } = run([
      user(),
      asked,
      user(),
      asked,
      tool(response('a'), response('a', false)),
    ]);
    expect(lines).toEqual([
      'user: hi',
      'assistant: call a',
      'tool: a = *[Tool call was not run: the user did not answer the request to approve it.]',
      'user: hi',
      'assistant: call a, approve a?',
      'tool: approve a: yes',
    ]);
    expect(faults).toContain('duplicate-approval merged a @4');
  });

  it('should be taken once where the request came with a copy of its call', () => {
    const { lines, faults } = run([
      user(),
      asked,
      tool(response('a', false)),
      { ...asked },
      tool(result('a'), response('a', false)),
      assistant(text('done')),
    ]);
    expect(lines).toEqual([
      'user: hi',
      'assistant: call a, approve a?',
      'tool: approve a: no, a = of a',
      'assistant: done',
    ]);
    expect(faults).toContain('duplicate-approval merged a @2');
  });

  it('should keep the further requests that came with a copy of the call', () => {
    const { lines, messages } = run([
      user(),
      asked,
      assistant(
        call('a'),
        request('a'),
        request('a', 'second'),
        request('a', 'third'),
      ),
    ]);
    expect(lines).toHaveLength(2);
    expect(messages[1]).toEqual(
      assistant(
        call('a'),
        request('a', 'second'),
        request('a', 'third'),
        request('a'),
      ),
    );
  });

  it('should count the response to the newest copy of a request', () => {
    const { lines, faults } = run([
      user(),
      asked,
      tool(response('a')),
      { ...asked },
      tool(response('a', false)),
    ]);
    expect(lines).toEqual([
      'user: hi',
      'assistant: call a, approve a?',
      'tool: approve a: no',
    ]);
    expect(faults).toContain('duplicate-approval merged a @2');
  });

  it('should find a call with a new id, where the request came with its copy', () => {
    const search = call('a', 'search');
    const { lines } = run([
      user(),
      assistant(call('a'), search),
      assistant(search, request('a')),
      tool(response('a')),
    ]);
    expect(lines).toEqual([
      'user: hi',
      'assistant: call a, call a_2, approve a_2?',
      `tool: a = ${INTERRUPTED}`,
      'tool: approve a: yes',
    ]);
  });

  describe('of a request that came with a copy of its call, for an id that others took', () => {
    const copy = assistant(call('a'), call('b'), request('b', 'approve x'));

    it('should go to that call, and not to one of the same message', () => {
      const { lines, faults } = run([
        user(),
        assistant(
          call('a'),
          request('a'),
          call('b'),
          request('a', 'approve x'),
        ),
        assistant(
          call('a'),
          request('a'),
          call('b'),
          request('b', 'approve x'),
        ),
        tool(response('a', false), response('x', false)),
      ]);
      expect(lines).toEqual([
        'user: hi',
        'assistant: call a, approve a?, call b, approve b?',
        'tool: approve a: no, approve x: no',
      ]);
      expect(faults).toContain('orphan-approval dropped a @1');
    });

    it('should go to that call, and not to one of a message in between', () => {
      const { lines } = run([
        user(),
        assistant(call('a'), call('b')),
        assistant(call('c'), request('c'), request('c', 'approve x')),
        copy,
        tool(response('c'), response('x')),
      ]);
      expect(lines).toEqual([
        'user: hi',
        'assistant: call a, call b, approve b?',
        `tool: a = ${INTERRUPTED}`,
        'assistant: call c, approve c?',
        'tool: approve c: yes, approve x: yes',
      ]);
    });

    it('should be one, where the others were answered too', () => {
      const { lines } = run([
        user(),
        assistant(call('a'), request('a', 'approve x'), call('b')),
        tool(response('x')),
        copy,
        tool(response('x')),
      ]);
      expect(lines).toEqual([
        'user: hi',
        'assistant: call a, call b, approve b?',
        `tool: a = ${INTERRUPTED}`,
        'tool: approve x: yes',
      ]);
    });

    it('should be waited for at one call', () => {
      const { lines } = run([
        user(),
        assistant(call('a'), request('a', 'approve x'), call('b')),
        copy,
      ]);
      expect(lines).toEqual([
        'user: hi',
        'assistant: call a, call b, approve b?',
        `tool: a = ${INTERRUPTED}`,
      ]);
    });
  });

  it('should go without their request, and a request without its call', () => {
    const { lines, faults } = run([
      tool(response('a')),
      user(),
      assistant(text('t'), request('x'), request('x', 'other')),
      tool(response('x')),
      user(),
      assistant(call('a'), request('a')),
      tool(result('a')),
      user(),
    ]);
    expect(lines).toEqual([
      'user: hi',
      'assistant: t',
      'user: hi',
      'assistant: call a, approve a?',
      'tool: a = of a',
      'user: hi',
    ]);
    expect(faults).toEqual([
      'orphan-approval dropped @0',
      'orphan-approval dropped x @2',
      'orphan-approval dropped x @2',
    ]);
  });

  it('should go where they were given twice to a request without its call', () => {
    const { lines, repairs } = run([
      user(),
      assistant(text('t'), request('x')),
      tool(response('x'), response('x')),
      user(),
    ]);
    expect(lines).toEqual(['user: hi', 'assistant: t', 'user: hi']);
    expect(repairs).toStrictEqual([
      {
        fault: 'orphan-approval',
        action: 'dropped',
        toolCallId: 'x',
        toolName: '',
        messageIndex: 1,
      },
      {
        fault: 'duplicate-approval',
        action: 'merged',
        toolCallId: '',
        toolName: '',
        messageIndex: 2,
      },
    ]);
  });

  it('should stay with a provider call, the empty message behind it not', () => {
    const { lines, faults } = run([
      user(),
      assistant(serverCall('s'), request('s')),
      tool(response('s')),
      tool(),
    ]);
    expect(lines).toEqual([
      'user: hi',
      'assistant: server call s, approve s?',
      'tool: approve s: yes',
    ]);
    expect(faults).toEqual(['empty-message dropped @3']);
  });

  it('should close a request that a provider call was answered beside', () => {
    const { lines, faults } = run([
      user(),
      assistant(call('a'), request('a'), serverCall('s'), result('s')),
      tool(response('s')),
    ]);
    expect(lines[1]).toBe('assistant: call a, server call s, s = of s');
    expect(lines[2]).toMatch(
      /^tool: approve s: yes, a = \*\[Tool call was not/,
    );
    expect(faults).toEqual([
      'missing-result answered approval-unanswered a @1',
    ]);
  });

  it('should be given once to a provider call', () => {
    const messages = [
      user(),
      assistant(serverCall('s')),
      tool(response('s'), response('s'), response('t')),
    ];
    expect(run(messages).lines[2]).toBe('tool: approve s: yes, approve t: yes');
  });

  it('should stay behind a provider call in a further tool message', () => {
    const messages = [
      user(),
      assistant(serverCall('s'), result('s'), call('a')),
      tool(result('a')),
      tool(response('s')),
    ];
    expect(run(messages).messages).toBe(messages);
  });

  it('should keep a live provider call in front of which a message slipped', () => {
    const { lines } = run([
      user(),
      assistant(serverCall('s'), request('s')),
      user('wait'),
      tool(response('s')),
    ]);
    expect(lines).toContain('assistant: server call s, approve s?');
    expect(lines.at(-1)).toBe('tool: approve s: yes');
  });
});

describe('empty messages', () => {
  it('should go', () => {
    const { lines, faults } = run([
      user(),
      assistant(),
      tool(),
      assistant(text('t')),
      tool(),
      user(),
    ]);
    expect(lines).toEqual(['user: hi', 'assistant: t', 'user: hi']);
    expect(faults).toEqual([
      'empty-message dropped @1',
      'empty-message dropped @2',
      'empty-message dropped @4',
    ]);
  });
});

describe('scanLast', () => {
  const messages = [
    user('old'),
    assistant(call('a')),
    user(),
    assistant(call('b')),
    tool(result('b')),
    user(),
    assistant(call('c')),
    user(),
  ];

  it('should look at the last messages only', () => {
    const { lines, faults } = run(messages, { scanLast: 2 });
    expect(faults).toEqual(['missing-result answered interrupted c @6']);
    expect(lines).toHaveLength(9);
    expect(run(messages, { scanLast: 0 }).messages).toBe(messages);
    expect(run(messages, { scanLast: 100 }).faults).toHaveLength(2);
    expect(run(messages, { scanLast: Number.NaN }).faults).toHaveLength(2);
  });

  it('should not cut a call off from its results', () => {
    const pair = [user(), assistant(call('b')), tool(result('b'))];
    expect(run(pair, { scanLast: 1 }).messages).toBe(pair);
    expect(
      run([user(), assistant(call('b')), user(), tool(result('b'))], {
        scanLast: 1,
      }).lines,
    ).toEqual(['user: hi', 'assistant: call b', 'tool: b = of b', 'user: hi']);
    expect(
      run(
        [
          user(),
          assistant(call('a'), request('a')),
          user('wait'),
          tool(response('a')),
        ],
        {
          scanLast: 1,
        },
      ).lines,
    ).toEqual([
      'user: hi',
      'user: wait',
      'assistant: call a, approve a?',
      'tool: approve a: yes',
    ]);
  });

  it('should not cut the first message off from its result', () => {
    const messages = [assistant(call('b')), user(), tool(result('b'))];
    expect(run(messages, { scanLast: 1 }).lines).toEqual([
      'assistant: call b',
      'tool: b = of b',
      'user: hi',
    ]);
  });

  it('should drop an orphan that no message before owns', () => {
    expect(
      run([...messages, tool(result('x')), user()], { scanLast: 2 }).faults,
    ).toEqual(['orphan-result dropped x @8']);
  });

  it.each([
    ['a call of a user', { role: 'user', content: [call('x')] }],
    ['a result', assistant(result('x'))],
    ['a request for another call', assistant(request('y'))],
    ['a response', assistant(response('x'))],
  ])('should not take %s for the owner of an orphan', (_name, message) => {
    expect(
      run([message, ...messages, tool(result('x'), response('x')), user()], {
        scanLast: 2,
      }).faults,
    ).toEqual(['orphan-result dropped x @9', 'orphan-approval dropped @9']);
  });

  it('should not look for the owner of an orphan behind it', () => {
    const { faults } = run(
      [
        ...messages,
        user(),
        user(),
        tool(result('d')),
        assistant(call('d')),
        user(),
        assistant(call('d')),
        user(),
      ],
      { scanLast: 6 },
    );
    expect(faults).toEqual([
      'orphan-result dropped d @10',
      'missing-result answered interrupted d @11',
      'missing-result answered interrupted d @13',
    ]);
  });

  it('should leave an older call with the id of one that it looks at', () => {
    expect(
      run(
        [
          assistant(call('b')),
          user(),
          assistant(call('b')),
          user(),
          tool(result('b')),
        ],
        { scanLast: 3 },
      ).lines,
    ).toEqual([
      'assistant: call b',
      'user: hi',
      'assistant: call b',
      'tool: b = of b',
      'user: hi',
    ]);
    const asked = assistant(call('a'), request('a'));
    const approved = [asked, user(), asked, tool(response('a'))];
    expect(run(approved, { scanLast: 2 }).messages).toBe(approved);
  });

  it('should put a note of the running turn inside', () => {
    expect(
      run(
        [user(), assistant(text('t')), assistant(text('u')), tool(result('x'))],
        {
          scanLast: 1,
          orphans: 'text',
        },
      ).lines[2],
    ).toContain('orphaned');
  });
});

describe('odd data', () => {
  it.each([
    ['no objects', [null, undefined, 1, 'x', [], user()]],
    [
      'no content',
      [
        { role: 'assistant' },
        { role: 'tool' },
        { role: 'tool', content: null },
        user(),
      ],
    ],
    [
      'odd parts',
      [assistant(null, undefined, 7, 'x', { type: 'new' }), user()],
    ],
    ['parts in the wrong role', [tool(call('a'), request('a')), user()]],
    ['holes', [assistant(...new Array(2)), user()]],
  ])('should pass through: %s', (_name, messages) => {
    expect(run(messages as unknown[]).messages).toBe(messages);
  });

  it('should not take a provider call of a user for one to approve', () => {
    const { lines } = run(
      [
        { role: 'user', content: [serverCall('s')] },
        tool(response('s'), result('x')),
      ],
      { orphans: 'text' },
    );
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain('orphaned');
  });

  it.each(['text', '', null, undefined])(
    'should pass through beside what is mended: the content %j',
    content => {
      const odd = { role: 'tool', content };
      const { messages } = run([assistant(call('a')), odd, user()]);
      expect(messages).toHaveLength(4);
      expect(messages).toContain(odd);
    },
  );

  it('should pass through beside what is mended: a response in a call', () => {
    const { lines } = run([assistant(call('a'), response('a')), user()]);
    expect(lines).toEqual([
      'assistant: call a, approve a: yes',
      `tool: a = ${INTERRUPTED}`,
      'user: hi',
    ]);
  });

  it('should pass through beside what is mended', () => {
    const odd = { type: 'new' };
    const { lines } = run([
      null,
      assistant(null, call('a'), odd),
      tool(odd, null),
      { role: 'tool', content: 'text' },
      user(),
    ]);
    expect(lines).toEqual([
      'null',
      'assistant: undefined, call a, {"type":"new"}'.replace(
        'undefined',
        'null',
      ),
      `tool: {"type":"new"}, null, a = ${INTERRUPTED}`,
      'tool: text',
      'user: hi',
    ]);
  });

  it('should pass through where it throws, and the rest be mended', () => {
    const hostile = {
      role: 'assistant',
      get content(): never {
        throw new Error('hostile');
      },
    };
    const part = {
      type: 'tool-call',
      get toolCallId(): never {
        throw new Error('hostile');
      },
    };
    const messages = [
      hostile,
      { role: 'assistant', content: [part] },
      assistant(call('a')),
    ];
    const { messages: reconciled } = reconcileHistory(messages, {
      options: {},
      areApprovalsSettled: false,
      hasServerState: false,
    });
    expect(reconciled).toHaveLength(4);
    expect(reconciled[0]).toBe(hostile);
    expect(reconciled[1]).toBe(messages[1]);
    const clean = [hostile, user()];
    expect(
      reconcileHistory(clean, {
        options: {},
        areApprovalsSettled: false,
        hasServerState: false,
      }).messages,
    ).toBe(clean);
  });

  it.each([
    [
      'an output',
      {
        output: {
          get type(): never {
            throw new Error('hostile');
          },
        },
      },
    ],
    [
      'options',
      {
        providerOptions: {
          get toolCallResilience(): never {
            throw new Error('hostile');
          },
        },
      },
    ],
  ])('should pass through with %s that throws', (_name, more) => {
    const hostile = tool({ ...result('x'), ...more });
    const { messages } = reconcileHistory(
      [user(), hostile, assistant(call('a')), user()],
      { options: {}, areApprovalsSettled: false, hasServerState: false },
    );
    expect(messages).toHaveLength(5);
    expect(messages[1]).toBe(hostile);
    expect(write(messages[3])).toBe(`tool: a = ${INTERRUPTED}`);
  });

  it('should pass through a list that cannot be read at all', () => {
    const list = new Proxy([], {
      get() {
        throw new Error('hostile');
      },
    });
    expect(
      reconcileHistory(list, {
        options: {},
        areApprovalsSettled: false,
        hasServerState: false,
      }).messages,
    ).toBe(list);
  });

  it.each(['__proto__', 'constructor', 'toString'])(
    'should take %s for an id and a name like any other',
    id => {
      const { lines } = run([assistant(call(id, id)), user()]);
      expect(lines[1]).toBe(`tool: ${id} = ${INTERRUPTED}`);
    },
  );
});

describe('large histories', () => {
  const COUNT = 100_000;
  const ids = Array.from({ length: COUNT }, (_, index) => `c${index}`);
  const context = {
    options: {},
    areApprovalsSettled: false,
    hasServerState: false,
  };

  const many = (role: string, parts: Part[]): Part => ({
    role,
    content: parts,
  });
  const each = (create: (id: string, index: number) => Part): Part[] =>
    ids.map(create);

  // Anything that is not linear would take minutes here.
  it.each<[string, () => Part[], number]>([
    [
      'open calls',
      () => [
        many(
          'assistant',
          each(id => call(id)),
        ),
      ],
      COUNT,
    ],
    [
      'results in reverse order',
      () => [
        many(
          'assistant',
          each(id => call(id)),
        ),
        many('tool', each(id => result(id)).reverse()),
      ],
      0,
    ],
    [
      'calls with one id in one message',
      () => [
        many(
          'assistant',
          each((_, n) => call('a', 'ls', { n })),
        ),
      ],
      2 * COUNT - 1,
    ],
    [
      'copies of one call',
      () => [
        many(
          'assistant',
          each(() => call('a')),
        ),
      ],
      COUNT,
    ],
    [
      'calls with one id in many messages',
      () => each((_, n) => assistant(call('a', 'ls', { n }))),
      COUNT,
    ],
    ['orphans', () => [user(), ...each(id => tool(result(id)))], COUNT],
    [
      'orphans in one message',
      () => [
        user(),
        many(
          'tool',
          each(id => result(id)),
        ),
      ],
      COUNT,
    ],
    [
      'results of one call',
      () => [
        assistant(call('a')),
        many(
          'tool',
          each(() => result('a')),
        ),
      ],
      COUNT - 1,
    ],
    [
      'calls without an id',
      () => [
        many(
          'assistant',
          each(id => call('', id)),
        ),
        many('tool', each(id => result('', 1, id)).reverse()),
      ],
      COUNT,
    ],
    [
      'calls of one name without an id',
      () => [
        many(
          'assistant',
          each(() => call('')),
        ),
      ],
      2 * COUNT,
    ],
    [
      'responses without a request',
      () => [user(), ...each(id => tool(response(id)))],
      COUNT,
    ],
    [
      'approvals of one message',
      () => [
        user(),
        many('assistant', [
          ...each(id => call(id)),
          ...each(id => request(id)),
        ]),
        ...each(id => tool(response(id))),
      ],
      COUNT - 1,
    ],
    [
      'provider calls that go',
      () => [
        user(),
        many(
          'assistant',
          ids.flatMap(id => [reasoning(), serverCall(id)]),
        ),
        user(),
      ],
      COUNT,
    ],
  ])('should be done in linear time: %s', (_name, create, repairs) => {
    expect(reconcileHistory(create(), context).repairs).toHaveLength(repairs);
  });
});
