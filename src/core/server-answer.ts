import type { Call, Result } from './scan-history.js';

/** The result that stays for a provider's call: its own, if it is a real one. */
export function serverAnswer({ results }: Call): Result | undefined {
  const real = results.filter(result => !result.isSynthetic);
  const isOwn = (result: Result) => result.role === 'assistant';
  return real.find(isOwn) ?? real[0] ?? results.find(isOwn);
}
