import { generateText, type ModelMessage, streamText, tool } from 'ai';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createMockModel } from '#mock-model';
import { reconcileStep, reconcileToolCalls } from '../src/index.js';
import { deepFreeze } from './deep-freeze.js';
import { findShapeFaults } from './find-shape-faults.js';

// Approvals came with ai 6; these tests do not run on ai 5.

const user = (text: string): ModelMessage => ({ role: 'user', content: text });

/** An assistant message that asks for the approval of its calls. */
const asking = (...ids: string[]): ModelMessage =>
  ({
    role: 'assistant',
    content: [
      ...ids.map(id => ({
        type: 'tool-call',
        toolCallId: id,
        toolName: 'pay',
        input: { to: id },
      })),
      ...ids.map(id => ({
        type: 'tool-approval-request',
        approvalId: `approval_${id}`,
        toolCallId: id,
      })),
    ],
  }) as ModelMessage;

const response = (id: string, approved: boolean, reason?: string) => ({
  type: 'tool-approval-response',
  approvalId: `approval_${id}`,
  approved,
  ...(reason && { reason }),
});
const responses = (
  ...content: Array<ReturnType<typeof response>>
): ModelMessage => ({ role: 'tool', content }) as unknown as ModelMessage;

interface Outcome {
  /** Inputs that the tool was run with. */
  paid: string[];
  /** The first prompt that the model got. */
  prompt: Array<{ role: string; content: unknown }>;
}

async function run(
  messages: ModelMessage[],
  { before, inStep }: { before: boolean; inStep: boolean },
  isStreamed: boolean,
): Promise<Outcome> {
  const paid: string[] = [];
  const model = createMockModel({ text: 'Done.' });
  const given = before
    ? reconcileToolCalls(deepFreeze(messages), { warn: false })
    : messages;
  const settings = {
    model,
    messages: given,
    tools: {
      pay: tool({
        inputSchema: z.object({ to: z.string() }),
        ...({ needsApproval: true } as object),
        execute: async ({ to }: { to: string }) => {
          paid.push(to);
          return `paid ${to}`;
        },
      }),
    },
    ...(inStep && { prepareStep: reconcileStep({ warn: false }) }),
    maxRetries: 0,
  };
  if (isStreamed) {
    const onError = vi.fn();
    const result = streamText({ ...settings, onError });
    await result.consumeStream();
    expect(onError.mock.calls).toEqual([]);
  } else await generateText(settings);
  const [call] = [...model.doGenerateCalls, ...model.doStreamCalls];
  return { paid, prompt: (call?.prompt ?? []) as Outcome['prompt'] };
}

/** The outputs of the results in a prompt, by the id of their call. */
function outputs({ prompt }: Outcome): Record<string, string> {
  const parts = prompt.flatMap(({ content }) =>
    Array.isArray(content) ? content : [],
  );
  return Object.fromEntries(
    parts
      .filter(({ type }) => type === 'tool-result')
      .map(({ toolCallId, output }) => [toolCallId, JSON.stringify(output)]),
  );
}

const PLACES = [
  ['reconcileToolCalls before the call', { before: true, inStep: false }],
  ['reconcileStep', { before: false, inStep: true }],
  ['both', { before: true, inStep: true }],
] as const;

describe.each([
  ['generateText', false],
  ['streamText', true],
] as const)('approvals in %s', (_function, isStreamed) => {
  describe.each(PLACES)('with %s', (_place, place) => {
    const outcome = async (messages: ModelMessage[]) => {
      const result = await run(messages, place, isStreamed);
      expect(findShapeFaults(result.prompt)).toEqual([]);
      return result;
    };

    it('should run an approved call exactly once', async () => {
      const result = await outcome([
        user('pay'),
        asking('a'),
        responses(response('a', true)),
      ]);
      expect(result.paid).toEqual(['a']);
      expect(outputs(result).a).toContain('paid a');
    });

    it('should show a denial to the model', async () => {
      const result = await outcome([
        user('pay'),
        asking('a'),
        responses(response('a', false, 'too much')),
      ]);
      expect(result.paid).toEqual([]);
      expect(outputs(result).a).toContain('too much');
    });

    it('should approve one and deny one of a parallel pair', async () => {
      const result = await outcome([
        user('pay'),
        asking('a', 'b'),
        responses(response('a', true), response('b', false, 'no')),
      ]);
      expect(result.paid).toEqual(['a']);
      expect(outputs(result).a).toContain('paid a');
      expect(outputs(result).b).toContain('no');
    });

    it('should see responses in two tool messages', async () => {
      const result = await outcome([
        user('pay'),
        asking('a', 'b'),
        responses(response('a', true)),
        responses(response('b', false, 'no')),
      ]);
      // The SDK itself reads the last message only: in a step it is too late
      // to run the other call, and it must not be lost without a word.
      expect(result.paid).toEqual(place.before ? ['a'] : []);
      expect(outputs(result).a).toContain(
        place.before ? 'paid a' : 'approved by the user but was not run',
      );
      expect(outputs(result).b).toContain('no');
    });

    it('should close a call that the user passed over', async () => {
      const result = await outcome([
        user('pay'),
        asking('a'),
        user('how much is it?'),
      ]);
      expect(result.paid).toEqual([]);
      expect(outputs(result).a).toContain('did not answer the request');
    });

    it('should run a call that was approved after a message slipped in', async () => {
      const result = await outcome([
        user('pay'),
        asking('a'),
        user('and hurry'),
        responses(response('a', true)),
      ]);
      expect(result.paid).toEqual(['a']);
      expect(outputs(result).a).toContain('paid a');
    });

    it('should not run what was approved before a crash', async () => {
      const result = await outcome([
        user('pay'),
        asking('a'),
        responses(response('a', true)),
        user('are you there?'),
      ]);
      expect(result.paid).toEqual([]);
      expect(outputs(result).a).toContain('approved by the user but was not');
    });

    it('should not run a closed call later on', async () => {
      const closed = reconcileToolCalls(
        [user('pay'), asking('a'), user('never mind')],
        { warn: false },
      );
      const result = await outcome([
        ...closed,
        { role: 'assistant', content: 'Fine.' },
        responses(response('a', true)),
        user('hello'),
      ]);
      expect(result.paid).toEqual([]);
    });

    it('should leave a finished approval as it is', async () => {
      const result = await outcome([
        user('pay'),
        asking('a'),
        responses(response('a', true)),
        {
          role: 'tool',
          content: [
            {
              type: 'tool-result',
              toolCallId: 'a',
              toolName: 'pay',
              output: { type: 'text', value: 'paid before' },
            },
          ],
        },
        { role: 'assistant', content: 'Paid.' },
        user('thanks'),
      ]);
      expect(result.paid).toEqual([]);
      expect(outputs(result).a).toContain('paid before');
    });
  });
});

describe('approvals before the call', () => {
  it('should leave a request with nothing after it', () => {
    const messages = deepFreeze([user('pay'), asking('a')]);
    expect(reconcileToolCalls(messages)).toBe(messages);
  });

  it('should leave a live response', () => {
    const messages = deepFreeze([
      user('pay'),
      asking('a', 'b'),
      responses(response('a', true), response('b', false)),
    ]);
    expect(reconcileToolCalls(messages)).toBe(messages);
  });

  it('should take the approval parts of a closed call out', () => {
    const messages = deepFreeze([
      user('pay'),
      asking('a'),
      responses(response('a', true)),
      user('hello'),
    ]);
    const reconciled = reconcileToolCalls(messages, { warn: false });
    expect(JSON.stringify(reconciled)).not.toContain('tool-approval');
    expect(reconciled.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'user',
    ]);
  });
});
