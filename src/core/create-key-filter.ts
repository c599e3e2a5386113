/** Says by its key that an id is not among those that were added. */
export interface KeyFilter {
  add(key: number): void;
  mayHave(key: number): boolean;
}

/**
 * Creates a filter for some ids that many others are asked of: faster than a
 * set, which has to read each text. Of the others it lets through at most one
 * in 32, and no more than there are ids.
 */
export function createKeyFilter(count: number, others: number): KeyFilter {
  // The most that V8 keeps in one object with the list itself.
  let size = 512;
  while (size < count * 8 + others * 4) size *= 2;
  const bits = new Int32Array(size / 32);
  const last = bits.length - 1;
  return {
    add(key) {
      const slot = (key >>> 5) & last;
      bits[slot] = (bits[slot] as number) | (1 << key);
    },
    mayHave: key => ((bits[(key >>> 5) & last] as number) & (1 << key)) !== 0,
  };
}
