/**
 * Judges what a peer made of a history: `right`, or what is wrong with it.
 *
 * - `lost`: a call, a real result or a text of the history is gone.
 * - `shape`: a call without exactly one result in the tool message behind it,
 *   or a result elsewhere. Every provider has refused one of these.
 */
export function judge(source, answer) {
  const faults = [];
  const lost = countLost(source, answer);
  const shape = countShapeFaults(answer);
  if (lost > 0) faults.push(`${lost} lost`);
  if (shape > 0) faults.push(`${shape} misshapen`);
  return faults.join(', ') || 'right';
}

function countLost(source, answer) {
  const kept = new Set();
  for (const { texts, calls, results } of answer) {
    for (const text of texts) kept.add(`text ${text}`);
    for (const id of calls) kept.add(`call ${id}`);
    for (const [id, value] of results) kept.add(`result ${id} ${value}`);
  }
  let lost = 0;
  for (const { texts, calls, results } of source) {
    for (const text of texts) if (!kept.has(`text ${text}`)) lost++;
    for (const id of calls) if (!kept.has(`call ${id}`)) lost++;
    for (const [id, value] of results) {
      if (!kept.has(`result ${id} ${value}`)) lost++;
    }
  }
  return lost;
}

function countShapeFaults(answer) {
  let faults = 0;
  for (const [index, { role, calls, results }] of answer.entries()) {
    if (role === 'tool') {
      const before = answer[index - 1];
      if (!before || before.calls.length === 0) faults++;
      continue;
    }
    if (results.length > 0) faults++;
    if (calls.length === 0) continue;
    const behind = answer[index + 1];
    const isPaired =
      behind?.role === 'tool' &&
      behind.results.length === calls.length &&
      calls.every((id, position) => behind.results[position][0] === id);
    if (!isPaired) faults++;
  }
  return faults;
}
