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

  if (
    calls.length === results.length &&
    calls.every((call, index) => mayBelong(results[index] as Result, call))
  ) {
    for (const [index, call] of calls.entries()) {
      pair(call, results[index] as Result);
    }
    return;
  }
  const callsByName = groupBy(calls, call => call.part.toolName);
  const resultsByName = groupBy(results, result => result.part.toolName);
  for (const [name, named] of callsByName) {
    const own = resultsByName.get(name);
    if (name && named.length === 1 && own?.length === 1) {
      pair(named[0] as Call, own[0] as Result);
    }
  }
}

function mayBelong(result: Result, call: Call): boolean {
  const name = result.part.toolName;
  return !name || !call.part.toolName || name === call.part.toolName;
}

function pair(call: Call, result: Result): void {
  result.call = call;
  call.results.push(result);
}
