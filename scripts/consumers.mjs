/**
 * Type-checks a consumer of the packed package: with old and new TypeScript,
 * each module resolution, and the lowest and newest release of each SDK major.
 * What is wrong within the SDK's own declarations is counted apart.
 *
 *   npm run consumers
 */
import { execFile } from 'node:child_process';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  installCached,
  installTarball,
  packTarball,
} from './install-cached.mjs';

const SDKS = ['5.0.0', '5', '6.0.0', '6', '7.0.0', '7'];
const COMPILERS = ['5.0', '5.4', '5.9', '6', '7'];
const RESOLUTIONS = {
  node10: { module: 'commonjs', moduleResolution: 'node10' },
  node16: { module: 'node16', moduleResolution: 'node16' },
  nodenext: { module: 'nodenext', moduleResolution: 'nodenext' },
  bundler: { module: 'esnext', moduleResolution: 'bundler' },
};
const OWN =
  /(?:^|\/)(?:consumer\.c?m?ts|node_modules\/ai-tool-call-resilience\/)/;

const tarball = packTarball();
const rows = [];
const checks = [];
for (const sdk of SDKS) {
  const folder = prepare(sdk);
  for (const typescript of COMPILERS) {
    const home = installCached(`typescript-${typescript}`, [
      `typescript@${typescript}`,
    ]);
    for (const resolution of Object.keys(RESOLUTIONS)) {
      // TypeScript 7 has no `node10` any more.
      if (resolution === 'node10' && typescript === '7') continue;
      checks.push({ sdk, folder, home, typescript, resolution });
    }
  }
}
await Promise.all([work(), work()]);

rows.sort((a, b) => a.order - b.order);
console.log('| ai | TypeScript | resolution | files | own | SDK errors |');
console.log('| --- | --- | --- | --- | --- | --- |');
for (const { check, files, own, others } of rows) {
  console.log(
    `| ${check.sdk} | ${check.typescript} | ${check.resolution} | ${files} | ${own.length === 0 ? 'ok' : own[0]} | ${others} |`,
  );
}
const failed = rows.filter(({ own }) => own.length > 0).length;
console.log(`\n${rows.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

/** A project that has `ai` and the packed package. */
function prepare(sdk) {
  const folder = installCached(`ai-${sdk}`, [
    `ai@${sdk}`,
    'zod@4',
    '@types/node@20',
    '@opentelemetry/api@1',
  ]);
  installTarball(folder, tarball);
  const source = new URL('./consumer/consumer.ts', import.meta.url);
  for (const extension of ['ts', 'mts', 'cts']) {
    copyFileSync(source, join(folder, `consumer.${extension}`));
  }
  return folder;
}

async function work() {
  for (let check = checks.shift(); check; check = checks.shift()) {
    rows.push(await run(check));
  }
}

async function run(check) {
  const { sdk, folder, home, typescript, resolution } = check;
  const isNode = resolution.startsWith('node') && resolution !== 'node10';
  // ai 7 is ESM only: a CommonJS file cannot import its types.
  const files = !isNode
    ? ['consumer.ts']
    : sdk.startsWith('7')
      ? ['consumer.mts']
      : ['consumer.mts', 'consumer.cts'];
  const config = `tsconfig.${typescript}.${resolution}.json`;
  writeFileSync(
    join(folder, config),
    JSON.stringify({
      compilerOptions: {
        ...RESOLUTIONS[resolution],
        ...(resolution === 'node10' &&
          typescript === '6' && { ignoreDeprecations: '6.0' }),
        target: 'es2022',
        lib: ['es2022', 'dom', 'dom.iterable'],
        types: ['node'],
        strict: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        skipLibCheck: false,
        noEmit: true,
      },
      files,
    }),
  );
  const { stdout } = await promisify(execFile)(
    join(home, 'node_modules/.bin/tsc'),
    ['-p', config, '--pretty', 'false'],
    { cwd: folder, maxBuffer: 1e8 },
  ).catch(error => error);
  const errors = stdout.split('\n').filter(line => /error TS\d+/.test(line));
  const own = errors.filter(
    line => OWN.test(line.split('(')[0]) || !line.includes('('),
  );
  return {
    order:
      SDKS.indexOf(sdk) * 100 +
      COMPILERS.indexOf(typescript) * 10 +
      Object.keys(RESOLUTIONS).indexOf(resolution),
    check,
    files: files.map(file => file.slice(9)).join(' '),
    own: own.map(line => line.slice(0, 300)),
    others: errors.length - own.length,
  };
}
