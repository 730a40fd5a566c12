import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkFigures } from '@/kit/prose/fixtures/figures.ts';
import { publishedOnDisk } from '@/kit/record/on-disk.ts';
import { TRIMS, removedWords, trimsOf, trimsTable } from './charts/trims-table.ts';
import { answersOf, setsOf } from './charts/white-space.ts';
import { measuredFrom } from './lab/measured.ts';
import { PRESETS } from './lab/presets.ts';
import { schema } from './lab/state.ts';
import { askedWords, classify } from './lab/text-view.ts';
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

test('the sets and tests that the article counts are the rows of its table and the tests of its lab', () => {
  for (const record of publishedOnDisk('isspace')) {
    const figure = (label: string) =>
      record.claims.find(({ id }) => id === 'implementations-disagree')!.figures.find((one) => one.label === label)!
        .measured!.value;
    const { sets } = setsOf([answersOf(record)]);
    const [complete, ofBytes] = [false, true].map((bytes) =>
      sets.filter(({ says }) => says.includes(undefined) === bytes),
    );
    const tests = (rows: typeof sets) => rows.flatMap(({ implementations }) => implementations[0]!).length;
    expect(complete!.length).toBe(figure('different sets of white space'));
    expect(tests(complete!)).toBe(figure('implementations that were asked about all code points'));
    expect(tests(ofBytes!)).toBe(figure('implementations that were asked about bytes alone'));
    expect(askedWords(measuredFrom(record))).toBe(
      `${tests(sets)} tests: ${tests(complete!)} of characters, ${tests(ofBytes!)} of bytes alone`,
    );
  }
});

test('examples of texts are what their hints say', () => {
  for (const record of publishedOnDisk('isspace')) {
    const measured = measuredFrom(record);
    const disputed = (id: string) => {
      const { text } = PRESETS.find((preset) => preset.id === id)!.state(schema.initial);
      return classify(measured, text).filter(({ agreement }) => agreement === 'disputed');
    };
    // The byte order mark alone, of what has no width, is a space to anybody; a soft hyphen is none.
    expect(disputed('invisible').map(({ codePoint }) => codePoint)).toEqual([0xfeff]);
    expect(disputed('web').map(({ codePoint }) => codePoint)).toEqual([0x202f, 0xa0, 0x2009]);
    const separators = disputed('controls').filter(({ codePoint }) => codePoint >= 0x1c && codePoint <= 0x1f);
    expect(separators).toHaveLength(4);
    for (const { known } of separators) {
      const languages = measured.implementations.filter((_, column) => known!.says[column] === '1');
      expect(new Set(languages.map(({ language }) => language))).toEqual(new Set(['Java', 'Python', 'ICU']));
    }
  }
});

test('counts of code points that the article writes out are those of UTF-8', () => {
  const article = readFileSync('content/findings/isspace.mdx', 'utf8').replaceAll(/\s+/g, ' ');
  const broken = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index).filter(
      (codePoint) =>
        (codePoint < 0xd800 || codePoint > 0xdfff) &&
        Buffer.from(String.fromCodePoint(codePoint)).some((byte) => byte === 0x85 || byte === 0xa0),
    ).length;
  expect(article).toContain(`${broken(0xac00, 0xd7a3)} of Korean’s 11,172 syllables`);
  expect(Math.round((0x800 - 0x80) / broken(0x80, 0x7ff))).toBe(32);
  expect(article).toContain('one in 32');
  expect(Math.round((0x10000 - 0x800 - 0x800) / broken(0x800, 0xffff))).toBe(16);
  expect(article).toContain('one in 16');
  expect(broken(0x1f605, 0x1f605)).toBe(1);
});

test('what is trimmed is published until a record has it, and measured from then on', () => {
  const [record] = publishedOnDisk('isspace');
  const rows = (of: typeof record) => trimsTable([of!]).table!.rows;
  const plain = { ...record!, series: record!.series.filter(({ id }) => id !== 'trims') };
  expect(trimsOf(plain).size).toBe(0);
  expect(rows(plain).map(([, , known]) => known)).toEqual(TRIMS.map(() => 'published'));
  const point = { at: { trim: 'sqlite-trim', version: '3.40.1', characters: '20 a0' }, values: {} };
  const measured = { ...plain, series: [...plain.series, { ...plain.series[0]!, id: 'trims', points: [point] }] };
  expect(rows(measured)[1]).toEqual(['SQLite trim()', '2 code points, U+00A0 among them', 'measured, 3.40.1']);
  expect([[0x20], [0, 1, 2], []].map(removedWords)).toEqual(['U+0020 alone', 'U+0000 to U+0002', 'nothing']);
  const keys = record!.series.find(({ id }) => id === 'trims')?.points.map(({ at }) => at['trim']) ?? [];
  expect(keys.filter((key) => !TRIMS.some(({ id }) => id === key))).toEqual([]);
});
