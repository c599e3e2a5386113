import { mutationParts } from './scripts/mutation-parts.mjs';

const { MUTATION_PART: name = 'pairing' } = process.env;

/** One part of the core: `scripts/mutation.mjs` runs them all. */
export default {
  packageManager: 'npm',
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutation.config.mjs' },
  mutate: mutationParts[name].files,
  coverageAnalysis: 'perTest',
  reporters: ['clear-text', 'progress-append-only', 'json'],
  clearTextReporter: { logTests: false },
  jsonReporter: { fileName: `reports/mutation-${name}.json` },
  tempDirName: `.stryker-tmp/${name}`,
  concurrency: 2,
  timeoutMS: 10_000,
};
