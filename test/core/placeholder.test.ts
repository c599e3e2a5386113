import { describe, expect, it, vi } from 'vitest';
import { outcomeUnknown } from '../../src/outcome-unknown.js';
import { placeholderTexts } from '../../src/placeholder-texts.js';
import type { Placeholder } from '../../src/tool-call-options.js';
import { deepFreeze } from '../deep-freeze.js';
import { reconcileHistory } from './reconcile-history.js';

describe('placeholder', () => {
  const denied = (reason?: string) => [
    {
      role: 'assistant',
      content: [
        { type: 'tool-call', toolCallId: 'a', toolName: 'pay', input: {} },
        { type: 'tool-approval-request', approvalId: '1', toolCallId: 'a' },
      ],
    },
    {
      role: 'tool',
      content: [
        {
          type: 'tool-approval-response',
          approvalId: '1',
          approved: false,
          reason,
        },
      ],
    },
    { role: 'user', content: 'hi' },
  ];
  const interrupted = [
    {
      role: 'assistant',
      content: [
        {
          type: 'tool-call',
          toolCallId: 'a',
          toolName: 'pay',
          input: { to: 'Eve' },
        },
      ],
    },
  ];

  /** The output that answers the only call of a history. */
  function answer(
    placeholder: unknown,
    history: readonly unknown[] = interrupted,
  ): unknown {
    const context = {
      options: { placeholder: placeholder as Placeholder },
      areApprovalsSettled: true,
      hasServerState: false,
    };
    const { messages } = reconcileHistory(deepFreeze(history), context);
    // What it puts in must not be a fault of its own.
    expect(reconcileHistory(messages, context).messages).toBe(messages);
    return (messages[1] as { content: Array<{ output: unknown }> }).content[0]
      ?.output;
  }

  const byDefault = {
    type: 'error-text',
    value: placeholderTexts.interrupted,
  };

  it.each([
    ['a blank text', ' \n'],
    ['an empty map', {}],
    ['a map with a blank text', { interrupted: '' }],
    ['a map with an odd text', { interrupted: 7 }],
    [
      'a hostile map',
      {
        get interrupted() {
          throw new Error('broken');
        },
      },
    ],
    ['null', null],
    ['a number', 7],
    ['a list', ['gone']],
    ['a function with nothing', () => undefined],
    ['a function with null', () => null],
    ['a function with a blank text', () => ' '],
    ['a function with a list', () => ['gone']],
    ['a function with a promise', async () => 'gone'],
    ['a function with an output without type', () => ({ value: 'gone' })],
    ['a function with a blank output', () => ({ type: 'text', value: '' })],
    ['a function with a textless output', () => ({ type: 'error-text' })],
    [
      'a function with a hostile output',
      () => ({
        get type() {
          throw new Error('broken');
        },
      }),
    ],
  ])('should fall back on the default for %s', (_name, placeholder) => {
    expect(answer(placeholder)).toEqual(byDefault);
  });

  it.each([
    { type: 'text', value: 'gone' },
    { type: 'json', value: null },
    { type: 'error-text', value: 'gone' },
    { type: 'error-json', value: { outcome: 'unknown' } },
    { type: 'execution-denied', reason: 'gone' },
    { type: 'content', value: [{ type: 'text', text: 'gone' }] },
    { type: 'of a later major', data: 1 },
  ])('should be any output: %o', output => {
    expect(answer(() => output)).toBe(output);
  });

  it('should be outcomeUnknown', () => {
    expect(answer(outcomeUnknown)).toEqual({
      type: 'error-text',
      value:
        '[Tool call was interrupted and did not return a result. Its action may have taken effect. Check whether it did before you repeat it.]',
    });
    expect(answer(outcomeUnknown, denied())).toEqual({
      type: 'error-text',
      value: placeholderTexts.denied,
    });
  });

  it('should say why the user denied a call, but for a function', () => {
    const reason = { type: 'error-text', value: 'too much' };
    expect(answer(undefined, denied('too much'))).toEqual(reason);
    expect(answer('gone', denied('too much'))).toEqual(reason);
    expect(answer({ denied: 'gone' }, denied('too much'))).toEqual(reason);
    expect(answer(() => undefined, denied('too much'))).toEqual(reason);
    expect(answer(() => 'gone', denied('too much'))).toEqual({
      type: 'error-text',
      value: 'gone',
    });
    expect(answer({ denied: 'gone' }, denied())).toEqual({
      type: 'error-text',
      value: 'gone',
    });
    expect(answer(undefined, denied(' '))).toEqual({
      type: 'error-text',
      value: placeholderTexts.denied,
    });
  });

  it('should see the name, input, reason and index of the call', () => {
    const placeholder = vi.fn(() => 'gone');
    answer(placeholder, denied('too much'));
    expect(placeholder.mock.calls[0]).toEqual([
      {
        toolCallId: 'a',
        toolName: 'pay',
        input: {},
        reason: 'denied',
        denialReason: 'too much',
        messageIndex: 0,
      },
    ]);
  });
});
