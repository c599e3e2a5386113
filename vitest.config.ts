import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const path = (relative: string) =>
  fileURLToPath(new URL(relative, import.meta.url));

// A busy machine may be slow; what is not linear takes much longer than this.
const testTimeout = 60_000;

/** The same tests on one SDK major: plain names resolve to its alias. */
const sdk = (major: 5 | 6 | 7) => ({
  resolve: {
    alias: [
      ...(major === 5
        ? []
        : [
            { find: /^ai(\/.*)?$/, replacement: `ai-v${major}$1` },
            {
              find: /^@ai-sdk\/(openai|provider)$/,
              replacement: `@ai-sdk/$1-v${major}`,
            },
          ]),
      {
        find: '#mock-model',
        replacement: path(`./test/mock-model.v${major}.ts`),
      },
    ],
  },
  test: {
    name: `ai-${major}`,
    include: ['test/**/*.test.ts'],
    exclude: [
      'test/core/**',
      'test/examples/**',
      'test/package/**',
      ...(major === 5 ? ['test/approvals.test.ts'] : []),
    ],
    env: { SDK_MAJOR: String(major) },
    testTimeout,
  },
});

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
      sdk(5),
      sdk(6),
      sdk(7),
    ],
  },
});
