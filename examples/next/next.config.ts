import path from 'node:path';
import type { NextConfig } from 'next';

const config: NextConfig = {
  // The package is linked from two folders up, and Turbopack reads nothing
  // above its root. An app that installs it from npm does not need this.
  turbopack: { root: path.join(import.meta.dirname, '../..') },
};

export default config;
