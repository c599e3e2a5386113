import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createReport } from '../../src/core/create-report.js';
import { createWarningMemory } from '../../src/core/create-warning-memory.js';
import { logWarning } from '../../src/core/log-warning.js';
import { notify } from '../../src/core/notify.js';
import {
  danglingToolCallMiddleware,
  findToolCallFaults,
  reconcileStep,
  reconcileToolCalls,
} from '../../src/index.js';
import type { ToolCallRepair } from '../../src/tool-call-report.js';

const globals = globalThis as { AI_SDK_LOG_WARNINGS?: unknown };
beforeEach(() => {
  globals.AI_SDK_LOG_WARNINGS = false;
});
afterEach(() => {
  vi.restoreAllMocks();
});

const answered: ToolCallRepair = {
  fault: 'missing-result',
  action: 'answered',
  reason: 'interrupted',
  toolCallId: 'a',
  toolName: 'ls',
  messageIndex: 1,
};
const removed: ToolCallRepair = { ...answered, action: 'removed' };
const moved: ToolCallRepair = {
  ...answered,
  fault: 'displaced-result',
  action: 'moved',
};
const dangling = (id: string) => [
  {
    role: 'assistant',
    content: [{ type: 'tool-call', toolCallId: id, toolName: 'ls', input: {} }],
  },
];

describe('createReport', () => {
  it('should count by fault', () => {
    expect(createReport('step', [answered, moved, answered])).toEqual({
      operation: 'step',
      counts: { 'missing-result': 2, 'displaced-result': 1 },
      repairs: [answered, moved, answered],
    });
  });

  it('should name the model where it has names', () => {
    const model = { provider: 'openai.chat', modelId: 'gpt-5' };
    expect(createReport('generate', [], model)).toMatchObject(model);
    for (const odd of [undefined, null, 7, { provider: 7, modelId: {} }]) {
      expect(Object.keys(createReport('generate', [], odd))).toEqual([
        'operation',
        'counts',
        'repairs',
      ]);
    }
  });
});

describe('createWarningMemory', () => {
  it.each([
    [
      [answered, { ...answered, toolCallId: 'b' }],
      'Injecting 2 placeholder tool result(s) for dangling tool calls',
    ],
    [
      [moved, removed, { ...moved, toolCallId: 'b' }],
      'Reconciled tool call history: 2 displaced-result, 1 missing-result',
    ],
    [
      [answered, moved],
      'Injecting 1 placeholder tool result(s) for dangling tool calls. Reconciled tool call history: 1 displaced-result',
    ],
  ])('should sum up', (repairs, message) => {
    expect(createWarningMemory().warningFor(repairs)).toEqual({
      type: 'other',
      message,
    });
  });

  it('should tell each call, tool and fault once', () => {
    const memory = createWarningMemory();
    expect(memory.warningFor([answered])).toBeDefined();
    expect(memory.warningFor([answered])).toBeDefined();
    memory.remember([answered]);
    expect(memory.warningFor([answered])).toBeUndefined();
    expect(memory.warningFor([{ ...answered, toolCallId: 'b' }])).toBeDefined();
    expect(memory.warningFor([{ ...answered, toolName: 'rm' }])).toBeDefined();
    expect(memory.warningFor([moved, answered])?.message).toBe(
      'Reconciled tool call history: 1 displaced-result',
    );
  });

  it('should forget the oldest of more than a thousand', () => {
    const memory = createWarningMemory();
    const repairs = Array.from({ length: 1000 }, (_, index) => ({
      ...answered,
      toolCallId: `c${index}`,
    }));
    memory.remember(repairs);
    expect(memory.warningFor(repairs)).toBeUndefined();
    memory.remember([moved]);
    expect(memory.warningFor(repairs.slice(0, 1))).toBeDefined();
    expect(memory.warningFor(repairs.slice(1))).toBeUndefined();
  });
});

describe('logWarning', () => {
  const warning = { type: 'other', message: 'text' } as const;
  const report = createReport('step', [], { provider: 'p', modelId: 'm' });

  it('should hand both forms to a logger', () => {
    const logger = vi.fn();
    globals.AI_SDK_LOG_WARNINGS = logger;
    logWarning(warning, report);
    const [given] = logger.mock.calls[0] ?? [];
    expect([...given]).toEqual([warning]);
    expect(given).toMatchObject({ provider: 'p', model: 'm' });
    expect(given.warnings).toEqual([warning]);
  });

  it('should survive a logger that throws', () => {
    globals.AI_SDK_LOG_WARNINGS = () => {
      throw new Error('broken');
    };
    expect(() => logWarning(warning, report)).not.toThrow();
  });

  it('should write to the console, or be silent', () => {
    const log = vi.spyOn(console, 'warn').mockImplementation(() => {});
    logWarning(warning, report);
    expect(log).not.toHaveBeenCalled();
    globals.AI_SDK_LOG_WARNINGS = undefined;
    logWarning(warning, report);
    expect(log.mock.calls).toEqual([['AI SDK Warning: text']]);
  });

  it('should survive where there is no console', () => {
    globals.AI_SDK_LOG_WARNINGS = undefined;
    vi.stubGlobal('console', undefined);
    try {
      expect(() => logWarning(warning, report)).not.toThrow();
    } finally {
      vi.unstubAllGlobals();
    }
  });
});

describe('notify', () => {
  const report = createReport('step', []);

  it('should hand the report on', () => {
    const onRepair = vi.fn();
    notify({ onRepair }, report);
    expect(onRepair.mock.calls).toEqual([[report]]);
    expect(() => notify({}, report)).not.toThrow();
  });

  it('should survive what the callback throws', () => {
    const onRepair = () => {
      throw new Error('broken');
    };
    expect(() => notify({ onRepair }, report)).not.toThrow();
  });
});

describe('the functions', () => {
  it('should throw one clear error for what is no list', () => {
    for (const odd of [undefined, null, 'messages', {}]) {
      for (const run of [reconcileToolCalls, findToolCallFaults]) {
        expect(() => run(odd as never)).toThrow(
          new TypeError('Expected `messages` to be an array of messages.'),
        );
      }
    }
  });

  it('should find faults without a word and without a change', () => {
    const logger = vi.fn();
    globals.AI_SDK_LOG_WARNINGS = logger;
    const onRepair = vi.fn();
    const messages = dangling('found');
    expect(findToolCallFaults(messages, { onRepair } as object)).toEqual([
      {
        fault: 'missing-result',
        reason: 'interrupted',
        toolCallId: 'found',
        toolName: 'ls',
        messageIndex: 0,
      },
    ]);
    expect(findToolCallFaults([])).toEqual([]);
    expect(findToolCallFaults(messages, { scanLast: 0 })).toEqual([]);
    expect(messages).toHaveLength(1);
    expect(onRepair).not.toHaveBeenCalled();
    expect(logger).not.toHaveBeenCalled();
  });

  it('should warn once together', async () => {
    const logger = vi.fn();
    globals.AI_SDK_LOG_WARNINGS = logger;
    reconcileToolCalls(dangling('once'));
    reconcileToolCalls(dangling('once'));
    expect(logger).toHaveBeenCalledTimes(1);
    reconcileToolCalls(dangling('never'), { warn: false });
    expect(logger).toHaveBeenCalledTimes(1);

    const step = reconcileStep();
    await step({ messages: dangling('once') });
    await step({ messages: dangling('in a step') });
    await reconcileStep()({ messages: dangling('in a step') });
    expect(logger).toHaveBeenCalledTimes(2);
  });

  it('should report on each request, with the model where it is known', async () => {
    const onRepair = vi.fn();
    reconcileToolCalls(dangling('a'), { onRepair });
    const step = reconcileStep({ onRepair });
    const model = { provider: 'p', modelId: 'm' };
    await step({ messages: dangling('a'), model });
    await step({ messages: dangling('a'), model });
    await step({ messages: [], model });
    expect(
      onRepair.mock.calls.map(([{ operation, modelId }]) => [
        operation,
        modelId,
      ]),
    ).toEqual([
      ['messages', undefined],
      ['step', 'm'],
      ['step', 'm'],
    ]);
  });

  it('should pass on a step without messages', async () => {
    const odd = { messages: undefined } as never;
    expect(await reconcileStep()(odd)).toEqual({});
    const prepared = { toolChoice: 'none' };
    expect(await reconcileStep({}, () => prepared)(odd)).toBe(prepared);
  });

  it('should prefer the messages and the model of the own prepareStep', async () => {
    const onRepair = vi.fn();
    const step = reconcileStep({ onRepair }, (_step: object) => ({
      messages: dangling('own'),
      model: { provider: 'p', modelId: 'own' },
      toolChoice: 'none',
    }));
    const prepared = await step({ messages: [], model: { modelId: 'm' } });
    expect(prepared).toMatchObject({ toolChoice: 'none' });
    expect(prepared.messages).toHaveLength(2);
    expect(onRepair.mock.calls[0]?.[0]).toMatchObject({ modelId: 'own' });
  });
});

describe('the middleware', () => {
  const transform = (middleware = danglingToolCallMiddleware(), more = {}) =>
    middleware.transformParams({
      type: 'generate',
      params: { prompt: dangling('a'), ...more },
      model: undefined,
    });

  it.each([
    ['previousResponseId', { openai: { previousResponseId: 'resp_1' } }, true],
    ['conversation', { azure: { conversation: 'conv_1' } }, true],
    ['neither', { openai: { store: true }, other: null }, false],
    ['no options', undefined, false],
  ])(
    'should leave a lone result with %s',
    async (_name, providerOptions, isLeft) => {
      const params = {
        prompt: [
          {
            role: 'tool',
            content: [
              {
                type: 'tool-result',
                toolCallId: 'a',
                toolName: 'ls',
                output: {},
              },
            ],
          },
          { role: 'user', content: [] },
        ],
        providerOptions,
      };
      const result = await danglingToolCallMiddleware().transformParams({
        type: 'generate',
        params,
        model: undefined,
      });
      expect(result === params).toBe(isLeft);
    },
  );

  it('should add its warning to those of the model', async () => {
    const middleware = danglingToolCallMiddleware();
    const params = await transform(middleware);
    const own = { type: 'other', message: 'own' };
    const { warnings } = await middleware.wrapGenerate({
      doGenerate: async () => ({ warnings: [own] }),
      params,
      model: undefined,
    });
    expect(warnings).toEqual([own, expect.objectContaining({ type: 'other' })]);
  });

  it('should hand on the very result where there is nothing to tell', async () => {
    const middleware = danglingToolCallMiddleware();
    const result = { warnings: [], stream: {} };
    const common = { params: {}, model: undefined };
    expect(
      await middleware.wrapGenerate({
        doGenerate: async () => result,
        ...common,
      }),
    ).toBe(result);
    expect(
      await middleware.wrapStream({ doStream: async () => result, ...common }),
    ).toBe(result);
  });
});
