import { defineConfig } from 'vitest/config';

/** The core alone, for mutation testing: Stryker takes no projects. */
export default defineConfig({
  test: {
    include: ['test/core/cases.test.ts', 'test/core/reconcile.test.ts'],
    testNamePattern: '^(?!large histories)',
  },
});
