import { afterEach, describe, expect, it, vi } from 'vitest';
import { callSafely } from '../../src/core/call-safely.js';
import { createReport } from '../../src/core/create-report.js';
import { createWarningMemory } from '../../src/core/create-warning-memory.js';
import { logWarning } from '../../src/core/log-warning.js';
import { reconcileMessages } from '../../src/core/reconcile-messages.js';
import { placeholderTexts } from '../../src/placeholder-texts.js';
import type { ToolCallOptions } from '../../src/tool-call-options.js';
import type { ToolCallRepair } from '../../src/tool-call-report.js';
import { deepFreeze } from '../deep-freeze.js';

const globals = globalThis as { AI_SDK_LOG_WARNINGS?: unknown };
afterEach(() => {
  globals.AI_SDK_LOG_WARNINGS = undefined;
  vi.restoreAllMocks();
});

const repair = (more: Partial<ToolCallRepair> = {}): ToolCallRepair => ({
  fault: 'missing-result',
  action: 'answered',
  reason: 'interrupted',
  toolCallId: 'call_1',
  toolName: 'pay',
  messageIndex: 1,
  ...more,
});

describe('createReport', () => {
  it('should count by fault and name the model', () => {
    const repairs = [
      repair(),
      repair({ toolCallId: 'call_2' }),
      repair({ fault: 'empty-message', action: 'dropped', toolCallId: '' }),
    ];
    const model = { provider: 'openai.responses', modelId: 'gpt-5' };
    expect(createReport('step', repairs, model)).toEqual({
      operation: 'step',
      provider: 'openai.responses',
      modelId: 'gpt-5',
      counts: { 'missing-result': 2, 'empty-message': 1 },
      repairs,
    });
  });

  it('should take the id of a model that is named alone', () => {
    expect(createReport('step', [], 'openai/gpt-5')).toEqual({
      operation: 'step',
      modelId: 'openai/gpt-5',
      counts: {},
      repairs: [],
    });
  });

  it.each([undefined, null, 1, {}, { provider: 1, modelId: null }])(
    'should name no model: %o',
    model => {
      expect(Object.keys(createReport('messages', [], model))).toEqual([
        'operation',
        'counts',
        'repairs',
      ]);
    },
  );

  it('should give repairs that may be changed', () => {
    const repairs = deepFreeze([repair()]);
    const report = createReport('generate', repairs);
    Object.assign(report.repairs[0] ?? {}, { toolCallId: 'mine' });
    expect(repairs[0]?.toolCallId).toBe('call_1');
  });

  it('should cut names and ids that nobody could read', () => {
    const long = 'x'.repeat(1e6);
    const report = createReport('generate', [
      repair({ toolName: long, toolCallId: long }),
      repair({ toolCallId: 'i'.repeat(512) }),
    ]);
    expect(report.repairs[0]?.toolName).toBe(`${'x'.repeat(511)}…`);
    expect(report.repairs[0]?.toolCallId).toHaveLength(512);
    expect(report.repairs[1]?.toolCallId).toBe('i'.repeat(512));
  });
});

describe('the warning memory', () => {
  const warn = (
    memory: ReturnType<typeof createWarningMemory>,
    ...repairs: ToolCallRepair[]
  ) => {
    const warning = memory.warningFor(repairs);
    memory.remember(repairs);
    return warning?.message;
  };

  it('should warn once of each call and fault', () => {
    const memory = createWarningMemory();
    const text =
      'Injecting 1 placeholder tool result(s) for dangling tool calls';
    expect(warn(memory, repair())).toBe(text);
    expect(warn(memory, repair())).toBeUndefined();
    expect(warn(memory, repair(), repair({ toolCallId: 'call_2' }))).toBe(text);
    expect(
      warn(memory, repair({ fault: 'displaced-result', action: 'moved' })),
    ).toBe('Reconciled tool call history: 1 displaced-result');
  });

  it('should hold a call for the same after the history was trimmed', () => {
    const memory = createWarningMemory();
    warn(memory, repair({ messageIndex: 9 }));
    expect(warn(memory, repair({ messageIndex: 5 }))).toBeUndefined();
  });

  it('should tell what has no id by its place', () => {
    const memory = createWarningMemory();
    const nameless = { toolCallId: '', toolName: '' };
    warn(memory, repair({ ...nameless, messageIndex: 3 }));
    expect(
      warn(memory, repair({ ...nameless, messageIndex: 3 })),
    ).toBeUndefined();
    expect(warn(memory, repair({ ...nameless, messageIndex: 7 }))).toBeTruthy();
  });

  it('should not mix up names and ids with spaces', () => {
    const memory = createWarningMemory();
    warn(memory, repair({ toolName: 'a b', toolCallId: 'c' }));
    expect(
      warn(memory, repair({ toolName: 'a', toolCallId: 'b c' })),
    ).toBeTruthy();
  });

  it('should forget the faults that were seen longest ago', () => {
    const memory = createWarningMemory();
    warn(memory, repair({ toolCallId: 'in use' }));
    warn(memory, repair({ toolCallId: 'old' }));
    for (let n = 0; n < 999; n++) {
      warn(memory, repair({ toolCallId: `call_${n}` }));
      if (n % 100 === 0) warn(memory, repair({ toolCallId: 'in use' }));
    }
    expect(warn(memory, repair({ toolCallId: 'in use' }))).toBeUndefined();
    expect(warn(memory, repair({ toolCallId: 'old' }))).toBeTruthy();
  });

  it('should put no name and no id into a warning', () => {
    const long = 'x'.repeat(1e6);
    const warning = warn(
      createWarningMemory(),
      repair({ toolName: long, toolCallId: long }),
      repair({ fault: 'invalid-name', toolName: long }),
    );
    expect(warning).toBe(
      'Injecting 1 placeholder tool result(s) for dangling tool calls. Reconciled tool call history: 1 invalid-name',
    );
  });
});

const FAILURES: Array<[string, () => unknown]> = [
  [
    'throws',
    () => {
      throw new Error('broken');
    },
  ],
  ['rejects', () => rejected().promise],
  [
    'returns something odd',
    () => ({
      // biome-ignore lint/suspicious/noThenProperty: what is tested
      get then() {
        throw new Error('broken');
      },
    }),
  ],
];

/** A promise that tells whether somebody else handles its rejection. */
function rejected() {
  const promise = Promise.reject(new Error('broken'));
  promise.catch(() => {});
  return { promise, handler: vi.spyOn(promise, 'then') };
}

const settle = () => new Promise(resolve => setTimeout(resolve, 5));

describe.each(FAILURES)(
  'a callback of the caller that %s',
  (_how, callback) => {
    const history = deepFreeze([
      {
        role: 'assistant',
        content: [
          { type: 'tool-call', toolCallId: 'a', toolName: 'pay', input: {} },
        ],
      },
    ]);
    const reconciled = (options: object) =>
      reconcileMessages(history, options, 'messages', createWarningMemory());

    it('should be called and ignored', async () => {
      const spy = vi.fn(callback);
      expect(() => callSafely(spy)).not.toThrow();
      await settle();
      expect(spy).toHaveBeenCalledTimes(1);
    });

    it('should not break the repair as onRepair', async () => {
      const onRepair = vi.fn(callback);
      expect(reconciled({ onRepair, warn: false })).toHaveLength(2);
      await settle();
      expect(onRepair).toHaveBeenCalledTimes(1);
    });

    it('should not break it as placeholder', async () => {
      const placeholder = vi.fn(callback);
      const messages = reconciled({ placeholder, warn: false });
      await settle();
      expect(placeholder).toHaveBeenCalledTimes(1);
      expect(JSON.stringify(messages)).toContain(placeholderTexts.interrupted);
    });

    it('should not break it as logger', async () => {
      const logger = vi.fn(callback);
      globals.AI_SDK_LOG_WARNINGS = logger;
      expect(reconciled({})).toHaveLength(2);
      await settle();
      expect(logger).toHaveBeenCalledTimes(1);
    });

    it('should not break it as console', async () => {
      const warn = vi
        .spyOn(console, 'warn')
        .mockImplementation(callback as () => void);
      logWarning(
        { type: 'other', message: 'hi' },
        createReport('messages', []),
      );
      await settle();
      expect(warn.mock.calls).toEqual([['AI SDK Warning: hi']]);
    });
  },
);

describe('callSafely', () => {
  it('should handle the rejection of a promise', async () => {
    const { promise, handler } = rejected();
    expect(callSafely(() => promise)).toBe(promise);
    const [, onRejected] = handler.mock.calls[0] ?? [];
    expect(onRejected).toBeTypeOf('function');
    expect(onRejected?.(new Error('broken'))).toBeUndefined();
  });

  it('should give back what is returned, and nothing for what is thrown', () => {
    expect(callSafely(() => 7)).toBe(7);
    expect(
      callSafely(() => {
        throw new Error('broken');
      }),
    ).toBeUndefined();
  });
});

describe('reconcileMessages', () => {
  const dangling = {
    role: 'assistant',
    content: [
      { type: 'tool-call', toolCallId: 'a', toolName: 'pay', input: {} },
    ],
  };

  it('should not await onRepair', () => {
    let isDone = false;
    const onRepair = async () => {
      await settle();
      isDone = true;
    };
    const messages = reconcileMessages(
      [dangling],
      { warn: false, onRepair },
      'messages',
      createWarningMemory(),
    );
    expect(messages).toHaveLength(2);
    expect(isDone).toBe(false);
  });

  it.each<[warnings: number, options: ToolCallOptions]>([
    [1, {}],
    [1, { warn: true }],
    [1, { onRepair() {} }],
    [0, { warn: false }],
    [0, { warn: false, onRepair() {} }],
  ])('should log %i warnings with %o', (count, options) => {
    const log = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const memory = createWarningMemory();
    reconcileMessages([dangling], options, 'messages', memory);
    reconcileMessages([dangling], options, 'messages', memory);
    expect(log).toHaveBeenCalledTimes(count);
  });

  it('should leave approved calls to the SDK, but in a step', () => {
    const messages = [
      {
        role: 'assistant',
        content: [
          ...dangling.content,
          { type: 'tool-approval-request', approvalId: 'p', toolCallId: 'a' },
        ],
      },
      {
        role: 'tool',
        content: [
          { type: 'tool-approval-response', approvalId: 'p', approved: true },
        ],
      },
    ];
    const [before, step] = (['messages', 'step'] as const).map(operation =>
      reconcileMessages<unknown>(
        messages,
        { warn: false },
        operation,
        createWarningMemory(),
      ),
    );
    expect(before).toBe(messages);
    expect(step).toEqual([
      dangling,
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'a',
            toolName: 'pay',
            output: {
              type: 'error-text',
              value: placeholderTexts['approved-not-run'],
            },
            providerOptions: {
              toolCallResilience: {
                synthetic: true,
                reason: 'approved-not-run',
              },
            },
          },
        ],
      },
    ]);
  });

  it('should not keep an orphan for a provider that stores the calls', () => {
    const orphan = {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: 'x',
          toolName: 'pay',
          output: { type: 'text', value: 'paid' },
        },
      ],
    };
    const user = { role: 'user', content: 'hi' };
    for (const operation of ['messages', 'step'] as const) {
      const messages = reconcileMessages(
        [user, orphan],
        { warn: false },
        operation,
        createWarningMemory(),
      );
      expect(messages).toEqual([user]);
    }
  });
});
