import { defineConfig } from 'vitest/config';
import { sdkProject, testTimeout } from './vitest.sdk.js';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'core',
          include: ['test/core/**/*.test.ts'],
          testTimeout,
        },
      },
      {
        test: {
          name: 'edge',
          environment: 'edge-runtime',
          testTimeout,
          include: ['test/core/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'examples',
          include: ['test/examples/**/*.test.ts'],
          testTimeout,
        },
      },
      {
        test: {
          name: 'package',
          include: ['test/package/**/*.test.ts'],
          testTimeout,
        },
      },
      sdkProject(5),
      sdkProject(6),
      sdkProject(7),
    ],
  },
});
