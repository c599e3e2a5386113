import fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Part } from '../../src/core/message-parts.js';
import {
  reconcileUIToolCalls,
  type ToolCallReport,
  type UIToolCallOptions,
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
      'an approved call that never ran',
      tool('approval-responded', { approval: { id: 'p', approved: true } }),
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

  it.each(['input-streaming', 'input-available', 'paused'])(
    'should be closed at the end of the chat as well: %s',
    state => {
      const { parts } = run([user(), assistant(step, tool(state))]);
      expect(parts[2]).toMatchObject(failed);
    },
  );

  it('should leave all else as it is', () => {
    const call = tool('input-available', {
      callProviderMetadata: { openai: { itemId: 'fc_1' } },
      title: 'List',
    });
    const said = text('Let me look.');
    const before = [user(), assistant(step, said, call, step, text('x'))];
    const { messages } = run([...before, user('u2')]);
    expect(messages[0]).toBe(before[0]);
    expect(messages[1]).toMatchObject({ id: 'a', metadata: { model: 'm' } });
    expect(messages[1]?.parts[1]).toBe(said);
    expect(messages[1]?.parts.map(({ type }) => type)).toEqual([
      'step-start',
      'text',
      'tool-ls',
      'step-start',
      'text',
    ]);
    expect(messages[1]?.parts[2]).toMatchObject({
      callProviderMetadata: { openai: { itemId: 'fc_1' } },
      title: 'List',
    });
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
    expect(messages.map(({ id }) => id)).toEqual(['u', 'u2']);
    expect(repairs).toEqual(['missing-result removed interrupted']);
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
    ['no message', []],
  ])('should come back as the same list: %s', (_name, messages) => {
    expect(run(messages as Message[]).messages).toBe(messages);
  });
});

describe('a call that was recorded twice', () => {
  const open = tool('input-available');
  const done = tool('output-available', { output: 'a file' });

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

  it('should be one where a static and a dynamic part stand for it', () => {
    const { parts } = run([
      user(),
      assistant(open, { ...done, type: 'dynamic-tool', toolName: 'ls' }),
      user('u2'),
    ]);
    expect(parts.filter(({ toolCallId }) => toolCallId)).toHaveLength(1);
  });

  it('should let a late output take the place of a placeholder', () => {
    const { messages } = run([user(), assistant(step, open)]);
    const { parts } = run([...messages, assistant(done), user('u2')]);
    expect(parts.filter(({ type }) => type === 'tool-ls')).toEqual([done]);
  });

  it('should be two calls in two turns', () => {
    const { parts } = run([
      user(),
      assistant(open),
      user(),
      assistant(done),
      user(),
    ]);
    expect(parts.filter(({ type }) => type === 'tool-ls')).toMatchObject([
      { state: 'output-error' },
      { state: 'output-available' },
    ]);
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
});

describe('a finished part', () => {
  it.each([
    ['input', { input: 'x' }, { input: { value: 'x' } }, 'invalid-input'],
    ['error', { errorText: '' }, {}, 'empty-result'],
    ['approval', { approval }, {}, 'orphan-approval'],
  ])('should be mended where its %s is refused', (_name, more, _to, fault) => {
    const { parts, repairs } = run([
      assistant(tool('output-error', { errorText: 'no', ...more })),
      user(),
    ]);
    expect(parts[0]?.input).toBeTypeOf('object');
    expect(parts[0]?.errorText).not.toBe('');
    expect(parts[0]).not.toHaveProperty('approval');
    expect(repairs.map(repair => repair.split(' ')[0])).toEqual([fault]);
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

  it('should be nothing where the user wrote last', () => {
    const { repairs } = run([assistant(tool('input-available')), user()], {
      frontier: 'keep',
    });
    expect(repairs).toHaveLength(1);
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
