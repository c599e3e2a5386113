import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { reconcileToolCalls } from '../dist/index.js';
import { createHistory, SCENARIOS } from './histories.mjs';
import { LIMIT, OURS } from './peers.mjs';
import { heapGrowth, median } from './sample.mjs';

const QUIET = { warn: false };

/** How fast compiled code is differs from one process to the next. */
const PROCESSES = 5;

/** Ratios of our own figures, each the median of some processes. */
export function measureRatios(length) {
  const file = fileURLToPath(new URL('ratios.mjs', import.meta.url));
  const runs = Array.from({ length: PROCESSES }, () =>
    JSON.parse(
      execFileSync(process.execPath, [...process.execArgv, file, `${length}`]),
    ),
  );
  return {
    clean: median(runs.map(({ clean }) => clean)),
    gapped: median(runs.map(({ gapped }) => gapped)),
  };
}

/**
 * Bytes by which the heap grows on a clean history, a run; and, as a control
 * that the measurement would see one, with an empty object a run.
 */
export function measureCleanAllocation(length) {
  const history = createHistory(length, SCENARIOS.clean);
  const run = () => reconcileToolCalls(history, QUIET);
  let kept;
  const control = () => {
    run();
    kept = {};
    return kept;
  };
  for (let i = 0; i < 3e6 / length; i++) control();
  // What the compiler and the profiler allocate is not the run's: the least
  // of a few measurements has none of it.
  const least = measured =>
    Math.min(...Array.from({ length: 5 }, () => heapGrowth(measured, 2000)));
  return { clean: least(run), control: least(control) };
}

/**
 * Peers that answered right on every clean and gapped history, and where they
 * were as fast. Some are right where each turn has one call, and would have to
 * do more to be compared.
 */
export function findFaster(cells) {
  const judged = cells
    .filter(({ scenario }) => /^(clean|gaps)/.test(scenario))
    .flatMap(({ results }) => results)
    .filter(({ name, verdict }) => name !== OURS && name !== LIMIT && verdict);
  const wrong = new Set(
    judged.filter(({ verdict }) => verdict !== 'right').map(({ name }) => name),
  );
  const right = [...new Set(judged.map(({ name }) => name))].filter(
    name => !wrong.has(name),
  );
  const faster = cells.flatMap(({ scenario, length, results }) => {
    const own = results.find(({ name }) => name === OURS);
    return results
      .filter(
        ({ name, verdict, time }) =>
          right.includes(name) && verdict === 'right' && time <= own.time,
      )
      .map(({ name }) => `${name} (${scenario}, ${length})`);
  });
  return { right, faster };
}
