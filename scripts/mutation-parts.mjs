const core = names => names.map(name => `src/core/${name}.ts`);
const not = files => files.map(file => `!${file}`);

const SHARED = core(['message-parts', 'sendable-input', 'with-options']);
const RULES = core([
  'apply-provider-rules',
  'assign-ids',
  'convert-provider-calls',
  'map-lazily',
  'reconcile-for-provider',
]);

const RULES_TESTS = 'test/core/provider-rules.test.ts';
const UI_TESTS = 'test/core/reconcile-ui-tool-calls.test.ts';
const LOCALES_TESTS = 'test/core/locales.test.ts';

/**
 * What is mutated, in parts, and by which tests: with all tests for all files a
 * mutant of the pairing would run those of what is built upon it as well.
 */
export const mutationParts = {
  shared: {
    files: SHARED,
    tests: ['test/core/**/*.test.ts'],
    not: [LOCALES_TESTS],
  },
  rules: { files: RULES, tests: [RULES_TESTS], not: [] },
  ui: { files: ['src/core/ui/*.ts'], tests: [UI_TESTS], not: [] },
  pairing: {
    files: ['src/core/*.ts', ...not([...SHARED, ...RULES])],
    tests: ['test/core/**/*.test.ts'],
    not: [LOCALES_TESTS, RULES_TESTS, UI_TESTS],
  },
};
