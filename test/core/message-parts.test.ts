import { describe, expect, it } from 'vitest';
import {
  isBlank,
  isClientCall,
  isServerCall,
  partsOf,
} from '../../src/core/message-parts.js';
import { assistant, call, result, text } from './parts.js';

// What messages of other applications hold reaches each of these as it is.

describe('partsOf', () => {
  it('should be empty where the content is no list', () => {
    expect(partsOf(assistant(text, null))).toEqual([text, null]);
    for (const message of [{ content: 't' }, {}, 't', null, undefined]) {
      expect(partsOf(message)).toEqual([]);
    }
  });
});

describe.each([
  ['isClientCall', isClientCall, true, false],
  ['isServerCall', isServerCall, false, true],
])('%s', (_name, isWanted, ofClient, ofServer) => {
  it('should tell who runs a call', () => {
    expect(isWanted(call('a'))).toBe(ofClient);
    expect(isWanted(call('a', { providerExecuted: false }))).toBe(ofClient);
    expect(isWanted(call('a', { providerExecuted: true }))).toBe(ofServer);
  });

  it.each([
    ['a result', result('a')],
    ['a result of the provider', result('a', { providerExecuted: true })],
    ['a text', text],
    ['nothing', null],
    ['a string', 'tool-call'],
  ])('should be false for %s', (_of, part) => {
    expect(isWanted(part)).toBe(false);
  });
});

describe('isBlank', () => {
  it.each([
    ['', true],
    [' \n', true],
    [' t ', false],
    [undefined, false],
    [0, false],
  ])('should be, for %j: %j', (value, expected) => {
    expect(isBlank(value)).toBe(expected);
  });
});
