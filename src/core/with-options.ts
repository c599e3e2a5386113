import { isObject } from './message-parts.js';

/**
 * Gives the provider options of a message to its last part, which is about to
 * stand elsewhere: a cache point stays where it was.
 */
export function withOptions(part: unknown, options: unknown): unknown {
  if (!isObject(part) || !isObject(options)) return part;
  const own = isObject(part.providerOptions) ? part.providerOptions : {};
  return { ...part, providerOptions: { ...options, ...own } };
}
