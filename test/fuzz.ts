import { parseArgs } from 'node:util';
import fc from 'fast-check';
import {
  type Corruption,
  corrupt,
  type TestMessage,
} from './core/history-arbitrary.js';
import { properties } from './core/properties.js';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
});
const seed = Number(values.seed);
const entries = Object.entries(properties);
const numRuns = Math.ceil(Number(values.runs) / entries.length);

console.log(`${entries.length} properties, ${numRuns} runs each, seed ${seed}`);
let failed = 0;
for (const [name, property] of entries) {
  const result = fc.check<unknown[]>(property as fc.IProperty<unknown[]>, {
    numRuns,
    seed,
  });
  console.log(`${result.failed ? 'FAIL' : 'ok'} ${name}`);
  if (!result.failed) continue;
  failed++;
  const [history, corruptions, ...options] = result.counterexample as [
    TestMessage[],
    Corruption[],
    unknown,
  ];
  const isCorrupted = Array.isArray(corruptions);
  console.log({ corruptions, options });
  for (const message of isCorrupted ? corrupt(history, corruptions) : history) {
    console.log(isCorrupted ? JSON.stringify(message) : message);
  }
  console.log(result.errorInstance, { path: result.counterexamplePath });
}
console.log(`${entries.length - failed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
