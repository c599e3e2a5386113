import { isResultOf } from './is-result-of.js';
import { SMALL } from './message-parts.js';

/** Finds the result of a call in a message that is not large. */
export function findResult(
  results: readonly unknown[],
  id: string,
  name: string,
): unknown {
  if (results.length > SMALL) return undefined;
  for (let i = 0; i < results.length; i++) {
    if (isResultOf(results[i], id, name)) return results[i];
  }
  return undefined;
}
