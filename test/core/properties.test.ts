import fc from 'fast-check';
import { describe, it } from 'vitest';
import { run } from './check-properties.js';
import { reusedIdsArbitrary, uniqueIdsArbitrary } from './history-arbitrary.js';
import { properties } from './properties.js';
import { propertySettings } from './property-settings.js';

describe('a history with nothing wrong', () => {
  it.each([
    ['one id per call', uniqueIdsArbitrary],
    ['ids used again', reusedIdsArbitrary],
  ])('should come back as the same list: %s', (_name, arbitrary) => {
    fc.assert(
      fc.property(arbitrary, history => {
        const { messages, repairs } = run(history);
        return messages === history && repairs.length === 0;
      }),
      propertySettings(1000),
    );
  });
});

describe('a corrupted history', () => {
  // 10,000 in all; `npm run fuzz` runs a million.
  it.each([
    ['one id per call', 6000],
    ['ids used again', 1500],
    ['ids used again, results lost', 1500],
    ['anything at all', 1000],
  ] as const)('should come back right: %s', (name, numRuns) => {
    fc.assert<unknown[]>(
      properties[name] as fc.IProperty<unknown[]>,
      propertySettings(numRuns),
    );
  });
});
