const ALPHABET =
  '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * Hashes a text to 9 letters and digits (53 bits, cyrb53): the form of id that
 * every provider takes. The same text always gives the same id, so that
 * prompts stay the same for the provider's cache.
 */
export function hashId(text: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507);
  high ^= Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507);
  low ^= Math.imul(high ^ (high >>> 13), 3266489909);

  let rest = 4294967296 * (2097151 & low) + (high >>> 0);
  let id = '';
  for (let i = 0; i < 9; i++) {
    id += ALPHABET[rest % 62];
    rest = Math.floor(rest / 62);
  }
  return id;
}
