import { defineConfig } from 'vitest/config';

/** The core alone, for mutation testing: Stryker takes no projects. */
export default defineConfig({
  test: {
    include: ['test/core/**/*.test.ts'],
    exclude: ['test/core/locales.test.ts'],
    env: { PROPERTY_SHARE: '0.1' },
    testTimeout: 60_000,
    testNamePattern: '^(?!large histories)',
  },
});
