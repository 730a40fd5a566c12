import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { characters, cutFont, cuts } from './subset.mjs';

const committed = (name: string) => readFileSync(`site/styles/fonts/${name}.woff2`);

test.each(cuts)(
  '$name follows from its package (else run `node site/styles/fonts/subset.mjs`)',
  async (cut) => {
    expect(committed(cut.name).equals(await cutFont(cut))).toBe(true);
  },
  60_000,
);

test('all fonts together weigh at most 100 kB', () => {
  expect(cuts.reduce((sum, { name }) => sum + committed(name).length, 0)).toBeLessThan(100_000);
});

test('articles use no character that the text face lacks, except in passing', () => {
  /** Signs that any system has and that stand alone: arrows, comparisons, sums and roots. */
  const borrowed = '→←≈≤≥≠∞√∑\n';
  /** Letters that an article shows one by one, as examples of what breaks: any system's face will do for them. */
  const examples = 'ąŠυРхנم';
  const used = new Set(globSync('content/**/*.mdx').flatMap((file) => [...readFileSync(file, 'utf8')]));
  const known = characters + borrowed + examples;
  expect([...used].filter((character) => !known.includes(character))).toEqual([]);
});
