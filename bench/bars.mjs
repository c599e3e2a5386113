import { reconcileToolCalls } from '../dist/index.js';
import { bareWalk } from './bare-walk.mjs';
import { createHistory, SCENARIOS } from './histories.mjs';
import { LIMIT, OURS } from './peers.mjs';
import { heapGrowth, median, sampleInTurns } from './sample.mjs';

const QUIET = { warn: false };

/** Ratios of our own figures, measured in turns and by themselves. */
export async function measureRatios(length) {
  const clean = createHistory(length, SCENARIOS.clean);
  const gapped = createHistory(length, SCENARIOS['gaps 1 %']);
  const times = await sampleInTurns(
    {
      walk: () => bareWalk(clean),
      clean: () => reconcileToolCalls(clean, QUIET),
      gapped: () => reconcileToolCalls(gapped, QUIET),
    },
    { samples: 31, capMs: 30_000 },
  );
  return {
    clean: ratio(times.get('clean'), times.get('walk')),
    gapped: ratio(times.get('gapped'), times.get('clean')),
  };
}

/** The samples of one turn are compared: the machine was as busy for both. */
function ratio(times, baseline) {
  return median(times.map((time, index) => time / baseline[index]));
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

/** Peers that answered right, in a time that is not above ours. */
export function findFaster(cells) {
  return cells.flatMap(({ scenario, length, results }) => {
    const own = results.find(({ name }) => name === OURS);
    return results
      .filter(
        ({ name, verdict, time }) =>
          name !== OURS &&
          name !== LIMIT &&
          verdict === 'right' &&
          time <= own.time,
      )
      .map(({ name }) => `${name} (${scenario}, ${length})`);
  });
}
