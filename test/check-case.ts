import { expect } from 'vitest';
import {
  isObject,
  isSyntheticResult,
  type Part,
  partsOf,
} from '../src/core/message-parts.js';
import { placeholderTexts } from '../src/placeholder-texts.js';
import { deepFreeze } from './deep-freeze.js';
import { findShapeFaults } from './find-shape-faults.js';

/** A recorded fault of a real application with its right answer. */
export interface Case {
  id: string;
  level: 'prompt' | 'model' | 'ui';
  /** `provider` where only a provider rule makes it right. */
  scope: 'always' | 'provider';
  fault: string[];
  /** SDK major that knows the states of a chat. */
  minSdk?: number;
  model?: { provider: string; modelId: string };
  params?: object;
  input: Part[];
  expected: {
    describe?: string;
    messages?: Part[];
    invariants?: string[];
  };
}

interface Answer {
  messages: readonly unknown[];
  /** What they were made of, where that is not the input itself. */
  given?: readonly unknown[];
  /** How often `onRepair` was called. */
  reports: number;
}

const loaded = import.meta.glob<Case>('./cases/*.json', {
  eager: true,
  import: 'default',
});

/** The recorded cases of some levels. */
export function loadCases(...levels: Array<Case['level']>): Case[] {
  return Object.values(loaded).filter(({ level }) => levels.includes(level));
}

/**
 * Runs a case and checks the answer, and what must hold for every answer: the
 * input is not mutated, a second run changes nothing, and a report comes
 * exactly where something was changed.
 */
export async function checkCase(
  recorded: Case,
  run: (messages: readonly Part[]) => Promise<Answer> | Answer,
): Promise<void> {
  const input = deepFreeze(structuredClone(recorded.input));
  const { messages, reports, given = input } = await run(input);
  const { expected } = recorded;

  const second = await run(deepFreeze(messages as Part[]));
  expect(second.messages).toBe(messages);
  expect(second.reports).toBe(0);

  const isValid = recorded.fault.every(fault => fault.startsWith('valid'));
  const isUntouched =
    isValid ||
    (recorded.level !== 'ui' &&
      JSON.stringify(expected.messages) === JSON.stringify(input));
  if (isUntouched) expect(messages).toBe(given);
  expect(reports).toBe(isUntouched ? 0 : 1);

  if (expected.messages && !expected.invariants) {
    expect(withWildcards(messages)).toEqual(withWildcards(expected.messages));
    for (const part of messages.flatMap(partsOf).filter(isObject)) {
      if (isPlaceholder(part)) expect(isSyntheticResult(part)).toBe(true);
    }
  }
  for (const invariant of expected.invariants ?? []) {
    checkInvariant(invariant, messages, input);
  }

  function isPlaceholder(part: Part): boolean {
    return expected.messages !== undefined && isObject(part.providerOptions)
      ? 'toolCallResilience' in part.providerOptions
      : false;
  }
}

/** A UI part has no place for the mark: there only the text tells. */
function hasOwnText({ output }: Part): boolean {
  return (
    isObject(output) &&
    // The SDK's own words for a denial without a reason.
    ['Tool call execution denied.', ...Object.values(placeholderTexts)].some(
      text => text === output.value,
    )
  );
}

const WILDCARD = /^<(PLACEHOLDER|BRIDGE|TEXT)>$/;

/**
 * Replaces what a case leaves open: the text of a synthesized result or a
 * bridge. The package's own mark is no part of the answer.
 */
function withWildcards(messages: readonly unknown[]): unknown {
  return JSON.parse(
    JSON.stringify(messages, (key, value: unknown) => {
      if (!isObject(value)) {
        return key === 'value' && typeof value === 'string'
          ? value.replace(WILDCARD, '*')
          : value;
      }
      if (isSyntheticResult(value as Part) || hasOwnText(value as Part)) {
        const { providerOptions, ...rest } = value as Part;
        return { ...rest, output: { type: 'error-text', value: '*' } };
      }
      return value;
    })
      .replace('"<BRIDGE>"', '"*"')
      .replace('"text":"OK."', '"text":"*"')
      .replace(/"\[Tool call failed without an error message\.\]"/g, '"*"'),
  );
}

function checkInvariant(
  invariant: string,
  messages: readonly unknown[],
  input: readonly Part[],
): void {
  const [name = '', ...rest] = invariant.split(':');
  const value = rest.join(':');
  const parts = messages.flatMap(partsOf).filter(isObject) as Part[];
  const calls = parts.filter(part => part.type === 'tool-call');
  const results = parts.filter(part => part.type === 'tool-result');
  const both = [...calls, ...results];

  switch (name) {
    case 'paired':
    case 'adjacent':
    case 'one-result-per-call':
    case 'no-orphans':
      expect(findShapeFaults(messages)).toEqual([]);
      break;
    case 'unique-ids':
      expect(new Set(calls.map(call => call.toolCallId)).size).toBe(
        calls.length,
      );
      break;
    case 'input-object':
      expect(calls.every(call => isObject(call.input))).toBe(true);
      break;
    case 'real-results-kept':
      expect(results.map(result => JSON.stringify(result.output))).toEqual(
        expect.arrayContaining(
          input
            .flatMap(partsOf)
            .filter(isObject)
            .filter(part => part.type === 'tool-result')
            .map(part => JSON.stringify(part.output)),
        ),
      );
      break;
    case 'results-nonempty':
      expect(
        results.every(({ output }) => isObject(output) && output.value !== ''),
      ).toBe(true);
      break;
    case 'no-provider-executed':
      expect(calls.filter(call => call.providerExecuted)).toEqual([]);
      break;
    case 'ids-regex':
      expect(
        both.filter(part => !new RegExp(value).test(String(part.toolCallId))),
      ).toEqual([]);
      break;
    case 'names-regex':
      expect(
        both.filter(part => !new RegExp(value).test(String(part.toolName))),
      ).toEqual([]);
      break;
    case 'ids-maxlen':
      expect(
        both.filter(part => String(part.toolCallId).length > Number(value)),
      ).toEqual([]);
      break;
    case 'idempotent':
      break;
    default:
      throw new Error(`Unknown invariant ${invariant}`);
  }
}
