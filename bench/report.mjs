import { cpus } from 'node:os';
import { LIMIT } from './peers.mjs';

const SCALES = [
  [1000, 's'],
  [1, 'ms'],
  [0.001, 'µs'],
];

export function machine() {
  const [{ model }] = cpus();
  return `${model}, ${cpus().length} cores, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`;
}

export function versions(peers) {
  return peers
    .filter(({ version, error }) => version || error)
    .map(({ name, version, error }) =>
      error ? `- ${name}: not loaded: ${error}` : `- ${name} ${version}`,
    );
}

/**
 * A figure and the most that it may be, if it has a bar; `aim` is what it
 * should be.
 */
export function bar(name, value, most = Number.POSITIVE_INFINITY, aim = '') {
  return { name, value, most, aim, isReached: value <= most };
}

export function bars(list) {
  return table(
    'Bars',
    ['', 'measured', 'at most', 'aim', ''],
    list.map(({ name, value, most, aim, isReached }) => [
      name,
      value.toFixed(2),
      ...(Number.isFinite(most)
        ? [most, aim, isReached ? 'pass' : 'FAIL']
        : ['', aim, 'no bar']),
    ]),
  );
}

export function cell({ scenario, length, results }) {
  const limit = results.find(({ name }) => name === LIMIT)?.time;
  return table(
    `${scenario}, ${length.toLocaleString('en')} messages`,
    ['', 'median', 'spread', 'samples', '× bare walk', 'allocated', 'answer'],
    results.map(({ name, note, verdict, time, bytes, ...rest }) =>
      note
        ? [name, '', '', '', '', '', note]
        : [
            name,
            duration(time),
            `± ${(rest.spread * 100).toFixed(0)} %`,
            rest.samples,
            (time / limit).toFixed(1),
            bytes === undefined ? '' : size(bytes),
            verdict,
          ],
    ),
  );
}

/** How much longer the longest history takes than one of 10,000 messages. */
export function growth(cells, sizes) {
  const longest = Math.max(...sizes);
  if (longest <= 10_000) return [];
  const timeOf = (scenario, length, name) =>
    cells
      .find(each => each.scenario === scenario && each.length === length)
      ?.results.find(result => result.name === name)?.time;
  const scenarios = ['clean', 'gaps 1 %'];
  return table(
    `Growth from 10,000 to ${longest.toLocaleString('en')} messages`,
    ['', ...scenarios],
    cells[0].results.map(({ name }) => [
      name,
      ...scenarios.map(scenario => {
        const from = timeOf(scenario, 10_000, name);
        const to = timeOf(scenario, longest, name);
        return from && to ? `× ${(to / from).toFixed(0)}` : 'too slow';
      }),
    ]),
  );
}

export function document(lines) {
  return `# Benchmarks

One run of \`npm run bench\`. The ratios of the bars are medians of five
processes, since how well code is compiled differs from one to the next. All
samples of a table are taken in turns, on the same history in each peer's own
message shape. The median and half the distance between the quartiles are given;
a peer over the time cap has fewer samples or is skipped. An answer is right if
no call, result or text is lost and every call has exactly one result, directly
behind it; peers that are right on every clean and gapped history are compared
with. The model of \`generateText\` answers at once, so that its time is the
SDK's own: in ai 7 next to nothing. Reading the messages once may already be
over 1 % of that, so there the shares stand without a bar, beside the one of the
bare walk. What is allocated is measured at 10,000 messages, garbage included.

${lines.join('\n')}
`;
}

function table(title, head, rows) {
  const line = columns => `| ${columns.join(' | ')} |`;
  return [
    '',
    `## ${title}`,
    '',
    line(head),
    line(head.map(() => '---')),
    ...rows.map(line),
  ];
}

function duration(ms) {
  const [scale, unit] = SCALES.find(([least]) => ms >= least) ?? SCALES.at(-1);
  return `${(ms / scale).toPrecision(3)} ${unit}`;
}

function size(bytes) {
  if (bytes < 1000) return `${bytes.toFixed(0)} B`;
  return bytes < 1e6
    ? `${(bytes / 1e3).toFixed(1)} kB`
    : `${(bytes / 1e6).toFixed(1)} MB`;
}
