import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { characters, cutFont, cuts, partsOf, unicodeRange } from './subset.mjs';

const committed = (name: string) => readFileSync(`site/styles/fonts/${name}.woff2`);

const faces = cuts.flatMap((cut) =>
  Object.entries(partsOf(cut)).map(([ending, part]) => ({ cut, part, file: cut.name + ending })),
);

test.each(faces)(
  '$file follows from its package (else run `node site/styles/fonts/subset.mjs`)',
  async ({ cut, part, file }) => {
    expect(committed(file).equals(await cutFont(cut, part))).toBe(true);
  },
  60_000,
);

test('each file is loaded for the characters that are in it, and no other', () => {
  const css = readFileSync('site/styles/fonts.css', 'utf8');
  const ranges = [...css.matchAll(/url\('\.\/fonts\/([\w-]+)\.woff2'\)[^}]*?unicode-range:([^;]+);/g)];
  expect(Object.fromEntries(ranges.map(([, file, range]) => [file, range!.trim().replaceAll(/\s+/g, ' ')]))).toEqual(
    Object.fromEntries(faces.map(({ file, part }) => [file, unicodeRange(part)])),
  );
});

test('the fonts that every page may load weigh at most 53 kB together', () => {
  expect(cuts.reduce((sum, { name }) => sum + committed(name).length, 0)).toBeLessThan(53_000);
});

test('articles use no character that the text face lacks, except in passing', () => {
  /** Signs that any system has and that need not match the face: arrows, comparisons, sums and roots. */
  const borrowed = '→←≈≤≥≠∞√∑\n';
  /** Letters that an article shows one by one, as examples of encoding errors: any system's face will do. */
  const examples = 'ąŠυРхנم元😅';
  const used = new Set(
    globSync(['content/**/*.mdx', 'site/findings/*/figures.ts']).flatMap((file) => [...readFileSync(file, 'utf8')]),
  );
  const known = characters + borrowed + examples;
  expect([...used].filter((character) => !known.includes(character))).toEqual([]);
});
