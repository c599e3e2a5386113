import { groupBy } from './group-by.js';
import type { Call, Result } from './scan-history.js';

/** Calls and results of one turn that have no usable id. */
export interface Nameless {
  calls: Call[];
  results: Result[];
}

/**
 * Pairs the calls of one assistant message with the results of its turn that
 * have no usable id, where that is unambiguous: by position where there are as
 * many of both and their names agree, else by a name that only one of each
 * has. Empties both lists.
 */
export function pairNameless(nameless: Nameless): void {
  const calls = nameless.calls.splice(0);
  const results = nameless.results.splice(0);
  if (calls.length === 0 || results.length === 0) return;

  if (
    calls.length === results.length &&
    calls.every((call, index) => mayBelong(results[index], call))
  ) {
    for (const [index, call] of calls.entries()) pair(call, results[index]);
    return;
  }
  const callsByName = groupBy(calls, call => call.part.toolName);
  const resultsByName = groupBy(results, result => result.part.toolName);
  for (const [name, named] of callsByName) {
    const own = resultsByName.get(name);
    const [call] = named;
    if (name && call && named.length === 1 && own?.length === 1) {
      pair(call, own[0]);
    }
  }
}

function mayBelong(result: Result | undefined, call: Call): boolean {
  const name = result?.part.toolName;
  return !name || !call.part.toolName || name === call.part.toolName;
}

function pair(call: Call, result: Result | undefined): void {
  if (result === undefined) return;
  result.call = call;
  call.results.push(result);
}
