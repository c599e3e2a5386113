/**
 * Mutates the core, part by part, and ends with 1 where the tests find fewer
 * than 95 % of the mutants.
 *
 *   npm run mutation
 *   npm run mutation -- --only ui
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { mutationParts } from './mutation-parts.mjs';

const LEAST = 95;
const { values } = parseArgs({ options: { only: { type: 'string' } } });
const names = values.only ? [values.only] : Object.keys(mutationParts);

let found = 0;
let all = 0;
for (const name of names) {
  const { status } = spawnSync('npx', ['stryker', 'run'], {
    stdio: 'inherit',
    env: { ...process.env, MUTATION_PART: name },
  });
  if (status !== 0) process.exit(status ?? 1);
  const { files } = JSON.parse(
    readFileSync(`reports/mutation-${name}.json`, 'utf8'),
  );
  const statuses = Object.values(files).flatMap(({ mutants }) =>
    mutants.map(mutant => mutant.status),
  );
  const count = (...wanted) =>
    statuses.filter(each => wanted.includes(each)).length;
  const killed = count('Killed', 'Timeout');
  const total = killed + count('Survived', 'NoCoverage');
  console.log(`${name}: ${killed} of ${total}`);
  found += killed;
  all += total;
}
const score = (found / all) * 100;
console.log(`mutation score: ${score.toFixed(1)} %, ${found} of ${all}`);
process.exitCode = score >= LEAST ? 0 : 1;
