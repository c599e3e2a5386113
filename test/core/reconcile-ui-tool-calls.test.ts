import fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Part } from '../../src/core/message-parts.js';
import {
  reconcileUIToolCalls,
  type ToolCallReport,
  type UIToolCallOptions,
  type UnansweredToolCall,
} from '../../src/index.js';
import { placeholderTexts } from '../../src/placeholder-texts.js';
import { deepFreeze } from '../deep-freeze.js';
import { propertySettings } from './property-settings.js';

interface Message {
  id: string;
  role: string;
  parts: Part[];
  metadata?: unknown;
}

beforeAll(() => {
  (globalThis as { AI_SDK_LOG_WARNINGS?: unknown }).AI_SDK_LOG_WARNINGS = false;
});

const text = (text: string): Part => ({ type: 'text', text });
const user = (id = 'u'): Message => ({
  id,
  role: 'user',
  parts: [text('hello')],
});
const assistant = (...parts: Part[]): Message => ({
  id: 'a',
  role: 'assistant',
  metadata: { model: 'm' },
  parts,
});
const tool = (state: string | undefined, more: Part = {}): Part => ({
  type: 'tool-ls',
  toolCallId: 'c',
  ...(state !== undefined && { state }),
  input: { path: '.' },
  ...more,
});
const step: Part = { type: 'step-start' };
const approval = { id: 'p' };

function run(messages: Message[], options: UIToolCallOptions = {}) {
  const reports: ToolCallReport[] = [];
  const result = reconcileUIToolCalls(deepFreeze(messages) as never, {
    onRepair: report => reports.push(report),
    ...options,
  }) as unknown as Message[];
  const again = reconcileUIToolCalls(deepFreeze(result) as never, {
    ...options,
    onRepair: report => reports.push(report),
  }) as unknown as Message[];
  expect(again).toBe(result);
  expect(reports).toHaveLength(result === messages ? 0 : 1);
  return {
    messages: result,
    parts: result.flatMap(({ parts }) => parts),
    repairs: (reports[0]?.repairs ?? []).map(
      ({ fault, action, reason }) =>
        `${fault} ${action}${reason ? ` ${reason}` : ''}`,
    ),
    report: reports[0],
  };
}

describe('a part that can no longer finish', () => {
  const { interrupted } = placeholderTexts;
  const failed = { state: 'output-error', errorText: interrupted };

  it.each([
    ['streaming', tool('input-streaming'), failed],
    [
      'streaming, with nothing to read yet',
      tool('input-streaming', { input: undefined, rawInput: '{"pa' }),
      { ...failed, input: {} },
    ],
    ['running', tool('input-available'), failed],
    [
      'a preliminary output',
      tool('output-available', { output: 'half', preliminary: true }),
      failed,
    ],
    ['no state', tool(undefined), failed],
    ['an unknown state', tool('input-paused'), failed],
    [
      'a dynamic tool',
      tool('input-available', { type: 'dynamic-tool', toolName: 'ls' }),
      failed,
    ],
    [
      'an unanswered request',
      tool('approval-requested', { approval }),
      {
        state: 'output-denied',
        approval: {
          id: 'p',
          approved: false,
          reason: placeholderTexts['approval-unanswered'],
        },
      },
    ],
    [
      'a request without an approval',
      tool('approval-requested'),
      {
        state: 'output-error',
        errorText: placeholderTexts['approval-unanswered'],
      },
    ],
    [
      'a request whose approval has no id',
      tool('approval-requested', { approval: {} }),
      {
        state: 'output-error',
        errorText: placeholderTexts['approval-unanswered'],
      },
    ],
    [
      'a preliminary output of an approved call',
      tool('output-available', {
        output: 'half',
        preliminary: true,
        approval: { id: 'p', approved: true },
      }),
      failed,
    ],
    [
      'a denial',
      tool('approval-responded', {
        approval: { id: 'p', approved: false, reason: 'Too dear.' },
      }),
      {
        state: 'output-denied',
        approval: { id: 'p', approved: false, reason: 'Too dear.' },
      },
    ],
    [
      'a denial without a reason',
      tool('approval-responded', { approval: { id: 'p', approved: false } }),
      {
        state: 'output-denied',
        approval: { id: 'p', approved: false, reason: placeholderTexts.denied },
      },
    ],
    [
      'a denial with a blank reason',
      tool('approval-responded', {
        approval: { id: 'p', approved: false, reason: ' ' },
      }),
      {
        state: 'output-denied',
        approval: { id: 'p', approved: false, reason: placeholderTexts.denied },
      },
    ],
    [
      'an approved call that never ran',
      tool('approval-responded', {
        approval: { id: 'p', approved: true, reason: 'Go on.' },
      }),
      {
        state: 'output-error',
        errorText: placeholderTexts['approved-not-run'],
      },
    ],
    [
      'an input that cannot be read',
      tool('input-available', { input: undefined, rawInput: '{"pa' }),
      {
        state: 'output-error',
        errorText: placeholderTexts['unreadable-input'],
      },
    ],
  ])('should be closed: %s', (_name, part, expected) => {
    const { messages, parts, repairs } = run([
      user(),
      assistant(step, part),
      user('u2'),
    ]);
    expect(messages.map(({ id }) => id)).toEqual(['u', 'a', 'u2']);
    const closed = parts[2] as Part;
    expect(closed).toMatchObject({ toolCallId: 'c', ...expected });
    expect(closed.type).toBe(part.type);
    expect(closed.input).toBeTypeOf('object');
    for (const name of ['output', 'preliminary', 'rawInput']) {
      expect(closed).not.toHaveProperty(name);
    }
    if (closed.state === 'output-error') {
      expect(closed).not.toHaveProperty('approval');
    }
    expect(repairs).toHaveLength(1);
    expect(repairs[0]).toMatch(/^missing-result answered /);
  });

  it.each([
    ['streaming', tool('input-streaming')],
    ['running', tool('input-available')],
    ['an unknown state', tool('paused')],
    [
      'a request without an approval',
      tool('approval-requested'),
      placeholderTexts['approval-unanswered'],
    ],
    [
      'a request whose approval has no id',
      tool('approval-requested', { approval: {} }),
      placeholderTexts['approval-unanswered'],
    ],
  ])('should be closed at the end of the chat as well: %s', (...row) => {
    const [, part, errorText = interrupted] = row;
    const { parts } = run([user(), assistant(step, part)]);
    const { approval: _, ...rest } = part;
    expect(parts[2]).toEqual({ ...rest, state: 'output-error', errorText });
  });

  it('should leave all else as it is', () => {
    const call = tool('input-available', {
      callProviderMetadata: { openai: { itemId: 'fc_1' } },
      title: 'List',
    });
    const done = tool('output-available', { toolCallId: 'd', output: 1 });
    const before = [
      user(),
      assistant({ ...done, toolCallId: 'e' }),
      assistant(step, text('Let me look.'), done, call, step, text('x')),
      user('u2'),
    ];
    const { messages } = run(before);
    expect(messages).toEqual([
      before[0],
      before[1],
      {
        ...before[2],
        parts: before[2]?.parts.with(3, { ...call, ...failed }),
      },
      before[3],
    ]);
    for (const index of [0, 1, 3]) {
      expect(messages[index]).toBe(before[index]);
    }
    for (const index of [0, 1, 2, 4, 5]) {
      expect(messages[2]?.parts[index]).toBe(before[2]?.parts[index]);
    }
  });

  it('should be taken out with `unanswered: "remove"`', () => {
    const { messages, repairs } = run(
      [
        user(),
        assistant(
          step,
          { type: 'reasoning', text: 'Hm.' },
          tool('input-available'),
        ),
        user('u2'),
      ],
      { unanswered: 'remove' },
    );
    expect(messages).toEqual([user(), user('u2')]);
    expect(repairs).toEqual(['missing-result removed interrupted']);
  });
});

describe('reasoning in front of a call that is taken out', () => {
  const a: Part = { type: 'reasoning', text: 'A' };
  const b: Part = { type: 'reasoning', text: 'B' };
  const open = tool('input-available');
  const done = tool('output-available', { toolCallId: 'd', output: 1 });
  const said = text('x');
  const odd: Part = {};
  const data: Part = { type: 'data-progress', data: 1 };
  const source: Part = { type: 'source-url', sourceId: 's', url: 'about:' };
  const steering: Part = { type: 'steering-message', parts: [text('no')] };

  it.each<[string, Part[], Part[]]>([
    ['behind a text', [said, a, open], [said]],
    [
      'in front of a next step',
      [said, step, a, open, step],
      [said, step, step],
    ],
    ['with an answer in the next step', [a, open, step, said], [step, said]],
    ['in front of an odd part', [a, open, odd], [odd]],
    ['behind data that is not sent', [said, a, data, open], [said, data]],
    ['in front of data that is not sent', [a, open, data], [data]],
    ['in front of a source', [a, open, source], [source]],
    ['in front of what the user wrote', [a, open, steering], [steering]],
    ['in front of reasoning that was cut off', [a, open, b], [b]],
    [
      'each in front of a call',
      [said, a, open, b, { ...open, toolCallId: 'e' }],
      [said],
    ],
  ])('should go with it: %s', (_name, before, after) => {
    const { messages } = run([assistant(...before), user()], {
      unanswered: 'remove',
    });
    expect(messages).toEqual([assistant(...after), user()]);
  });

  it.each<[string, Part[], Part[]]>([
    ['a text in front of the call', [a, said, b, open], [a, said]],
    ['a text behind the call', [a, open, said, b], [a, said, b]],
    ['another call', [a, open, done], [a, done]],
    ['a text behind data', [a, open, data, said], [a, data, said]],
    ['a text, with data behind it', [a, said, data, open], [a, said, data]],
  ])('should stay where it led to %s', (_name, before, after) => {
    const { messages } = run([assistant(...before), user()], {
      unanswered: 'remove',
    });
    expect(messages).toEqual([assistant(...after), user()]);
  });
});

describe('a chat with nothing wrong', () => {
  const done = tool('output-available', { output: 'a file' });
  it.each([
    ['no tool', [user(), assistant(text('hi'))]],
    ['an output', [user(), assistant(step, done), user('u2')]],
    [
      'an error',
      [user(), assistant(tool('output-error', { errorText: 'no' })), user()],
    ],
    [
      'a denial',
      [
        user(),
        assistant(
          tool('output-denied', { approval: { id: 'p', approved: false } }),
        ),
        user(),
      ],
    ],
    ['a denial that lost its approval', [assistant(tool('output-denied'))]],
    [
      'an approved output',
      [
        assistant(
          tool('output-available', {
            output: 1,
            approval: { id: 'p', approved: true },
          }),
        ),
        user(),
      ],
    ],
    [
      'a request at the end',
      [user(), assistant(step, tool('approval-requested', { approval }))],
    ],
    [
      'a response at the end',
      [
        user(),
        assistant(
          step,
          tool('approval-responded', { approval: { id: 'p', approved: true } }),
        ),
      ],
    ],
    [
      'a search of the provider that runs',
      [user(), assistant(tool('input-available', { providerExecuted: true }))],
    ],
    [
      'ids used again in a later turn',
      [user(), assistant(done), user(), assistant({ ...done, output: 'b' })],
    ],
    [
      'a search of the provider that failed',
      [
        user(),
        assistant(
          tool('output-error', { errorText: 'no', providerExecuted: true }),
        ),
        user(),
      ],
    ],
    ['no message', []],
  ])('should come back as the same list: %s', (_name, messages) => {
    expect(run(messages as Message[]).messages).toBe(messages);
  });
});

describe('a request at the end of the chat', () => {
  const request = tool('approval-requested', { approval });
  const denied = {
    ...request,
    state: 'output-denied',
    approval: {
      id: 'p',
      approved: false,
      reason: placeholderTexts['approval-unanswered'],
    },
  };
  const steering: Part = { type: 'steering-message', text: 'Stop.' };

  it.each([
    ['a text of its step', [assistant(step, request, text('May I?'))]],
    ['a further step', [assistant(request, step)]],
    ['a data part', [assistant(request, step, { type: 'data-x' })]],
    ['a source', [assistant(request, step, { type: 'source-url' })]],
    ['a message without parts', [assistant(request), { role: 'assistant' }]],
    ['a message of no parts', [assistant(request), assistant()]],
  ])('should still wait with %s behind it', (_name, messages) => {
    const before = [user(), ...(messages as Message[])];
    expect(run(before).messages).toBe(before);
  });

  it.each([
    ['a text of the next step', [assistant(step, request, step, text('x'))]],
    ['a file of the next step', [assistant(request, step, { type: 'file' })]],
    ['a next message', [assistant(request), assistant(text('x'))]],
    ['a message of the user', [assistant(request), user()]],
    ['a system message', [assistant(request), { ...user(), role: 'system' }]],
    ['what the user wrote meanwhile', [assistant(request, steering)]],
    [
      'a call of the next step',
      [
        assistant(
          request,
          step,
          tool('output-available', { toolCallId: 'd', output: 1 }),
        ),
      ],
    ],
  ])('should be denied with %s behind it', (_name, messages) => {
    const { parts, repairs } = run(messages);
    expect(parts).toEqual(
      messages
        .flatMap(({ parts }) => parts)
        .map(part => (part === request ? denied : part)),
    );
    expect(repairs).toEqual(['missing-result answered approval-unanswered']);
  });

  it('should wait where it came after what the user wrote meanwhile', () => {
    const late = { ...request, toolCallId: 'd' };
    const { parts } = run([user(), assistant(request, steering, late)]);
    expect(parts.slice(1)).toEqual([denied, steering, late]);
    expect(parts[3]).toBe(late);
  });

  it('should be denied with what cannot be read behind it', () => {
    const unreadable = {
      get role(): string {
        throw new Error('no');
      },
    };
    const messages = [assistant(request), unreadable] as never[];
    expect(reconcileUIToolCalls(messages)).toEqual([
      assistant(denied),
      unreadable,
    ]);
  });
});

describe('a call that was recorded twice', () => {
  const open = tool('input-available');
  const done = tool('output-available', { output: 'a file' });
  const failed = tool('output-error', { errorText: 'No such file.' });

  it.each([
    ['in one message', [user(), assistant(step, open, text('x'), done)]],
    ['in a later message', [user(), assistant(step, open), assistant(done)]],
    ['finished first', [user(), assistant(step, done), assistant(open)]],
  ])('should keep its place once: %s', (_name, messages) => {
    const { parts, repairs } = run([...messages, user('u2')]);
    const calls = parts.filter(({ type }) => type === 'tool-ls');
    expect(calls).toEqual([done]);
    expect(parts[2]).toBe(calls[0]);
    expect(repairs).toEqual(['duplicate-call removed']);
  });

  it.each<[string, Part, Part, 0 | 1]>([
    ['an output and a call', done, open, 0],
    ['two outputs', done, { ...done, output: 'b' }, 0],
    ['an error and an output', failed, done, 1],
    ['an output and an error', done, failed, 0],
    [
      'a static and a dynamic part',
      open,
      { ...done, type: 'dynamic-tool', toolName: 'ls' },
      1,
    ],
    [
      'a call and its changed input',
      open,
      { ...done, input: { path: '/' } },
      1,
    ],
    [
      'an answered request and the request',
      tool('approval-responded', { approval: { ...approval, approved: true } }),
      tool('approval-requested', { approval }),
      0,
    ],
    [
      'a request and its answer',
      tool('approval-requested', { approval }),
      tool('approval-responded', { approval: { ...approval, approved: true } }),
      1,
    ],
    [
      'a call and its request',
      open,
      tool('approval-requested', { approval }),
      1,
    ],
    [
      'an output that has kept a text of this package, and a request',
      { ...done, errorText: placeholderTexts.interrupted },
      tool('approval-requested', { approval }),
      0,
    ],
  ])('should be one in a step: %s', (_name, first, second, kept) => {
    const { messages, parts, report } = run([
      user(),
      assistant(step, first, second),
    ]);
    expect(messages).toEqual([
      user(),
      assistant(step, [first, second][kept] as Part),
    ]);
    expect(parts[2]).toBe([first, second][kept]);
    expect(report?.repairs).toEqual([
      {
        fault: 'duplicate-call',
        action: 'removed',
        toolCallId: 'c',
        toolName: 'ls',
        messageIndex: 1,
      },
    ]);
  });

  it.each<[string, Part, Part, 0 | 1]>([
    ['an output and a call', done, open, 0],
    [
      'a streaming input that was cut off, and the output',
      tool('input-streaming', { input: { path: '' } }),
      done,
      1,
    ],
  ])('should be one in two messages: %s', (_name, first, second, kept) => {
    const system = { ...user(), role: 'system' };
    const { messages, repairs } = run([
      assistant(first),
      system,
      assistant(text('x'), second),
    ]);
    expect(messages).toEqual([
      assistant([first, second][kept] as Part),
      system,
      assistant(text('x')),
    ]);
    expect(repairs).toEqual(['duplicate-call removed']);
  });

  it.each<[string, Part, Part]>([
    ['two outputs', done, done],
    ['an error and an output', failed, done],
    ['an output and an error', done, failed],
    [
      'a denial in the words of the user, and an output',
      tool('output-denied', {
        approval: { id: 'p', approved: false, reason: 'Too dear.' },
      }),
      done,
    ],
  ])('should be two calls in two steps: %s', (_name, first, second) => {
    const messages = [user(), assistant(step, first, step, second)];
    expect(run(messages).messages).toBe(messages);
  });

  it('should be two calls where two outputs of a step have two inputs', () => {
    const messages = [assistant(done, { ...done, input: { path: '/' } })];
    expect(run(messages).messages).toBe(messages);
  });

  it('should be two calls where two steps have two inputs', () => {
    const other = { ...done, input: { path: '/' } };
    const { messages, repairs } = run([assistant(open, step, other)]);
    expect(messages).toEqual([
      assistant(
        {
          ...open,
          state: 'output-error',
          errorText: placeholderTexts.interrupted,
        },
        step,
        other,
      ),
    ]);
    expect(repairs).toEqual(['missing-result answered interrupted']);
  });

  it.each([undefined, '', ' '])(
    'should be two calls where nothing tells which: %o',
    toolCallId => {
      const messages = [
        assistant({ ...done, toolCallId }, { ...done, toolCallId }),
      ];
      expect(run(messages).messages).toBe(messages);
    },
  );

  const { interrupted } = placeholderTexts;
  it.each<[string, Part, UIToolCallOptions?]>([
    ['a running call', open],
    ['a running call, with a text of its own', open, { placeholder: 'gone' }],
    [
      'a running call, with texts of its own',
      open,
      { placeholder: ({ toolName, reason }) => `${toolName}: ${reason}` },
    ],
    ['a request', tool('approval-requested', { approval })],
    [
      'a request, with a text of its own',
      tool('approval-requested', { approval }),
      { placeholder: 'gone' },
    ],
    [
      'an approved call',
      tool('output-error', {
        errorText: interrupted,
        approval: { id: 'p', approved: true },
      }),
    ],
  ])(
    'should let a late output take the place of what this package wrote: %s',
    (...row) => {
      const [, part, options] = row;
      const before = [user(), assistant(step, part, step, text('x'))];
      const { messages } = run(before, options);
      const late = run([...messages, assistant(done), user('u2')], options);
      expect(late.messages).toEqual([
        user(),
        assistant(step, done, step, text('x')),
        user('u2'),
      ]);
      expect(late.repairs).toEqual(['duplicate-call removed']);
    },
  );

  it.each<[string, Part]>([
    ['an error of the tool', failed],
    [
      'a denial in the words of the user',
      tool('output-denied', {
        approval: { id: 'p', approved: false, reason: 'Too dear.' },
      }),
    ],
  ])('should keep %s where there is an own text', (_name, first) => {
    const messages = [assistant(step, first, step, done)];
    expect(run(messages, { placeholder: 'gone' }).messages).toBe(messages);
  });

  it('should be two calls in two turns', () => {
    const { messages, repairs } = run([
      assistant(open),
      user(),
      assistant(done),
      user(),
    ]);
    expect(messages).toEqual([
      assistant({ ...open, state: 'output-error', errorText: interrupted }),
      user(),
      assistant(done),
      user(),
    ]);
    expect(repairs).toEqual(['missing-result answered interrupted']);
  });
});

describe('a call of the provider', () => {
  const search = tool('input-available', { providerExecuted: true });

  it('should go once the user has moved on', () => {
    const { parts, repairs } = run([
      user(),
      assistant(text('Looking.'), search),
      user(),
    ]);
    expect(parts.map(({ type }) => type)).toEqual(['text', 'text', 'text']);
    expect(repairs).toEqual(['open-provider-call removed']);
  });

  it('should go once the user has written while it ran', () => {
    const steering: Part = { type: 'steering-message', text: 'Stop.' };
    const { messages, repairs } = run([assistant(search, steering)]);
    expect(messages).toEqual([assistant(steering)]);
    expect(repairs).toEqual(['open-provider-call removed']);
  });
});

describe('a finished part', () => {
  const EMPTY = '[Tool call failed without an error message.]';
  const output = { output: 'a file' };
  const error = { errorText: 'no' };
  const refused = { id: 'p', approved: false };

  it.each<[string, string, Part, Part, string]>([
    [
      'an input that is no object',
      'output-available',
      { ...output, input: 'x' },
      { ...output, input: { rawInvalidInput: 'x' } },
      'invalid-input replaced',
    ],
    [
      'an input that could not be read',
      'output-error',
      { ...error, input: undefined, rawInput: '{"path":"."}' },
      { ...error, input: { path: '.' } },
      'invalid-input replaced',
    ],
    [
      'an error without a text',
      'output-error',
      { errorText: '' },
      { errorText: EMPTY },
      'empty-result replaced',
    ],
    [
      'an error whose text is missing',
      'output-error',
      {},
      { errorText: EMPTY },
      'empty-result replaced',
    ],
    [
      'an approval that was never given',
      'output-available',
      { ...output, approval },
      output,
      'orphan-approval dropped',
    ],
    [
      'an approval that was refused',
      'output-error',
      { ...error, approval: refused },
      error,
      'orphan-approval dropped',
    ],
    [
      'a denial with an empty reason',
      'output-denied',
      { approval: { ...refused, reason: '' } },
      { approval: refused },
      'empty-result replaced',
    ],
  ])('should be mended: %s', (_name, state, before, after, repair) => {
    const { messages, report, repairs } = run([
      assistant(tool(state, before)),
      user(),
    ]);
    expect(messages).toStrictEqual([assistant(tool(state, after)), user()]);
    expect(repairs).toEqual([repair]);
    expect(report?.repairs).toMatchObject([
      { toolCallId: 'c', toolName: 'ls', messageIndex: 0 },
    ]);
  });
});

describe('frontier: "keep"', () => {
  it('should leave the last assistant message alone', () => {
    const last = assistant(step, tool('input-available'));
    const { messages } = run([user(), last], { frontier: 'keep' });
    expect(messages[1]).toBe(last);
  });

  it('should close the calls in front of it', () => {
    const last = assistant(step, tool('input-streaming', { toolCallId: 'd' }));
    const { messages, repairs } = run(
      [assistant(tool('input-available')), user(), last],
      { frontier: 'keep' },
    );
    expect(messages[2]).toBe(last);
    expect(repairs).toEqual(['missing-result answered interrupted']);
  });

  it('should close a request in front of calls that are left alone', () => {
    const request = tool('approval-requested', { approval });
    const last = assistant(tool('input-available', { toolCallId: 'd' }));
    const { messages, repairs } = run([user(), assistant(request), last], {
      frontier: 'keep',
    });
    expect(messages[2]).toBe(last);
    expect(repairs).toEqual(['missing-result answered approval-unanswered']);
  });

  it('should leave a request open that only a step stands behind', () => {
    const request = tool('approval-requested', { approval });
    const messages = [user(), assistant(request), assistant(step)];
    expect(run(messages, { frontier: 'keep' }).messages).toBe(messages);
  });

  it('should be nothing where the user wrote last', () => {
    const { repairs } = run([assistant(tool('input-available')), user()], {
      frontier: 'keep',
    });
    expect(repairs).toHaveLength(1);
  });
});

describe('scanLast', () => {
  it('should leave what is in front of the last messages alone', () => {
    const call = (toolCallId: string) =>
      tool('input-available', { toolCallId });
    const before = [assistant(call('c')), assistant(call('d')), user()];
    const { messages, report } = run(before, { scanLast: 2 });
    expect(messages[0]).toBe(before[0]);
    expect(messages[1]?.parts[0]?.state).toBe('output-error');
    expect(report?.repairs).toEqual([
      {
        fault: 'missing-result',
        action: 'answered',
        reason: 'interrupted',
        toolCallId: 'd',
        toolName: 'ls',
        messageIndex: 1,
      },
    ]);
  });

  it('should be all where it is more than there are', () => {
    const before = [assistant(tool('input-available')), user()];
    expect(run(before, { scanLast: 9 }).repairs).toHaveLength(1);
  });
});

describe('the placeholder', () => {
  const history = [assistant(tool('input-available')), user()];
  const errorOf = (options: UIToolCallOptions) =>
    run(history, options).parts[0]?.errorText;

  it('should be a text, a text per reason or a function', () => {
    expect(errorOf({ placeholder: 'gone' })).toBe('gone');
    expect(errorOf({ placeholder: { interrupted: 'stopped' } })).toBe(
      'stopped',
    );
    expect(errorOf({ placeholder: call => `${call.toolName}!` })).toBe('ls!');
    expect(errorOf({ placeholder: () => undefined })).toBe(
      placeholderTexts.interrupted,
    );
    expect(
      errorOf({ placeholder: () => ({ type: 'error-json', value: { a: 1 } }) }),
    ).toBe('{"a":1}');
  });

  const denial = { id: 'p', approved: false, reason: 'Too dear.' };
  it.each<[string, Part, Partial<UnansweredToolCall>]>([
    ['a running call', tool('input-available'), { reason: 'interrupted' }],
    [
      'no id',
      tool('input-available', { toolCallId: undefined }),
      { reason: 'interrupted', toolCallId: '' },
    ],
    [
      'no name',
      tool('input-available', { type: 'dynamic-tool' }),
      { reason: 'interrupted', toolName: '' },
    ],
    [
      'a denial',
      tool('approval-responded', { approval: denial }),
      { reason: 'denied', denialReason: 'Too dear.' },
    ],
    [
      'an approval',
      tool('approval-responded', { approval: { ...denial, approved: true } }),
      { reason: 'approved-not-run' },
    ],
  ])('should be asked for with the call: %s', (_name, part, call) => {
    const placeholder = vi.fn(() => 'gone');
    run([user(), assistant(part), user()], { placeholder });
    expect(placeholder).toHaveBeenCalledWith({
      toolCallId: 'c',
      toolName: 'ls',
      input: { path: '.' },
      messageIndex: 1,
      ...call,
    });
  });

  it('should be the default text where the function throws', () => {
    const placeholder = () => {
      throw new Error('no');
    };
    expect(errorOf({ placeholder })).toBe(placeholderTexts.interrupted);
  });
});

describe('what is told', () => {
  it('should be a report of the operation `ui` without inputs', () => {
    const { report } = run([
      user(),
      assistant(tool('input-available', { input: { secret: 'hunter2' } })),
    ]);
    expect(report).toEqual({
      operation: 'ui',
      counts: { 'missing-result': 1 },
      repairs: [
        {
          fault: 'missing-result',
          action: 'answered',
          reason: 'interrupted',
          toolCallId: 'c',
          toolName: 'ls',
          messageIndex: 1,
        },
      ],
    });
  });

  it('should be in the order of the messages', () => {
    const call = (toolCallId?: string) =>
      tool('input-available', { toolCallId });
    const { report } = run([
      assistant(call('a')),
      assistant(call('b'), call('b')),
      assistant({ ...call(), type: 'dynamic-tool' }),
    ]);
    const told = {
      fault: 'missing-result',
      action: 'answered',
      reason: 'interrupted',
      toolName: 'ls',
    };
    expect(report?.repairs).toEqual([
      { ...told, toolCallId: 'a', messageIndex: 0 },
      {
        fault: 'duplicate-call',
        action: 'removed',
        toolCallId: 'b',
        toolName: 'ls',
        messageIndex: 1,
      },
      { ...told, toolCallId: 'b', messageIndex: 1 },
      { ...told, toolCallId: '', toolName: '', messageIndex: 2 },
    ]);
  });

  it('should go to the logger of the SDK once', () => {
    const logger = vi.fn();
    const globals = globalThis as { AI_SDK_LOG_WARNINGS?: unknown };
    globals.AI_SDK_LOG_WARNINGS = logger;
    const history = [
      assistant(tool('input-available', { toolCallId: 'only here' })),
    ];
    run(history);
    run(history);
    globals.AI_SDK_LOG_WARNINGS = false;
    expect(logger).toHaveBeenCalledTimes(1);
    expect(JSON.stringify(logger.mock.calls)).toContain(
      'Injecting 1 placeholder tool result(s) for dangling tool calls',
    );
  });
});

describe('odd data', () => {
  it.each([undefined, null, 'text', 7, {}, { length: 1 }])(
    'should throw a TypeError: %o',
    value => {
      expect(() => reconcileUIToolCalls(value as never)).toThrow(TypeError);
    },
  );

  const cycle: Part = {};
  cycle.self = cycle;
  const hostile = {
    get role(): string {
      throw new Error('no');
    },
    parts: [],
  };
  it.each([
    ['no object', null],
    ['a text', 'x'],
    ['no parts', { role: 'assistant' }],
    ['parts that are no list', { role: 'assistant', parts: 'x' }],
    ['odd parts', { role: 'assistant', parts: [null, 1, {}, { type: 7 }] }],
    ['a getter that throws', hostile],
  ])('should pass through: %s', (_name, message) => {
    const messages = [
      message,
      assistant(tool('input-available')),
      user(),
    ] as never[];
    const result = reconcileUIToolCalls(messages);
    expect(result[0]).toBe(message);
    expect(result[1]).toMatchObject({ parts: [{ state: 'output-error' }] });
  });

  it('should close a call beside odd parts', () => {
    const odd = [null, 1, {}, { type: 7 }] as never[];
    const { parts } = run([assistant(...odd, tool('input-available')), user()]);
    expect(parts.slice(0, 4)).toEqual(odd);
    expect(parts[4]).toMatchObject({ state: 'output-error' });
  });

  it('should leave a chat alone that cannot be read on the way', () => {
    const unreadable = {
      get id(): string {
        throw new Error('no');
      },
    };
    const onRepair = vi.fn();
    const messages = [
      assistant(tool('input-available')),
      assistant(tool('approval-requested', { approval: unreadable })),
    ] as never[];
    expect(reconcileUIToolCalls(messages, { onRepair })).toBe(messages);
    expect(onRepair).not.toHaveBeenCalled();
  });

  it('should close a call with a cyclic input', () => {
    const { parts } = run([
      assistant(tool('input-available', { input: cycle })),
      user(),
    ]);
    expect(parts[0]).toMatchObject({ state: 'output-error' });
  });
});

describe('large histories of a chat', () => {
  it('should be linear: one id used 100,000 times', () => {
    const parts = Array.from({ length: 100_000 }, (_, index) =>
      tool('input-available', { input: { index } }),
    );
    const result = reconcileUIToolCalls([assistant(...parts), user()] as never);
    expect(result).toHaveLength(2);
  });
});

const STATES = [
  'input-streaming',
  'input-available',
  'output-available',
  'output-error',
  'output-denied',
  'approval-requested',
  'approval-responded',
  'odd',
  undefined,
];
const FINISHED = ['output-available', 'output-error', 'output-denied'];

const toolArbitrary = fc
  .record({
    state: fc.constantFrom(...STATES),
    id: fc.constantFrom('a', 'b', 'c', '', undefined),
    isDynamic: fc.boolean(),
    providerExecuted: fc.option(fc.boolean(), { nil: undefined }),
    preliminary: fc.boolean(),
    input: fc.constantFrom<unknown>(
      { path: '.' },
      { path: '/' },
      undefined,
      null,
      '{"a":1}',
      '{"a',
      [1],
    ),
    approval: fc.constantFrom<Part | undefined>(
      undefined,
      { id: 'p' },
      { id: 'p', approved: true },
      { id: 'p', approved: false, reason: 'No.' },
      { id: 'p', approved: false, reason: '' },
      {},
    ),
    errorText: fc.constantFrom('failed', '', undefined),
  })
  .map(
    ({ state, id, isDynamic, preliminary, ...rest }): Part => ({
      ...(isDynamic
        ? { type: 'dynamic-tool', toolName: 'ls' }
        : { type: 'tool-ls' }),
      toolCallId: id,
      ...(state !== undefined && { state }),
      ...(state === 'output-available' && { output: {}, preliminary }),
      ...rest,
    }),
  );
const partArbitrary = fc.oneof(
  { weight: 3, arbitrary: toolArbitrary },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom(step, text('hi'), {
        type: 'reasoning',
        text: 'Hm.',
      })
      .map(part => ({ ...part })),
  },
);
const chatArbitrary = fc.array(
  fc.oneof(
    fc.constant(null).map(() => user()),
    fc.array(partArbitrary, { maxLength: 5 }).map(parts => assistant(...parts)),
  ),
  { maxLength: 6 },
);

it('should hold for random chats', () => {
  fc.assert(
    fc.property(
      chatArbitrary,
      fc.constantFrom<UIToolCallOptions>({}, { unanswered: 'remove' }),
      (messages, options) => {
        const { messages: result, repairs } = run(messages, options);
        const partsOf = (list: Message[]) => list.flatMap(({ parts }) => parts);
        const before = partsOf(messages);
        const after = partsOf(result);

        expect(repairs.length === 0).toBe(result === messages);
        // Order and identity of all that is no tool part, unless reasoning
        // went with a call.
        const others = (parts: Part[]) =>
          parts.filter(
            ({ type, toolCallId }) =>
              !toolCallId && type !== 'reasoning' && type !== 'step-start',
          );
        const kept = others(after).filter(({ type }) => type === 'text');
        expect(kept).toEqual(
          others(before).filter(({ type }) => type === 'text'),
        );
        for (const part of kept) expect(before).toContain(part);

        const lastUser = result.findLastIndex(({ role }) => role === 'user');
        for (const [index, { parts }] of result.entries()) {
          for (const part of parts) {
            if (part.type !== 'tool-ls' && part.type !== 'dynamic-tool') {
              continue;
            }
            const isOpen =
              !FINISHED.includes(String(part.state)) ||
              part.preliminary === true;
            // Only the provider's own and approvals wait, at the live end.
            if (isOpen) {
              expect(index).toBeGreaterThan(lastUser);
              expect(
                part.providerExecuted ||
                  String(part.state).startsWith('approval-'),
              ).toBeTruthy();
            } else if (!part.providerExecuted) {
              expect(part.input).toBeTypeOf('object');
              expect(part.input).not.toBeNull();
            }
          }
        }
        // No real output is lost where its call stands there once.
        const countOf = (parts: Part[], id: unknown) =>
          parts.filter(({ toolCallId }) => toolCallId === id).length;
        for (const part of before) {
          const isReal =
            part.state === 'output-available' && part.preliminary === false;
          if (!isReal || countOf(before, part.toolCallId) > 1) continue;
          expect(after.map(({ output }) => output)).toContain(part.output);
        }
      },
    ),
    propertySettings(3000),
  );
});
