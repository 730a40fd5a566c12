// Walls between the site's folders: only a finding's own files use its folder, the kit knows of no finding, and no two files import
// each other, not even for a type.
import { globSync, readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { circles } from './circles.ts';

const files = globSync(['site/**/*.{astro,ts,mjs,css}', 'content/**/*.mdx']).filter(
  (file) => !file.startsWith('site/wasm-pkg/'),
);

/** The site's own files that a file imports, by path. `import.meta.glob` does not count: it takes whatever exists, and names nothing. */
function importsOf(file: string): string[] {
  const specifiers = readFileSync(file, 'utf8').matchAll(
    /(?:\bfrom|\bimport|@import)[\s(]*(['"])((?:@|\.\.?)\/[^'"?]+)\1/g,
  );
  return [...specifiers].flatMap(([, , specifier]) => {
    const path = specifier!.startsWith('@/')
      ? join('site', specifier!.slice(2))
      : normalize(join(file, '..', specifier!));
    return ['', '.ts', '/index.ts'].map((end) => path + end).filter((path) => files.includes(path));
  });
}

const imports = new Map(files.map((file) => [file, importsOf(file)]));
/** The finding that a file belongs to: its article belongs too, though it lies with the other articles. */
const room = (file: string) => /^(?:site|content)\/findings\/([\w-]+)/.exec(file)?.[1];

/** The forbidden imports, as `importer -> imported`. */
const crossings = (forbidden: (importer: string, imported: string) => boolean) =>
  [...imports].flatMap(([importer, all]) =>
    all.filter((imported) => forbidden(importer, imported)).map((imported) => `${importer} -> ${imported}`),
  );

test('imports are found, in components and scripts', () => {
  expect(imports.get('site/kit/chart/index.ts')).toContain('site/kit/chart/format.ts');
  expect(imports.get('site/findings/setenv/lab/Lab.astro')).toContain('site/kit/lab/lab.css');
});

test('nothing reaches into a finding’s room from outside', () => {
  expect(crossings((from, to) => room(to) !== undefined && room(to) !== room(from))).toEqual([]);
});

test('the kit needs nothing but itself', () => {
  const inKit = (file: string) => file.startsWith('site/kit/');
  // Tests may import the only function that removes files.
  const removes = (from: string, to: string) => from.endsWith('.test.ts') && to === 'site/scripts/lib/remove.mjs';
  expect(crossings((from, to) => inKit(from) && !inKit(to) && !removes(from, to))).toEqual([]);
});

test('no files import each other in a circle', () => {
  const graph = new Map([...imports].map(([file, all]) => [file, new Set(all)]));
  expect(circles(graph).map((circle) => circle.join(' -> '))).toEqual([]);
});

test('no two styles define keyframes of the same name, which belong to the whole page', () => {
  const names = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/@keyframes\s+([\w-]+)/g)].map(([, name]) => name!),
  );
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
