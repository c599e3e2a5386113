import { defineConfig } from 'vitest/config';
import { sdkProject } from './vitest.sdk.js';

const majors = [5, 6, 7] as const;

/**
 * What is published, as ESM and as CommonJS, on the newest release of each SDK
 * major, and on the lowest that is supported.
 */
export default defineConfig({
  test: {
    projects: majors.flatMap(major => [
      sdkProject(major, { build: 'js' }),
      sdkProject(major, { build: 'cjs' }),
      sdkProject(major, { build: 'js', isLowest: true }),
    ]),
  },
});
