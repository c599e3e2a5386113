/**
 * Installs the peers of the benchmark, once, and runs it.
 *
 *   npm run bench -- --sizes 100,10000
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

if (!existsSync('bench/node_modules')) {
  // The peers' install scripts fetch what the benchmark does not need.
  run('npm', [
    'ci',
    '--prefix',
    'bench',
    '--ignore-scripts',
    '--omit=optional',
  ]);
}
run(process.execPath, [
  '--expose-gc',
  '--max-old-space-size=12000',
  'bench/index.mjs',
  ...process.argv.slice(2),
]);

function run(command, args) {
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
