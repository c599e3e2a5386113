import { defineConfig } from 'vitest/config';
import { mutationParts } from './scripts/mutation-parts.mjs';

const { MUTATION_PART: name = 'pairing' } = process.env;
const { tests, not } = mutationParts[name];

/** A part of the core alone, for mutation testing: Stryker takes no projects. */
export default defineConfig({
  test: {
    include: tests,
    exclude: not,
    env: { PROPERTY_SHARE: '0.05' },
    testTimeout: 60_000,
    testNamePattern: '^(?!large histories)',
  },
});
