/** Prints the ratios of one process, for histories of a length. */
import { reconcileToolCalls } from '../dist/index.js';
import { bareWalk } from './bare-walk.mjs';
import { createHistory, SCENARIOS } from './histories.mjs';
import { median, sampleInTurns } from './sample.mjs';

const length = Number(process.argv[2]);
const clean = createHistory(length, SCENARIOS.clean);
const gapped = createHistory(length, SCENARIOS['gaps 1 %']);
const times = await sampleInTurns(
  {
    walk: () => bareWalk(clean),
    clean: () => reconcileToolCalls(clean, { warn: false }),
    gapped: () => reconcileToolCalls(gapped, { warn: false }),
  },
  { samples: 31, capMs: 30_000 },
);
console.log(
  JSON.stringify({
    clean: ratio('clean', 'walk'),
    gapped: ratio('gapped', 'clean'),
  }),
);

/** The samples of one turn are compared: the machine was as busy for both. */
function ratio(name, baseline) {
  return median(
    times.get(name).map((time, index) => time / times.get(baseline)[index]),
  );
}
