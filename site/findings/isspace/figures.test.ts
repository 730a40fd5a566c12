import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkFigures } from '@/kit/prose/fixtures/figures.ts';
import { publishedOnDisk } from '@/kit/record/on-disk.ts';
import { answersOf } from './charts/white-space.ts';
import * as figures from './figures.ts';

checkFigures('isspace', figures);

test('every implementation has a name for readers', () => {
  for (const record of publishedOnDisk('isspace')) {
    const { implementations, implementationName } = answersOf(record);
    expect(implementations.filter((id) => implementationName(id) === id)).toEqual([]);
  }
});

test('letters that the article says are broken end with a published byte', () => {
  const [, named] = /one in 32 breaks,(.+)/.exec(readFileSync('content/findings/isspace.mdx', 'utf8'))!;
  const letters = [...named!].filter((letter) => letter > '\u007f' && /\p{L}/u.test(letter));
  expect(letters.length).toBeGreaterThan(5);
  expect(letters.filter((letter) => ![0x85, 0xa0].includes(Buffer.from(letter).at(-1)!))).toEqual([]);
});
