import { defineConfig } from 'vitest/config';
import { sdkProject } from './vitest.sdk.js';

const include = 'test/matrix/*.test.ts';

/** Every recorded and random history to every provider: minutes, not seconds. */
export default defineConfig({
  test: {
    projects: [
      sdkProject(5, { include }),
      sdkProject(6, { include }),
      sdkProject(7, { include }),
    ],
  },
});
