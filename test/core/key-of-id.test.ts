import { describe, expect, it } from 'vitest';
import { keyOfId } from '../../src/core/key-of-id.js';
import { fold } from '../../src/core/message-parts.js';

describe('keyOfId', () => {
  it.each([
    'call_1',
    'a.b:c d',
    'x',
    '',
    'call-1/é',
    'functions.ls:0',
    '/{[@`:',
  ])('should be the same for %j and its folded form', id => {
    expect(keyOfId(fold(id))).toBe(keyOfId(id));
  });

  it('should tell most ids apart by how long they are and how they end', () => {
    const endings = ['aaaa', 'baaa', 'abaa', 'aaba', 'aaab', 'AAAA', '0000'];
    const borders = ['aaa0', 'aaaA'];
    const others = ['9aaa', 'zaaa', 'Zaaa', 'aaa_', 'aa_a', 'a_aa', '_aaa'];
    const ids = ['', 'a', ...endings, ...borders, ...others, 'call_aaaa'];

    expect(new Set(ids.map(keyOfId)).size).toBe(ids.length);
  });

  it('should read no more than the end of a long id', () => {
    expect(keyOfId('call_x_123456')).toBe(keyOfId('call_y_123456'));
  });

  it('should take what is no text', () => {
    expect(keyOfId(7)).toBe(keyOfId(undefined));
  });
});
