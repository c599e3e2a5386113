import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import * as namespace from '../src/locales.js';

const locales = { ...namespace };
// A CommonJS module has itself as one.
Reflect.deleteProperty(locales, 'default');
const root = fileURLToPath(new URL('..', import.meta.url));

/** What is left of a module that uses some exports of the built locales. */
async function bundle(contents: string): Promise<string> {
  const built = await build({
    absWorkingDir: root,
    entryPoints: ['src/locales.ts'],
    bundle: true,
    format: 'esm',
    write: false,
  });
  const result = await build({
    stdin: { contents, resolveDir: root },
    bundle: true,
    format: 'esm',
    charset: 'utf8',
    write: false,
    plugins: [
      {
        name: 'built-locales',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /\/locales$/ }, () => ({
            path: 'locales',
            namespace: 'built',
            sideEffects: false,
          }));
          onLoad({ filter: /./, namespace: 'built' }, () => ({
            contents: built.outputFiles[0]?.text ?? '',
          }));
        },
      },
    ],
  });
  return result.outputFiles[0]?.text ?? '';
}

const names = Object.keys(locales) as Array<keyof typeof locales>;

describe('importing one set of locales', () => {
  it.each(names)('should bundle no other language: %s', async name => {
    const text = await bundle(
      `import { ${name} } from 'ai-tool-call-resilience/locales';
       console.log(${name}.interrupted);`,
    );
    const language = name.slice(0, 2);
    const found = names.filter(other =>
      text.includes(locales[other].interrupted),
    );
    expect(found).toContain(name);
    expect(found.filter(other => !other.startsWith(language))).toEqual([]);
    // Nor the longer set where only the plain one is used.
    if (name === language) expect(found).toEqual([name]);
  });

  it('should bundle nothing where none is used', async () => {
    expect(
      await bundle(
        `import * as locales from 'ai-tool-call-resilience/locales';`,
      ),
    ).toBe('');
  });
});
