/**
 * Compares this package with its peers in one run, and ends with 1 where a bar
 * is not reached.
 *
 *   npm run bench
 *   npm run bench -- --sizes 100,10000
 *   npm run bench -- --write docs/benchmarks.md
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { findFaster, measureCleanAllocation, measureRatios } from './bars.mjs';
import { measureShares } from './generate-text.mjs';
import { createHistory, SCENARIOS } from './histories.mjs';
import { judge } from './judge.mjs';
import { LIMIT, loadPeers } from './peers.mjs';
import * as report from './report.mjs';
import { allocatedBytes, median, sampleInTurns, spread } from './sample.mjs';
import { shapes } from './shapes.mjs';

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '100,10000,100000,1000000' },
    samples: { type: 'string', default: '20' },
    // A peer that takes longer than this for one cell gets fewer samples.
    cap: { type: 'string', default: '20000' },
    write: { type: 'string' },
  },
});
const sizes = values.sizes.split(',').map(Number);
const samples = Number(values.samples);
const capMs = Number(values.cap);

const peers = await loadPeers();
const lines = [report.machine(), ...report.versions(peers)];
const bars = [];
print(lines);

// The bars first: peers leave a large heap behind.
for (const length of sizes.filter(size => size >= 10_000)) {
  if (length === 100_000) continue;
  const ratios = measureRatios(length);
  bars.push(
    report.bar(`clean, ${length}: × the bare walk`, ratios.clean, 2, 1.3),
    report.bar(`gaps 1 %, ${length}: × clean`, ratios.gapped, 4, 2),
  );
}
for (const length of sizes.filter(size => size <= 10_000)) {
  const { clean, control } = measureCleanAllocation(length);
  bars.push(
    report.bar(`clean, ${length}: bytes allocated a run`, clean, 8),
    report.bar(
      `control, ${length}: bytes seen for one object a run, at least 16`,
      16 / control,
      1,
    ),
  );
}
for (const major of [5, 6, 7]) {
  for (const length of sizes.filter(size => size <= 10_000)) {
    const shares = await measureShares(
      major,
      createHistory(length, SCENARIOS.clean),
      createHistory(length, SCENARIOS['gaps 1 %']),
    );
    // What ai 7 takes beside a model that answers at once is so little that
    // reading the messages alone is over 1 %: its figures have no bar.
    const most = major < 7 ? 1 : undefined;
    const name = `generateText, ai ${major}, ${length}: %`;
    bars.push(
      report.bar(`${name} on clean`, shares.clean * 100, most),
      report.bar(`${name} with gaps 1 %`, shares.gapped * 100, most),
      report.bar(`${name} of the bare walk`, shares.walk * 100),
    );
  }
}

const cells = [];
// The length at which a peer took too long, by its name.
const tooSlow = new Map();
for (const [scenario, faults] of Object.entries(SCENARIOS)) {
  for (const length of sizes) {
    const cell = await measureCell(scenario, faults, length);
    cells.push(cell);
    print(report.cell(cell));
  }
}
const { right, faster } = findFaster(cells);
bars.push(
  report.bar(
    'peers that answer right, clean and gapped, and are as fast',
    faster.length,
    0,
  ),
);

const summary = [
  ...report.growth(cells, sizes),
  ...report.bars(bars),
  '',
  `Right on every clean and gapped history: ${right.join(', ') || 'none'}.`,
  ...faster.map(name => `- as fast or faster: ${name}`),
];
print(summary);
if (values.write) {
  const tables = cells.flatMap(report.cell);
  writeFileSync(
    values.write,
    report.document([...lines, ...summary, ...tables]),
  );
}
process.exitCode = bars.every(({ isReached }) => isReached) ? 0 : 1;

async function measureCell(scenario, faults, length) {
  const history = createHistory(length, faults);
  const source = shapes.sdk.read(history);
  const inputs = new Map();
  const results = [];
  const runs = {};
  for (const { name, shape, run, error } of peers) {
    const result = { name };
    results.push(result);
    if (error) result.note = `not measured: ${error}`;
    else if (shape === 'ui' && faults.displaced > 0) {
      result.note = 'no such fault in UI messages';
    } else if (tooSlow.get(name) <= length) {
      const slow = tooSlow.get(name).toLocaleString('en');
      result.note = `skipped: over ${capMs / 1000} s at ${slow}`;
    } else {
      if (!inputs.has(shape)) inputs.set(shape, shapes[shape].from(history));
      const input = inputs.get(shape);
      try {
        const answer = await run(input);
        result.verdict =
          name === LIMIT ? '–' : judge(source, shapes[shape].read(answer));
        runs[name] = () => run(input);
        if (length === 10_000) result.bytes = await allocatedBytes(runs[name]);
      } catch (thrown) {
        result.note = `threw: ${String(thrown.message ?? thrown)}`;
      }
    }
  }
  globalThis.gc();
  for (const [name, times] of await sampleInTurns(runs, { samples, capMs })) {
    const result = results.find(each => each.name === name);
    result.time = median(times);
    result.spread = spread(times);
    result.samples = times.length;
    if (times.length === 1) tooSlow.set(name, length);
  }
  return { scenario, length, results };
}

function print(text) {
  console.log(`${text.join('\n')}\n`);
}
