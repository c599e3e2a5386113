const RULES = [
  'apply-provider-rules',
  'assign-ids',
  'convert-provider-calls',
  'map-lazily',
  'reconcile-for-provider',
].map(name => `src/core/${name}.ts`);

/**
 * What is mutated, in parts, and by which tests: with all tests for all files a
 * mutant of the pairing would run those of what is built upon it as well.
 */
export const mutationParts = {
  pairing: {
    files: ['src/core/*.ts', ...RULES.map(file => `!${file}`)],
    tests: ['test/core/**/*.test.ts'],
    not: [
      'test/core/locales.test.ts',
      'test/core/provider-rules.test.ts',
      'test/core/reconcile-ui-tool-calls.test.ts',
    ],
  },
  rules: {
    files: RULES,
    tests: ['test/core/provider-rules.test.ts'],
    not: [],
  },
  ui: {
    files: ['src/core/ui/*.ts'],
    tests: ['test/core/reconcile-ui-tool-calls.test.ts'],
    not: [],
  },
};
