import { Session } from 'node:inspector/promises';

/** Enough for a sample to be longer than the clock's grain. */
const SAMPLE_MS = 2;
const WARM_UP_MS = 100;

/**
 * Times functions in turns, so that what else the machine does hits them all.
 *
 * @param runs - The functions by name.
 * @param options.samples - Samples of each.
 * @param options.capMs - Time that one function may take in all: a slow one
 * gets fewer samples. One whose first run takes longer gets that sample only.
 * @returns By name: the samples in milliseconds a run, in order.
 */
export async function sampleInTurns(runs, { samples, capMs }) {
  const states = new Map();
  for (const [name, run] of Object.entries(runs)) {
    const first = await time(run, 1);
    const state = { run, repeat: 1, spent: first, times: [] };
    if (first > capMs) state.times.push(first);
    else await warmUp(state, first);
    states.set(name, state);
  }
  for (let round = 0; round < samples; round++) {
    for (const state of states.values()) {
      if (state.spent > capMs) continue;
      const elapsed = await time(state.run, state.repeat);
      state.spent += elapsed;
      state.times.push(elapsed / state.repeat);
    }
  }
  return new Map(Array.from(states, ([name, { times }]) => [name, times]));
}

/** Until the function is compiled, and it is known how long it takes. */
async function warmUp(state, first) {
  let fastest = first;
  for (let spent = first; spent < WARM_UP_MS; ) {
    const elapsed = await time(state.run, 1);
    fastest = Math.min(fastest, elapsed);
    spent += elapsed;
  }
  state.repeat = Math.max(1, Math.ceil(SAMPLE_MS / Math.max(fastest, 1e-4)));
  state.spent = 0;
}

async function time(run, repeat) {
  const start = performance.now();
  for (let i = 0; i < repeat; i++) {
    const result = run();
    if (typeof result?.then === 'function') await result;
  }
  return performance.now() - start;
}

export function median(values) {
  return quantile(values, 0.5);
}

/** Half the distance between the quartiles, as a share of the median. */
export function spread(values) {
  const width = quantile(values, 0.75) - quantile(values, 0.25);
  return width / 2 / median(values);
}

function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.round((sorted.length - 1) * share)];
}

/** Bytes that a run allocates, garbage included, by V8's sampling profiler. */
export async function allocatedBytes(run, repeat = 5) {
  for (let i = 0; i < 20; i++) await run();
  const session = new Session();
  session.connect();
  await session.post('HeapProfiler.startSampling', {
    samplingInterval: 512,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  });
  for (let i = 0; i < repeat; i++) await run();
  const { profile } = await session.post('HeapProfiler.stopSampling');
  session.disconnect();
  const sum = node =>
    node.children.reduce((total, child) => total + sum(child), node.selfSize);
  return sum(profile.head) / repeat;
}

/**
 * Bytes that the heap grows by in a run, over many runs without a collection.
 * Unlike the profiler it misses nothing, but only holds for small growth.
 */
export function heapGrowth(run, repeat) {
  globalThis.gc();
  const before = process.memoryUsage().heapUsed;
  for (let i = 0; i < repeat; i++) run();
  return (process.memoryUsage().heapUsed - before) / repeat;
}
