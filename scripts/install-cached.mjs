import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Outside the repository, so that no resolver finds the project's packages. */
const CACHE =
  process.env.CHECK_CACHE ?? join(tmpdir(), 'ai-tool-call-resilience-checks');

/**
 * Installs packages into a folder of their own, once.
 *
 * @param name - Name of the folder.
 * @param packages - What `npm install` is given.
 * @returns The path of the folder.
 */
export function installCached(name, packages) {
  const folder = join(CACHE, name);
  const stamp = join(folder, 'installed.txt');
  const wanted = packages.join('\n');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted)
    return folder;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  npmInstall(folder, packages);
  writeFileSync(stamp, wanted);
  return folder;
}

/** Installs the packed package as a user would; anew on each run. */
export function installTarball(folder, tarball) {
  npmInstall(folder, [tarball]);
}

/** Packs the package as `npm publish` does. */
export function packTarball() {
  mkdirSync(CACHE, { recursive: true });
  const output = execFileSync(
    'npm',
    ['pack', '--json', '--pack-destination', CACHE],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  );
  // npm 11 prints a list, npm 12 an object by name.
  const [packed] = Object.values(JSON.parse(output));
  return join(CACHE, packed.filename);
}

function npmInstall(folder, packages) {
  execFileSync(
    'npm',
    ['install', '--no-audit', '--no-fund', '--loglevel=error', ...packages],
    { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  );
}
