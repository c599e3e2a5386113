import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };

const root = new URL('../../', import.meta.url);
const require = createRequire(root);

const entries = Object.entries(manifest.exports).flatMap(([name, entry]) =>
  typeof entry === 'string' ? [] : [{ name, ...entry }],
);

/** Runs a CommonJS file where each use of a global is seen. */
function load(source: string) {
  const touched = new Set<PropertyKey>();
  const context = createContext({});
  // Nothing built in can be changed: that throws.
  const builtIns: Record<PropertyKey, unknown> = runInContext(
    `Object.fromEntries(
       Object.getOwnPropertyNames(globalThis).map(name => {
         const value = globalThis[name];
         Object.freeze(value?.prototype);
         return [name, value === globalThis ? undefined : Object.freeze(value)];
       }),
     )`,
    context,
  );
  const globals: object = new Proxy(builtIns, {
    has: () => true,
    get: (_, name) => {
      if (name !== Symbol.unscopables) touched.add(name);
      return name === 'globalThis' ? globals : builtIns[name];
    },
    set: (_, name) => Boolean(touched.add(`set ${String(name)}`)),
    defineProperty: (_, name) => Boolean(touched.add(`set ${String(name)}`)),
    deleteProperty: (_, name) => Boolean(touched.add(`set ${String(name)}`)),
  });
  const run = runInContext(
    `globals => { with (globals) {
       return function (module, exports, require) { 'use strict'; ${source}
       };
     } }`,
    context,
  )(globals);
  const module = { exports: {} as Record<string, unknown> };
  run(module, module.exports, require);
  return { exports: module.exports, touched: [...touched] };
}

/** The names that the language itself has, `console` and timers not. */
const language = new Set<PropertyKey>(
  runInContext('Object.getOwnPropertyNames(globalThis)', createContext({})),
);
language.delete('console');

describe('importing the package', () => {
  it.each(entries)('$name does no work and touches no global', entry => {
    const path = new URL(entry.require.default, root);
    const { exports, touched } = load(readFileSync(path, 'utf8'));
    expect(Object.keys(exports)).not.toEqual([]);
    expect(touched.filter(name => !language.has(name))).toEqual([]);
  });

  it.each([
    ['globalThis.timer = 1;', 'set timer'],
    ['const { process } = globalThis;', 'process'],
    ['console.warn("hello");', 'console'],
    ['typeof window;', 'window'],
  ])('would be seen to run `%s`', (source, name) => {
    expect(load(source).touched).toContain(name);
  });

  it('would be seen to change what is built in', () => {
    expect(() => load('Array.prototype.last = () => {}')).toThrow(
      'not extensible',
    );
  });

  it.each(entries)('$name leaves nothing behind if unused', async entry => {
    const { outputFiles } = await build({
      stdin: {
        contents: `import * as unused from '${entry.import.default}';`,
        resolveDir: new URL('.', root).pathname,
      },
      bundle: true,
      format: 'esm',
      minify: true,
      write: false,
      external: ['@opentelemetry/api'],
    });
    expect(outputFiles.map(({ text }) => text.trim())).toEqual(['']);
  });
});
