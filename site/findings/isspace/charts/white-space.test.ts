import { describe, expect, test } from 'vitest';
import { assignMarks } from '@/kit/record/shown.ts';
import { madeUpWhiteSpace } from './fixture.ts';
import { setsMatrix } from './sets-matrix.ts';
import { answersOf, answersTable, answerWords, setsOf, writtenCodePoint } from './white-space.ts';

const answers = answersOf(madeUpWhiteSpace());

describe('answers', () => {
  test('are known for every implementation that was asked, and for no other', () => {
    expect(answers.codePoints).toEqual([0x20, 0x85, 0x2028, 0x2029, 0xfeff]);
    expect(answers.says('unicode-white-space', 0x85)).toBe(true);
    expect(answers.says('javascript-regex', 0x85)).toBe(false);
    expect(answers.says('python-bytes', 0x2028)).toBeUndefined();
  });

  test('fill a table with a row for each character and a column for each implementation', () => {
    const { head, rows } = answersTable([madeUpWhiteSpace()]);
    expect(head).toEqual([
      'Code point',
      'Character',
      'Unicode White_Space',
      'C iswspace(), UTF-8',
      'JavaScript \\s',
      'Python bytes.isspace',
    ]);
    expect(rows[1]).toEqual(['U+0085', 'next line', 'space', 'no', 'no', 'not asked']);
    expect(rows[2]).toEqual(['U+2028', 'line separator', 'space', 'space', 'space', 'not asked']);
  });

  test('that the record leaves out to save room are no, where they were asked', () => {
    const record = madeUpWhiteSpace();
    const [matrix] = record.series;
    const kept = matrix!.points.filter(
      ({ at }) => at['code_point'] !== 0x85 || at['implementation'] === 'unicode-white-space',
    );
    const { rows } = answersTable([{ ...record, series: [{ ...matrix!, points: kept }, ...record.series.slice(1)] }]);
    expect(rows[1]).toEqual(['U+0085', 'next line', 'space', 'no', 'no', 'not asked']);
  });

  test('of several machines say whose they are', () => {
    const { head, rows } = answersTable([madeUpWhiteSpace('one'), madeUpWhiteSpace('other')]);
    expect(head[0]).toBe('Machine');
    expect(rows.map(([machine]) => machine)).toEqual([...Array(5).fill('one'), ...Array(5).fill('other')]);
  });
});

describe('sets', () => {
  const { groups, sets } = setsOf([answers]);

  test('are over characters that get the same answers from everybody', () => {
    expect(groups).toEqual([[0x20], [0x85], [0x2028, 0x2029], [0xfeff]]);
  });

  test('come by their size, and last those of whoever was not asked about all', () => {
    expect(sets).toEqual([
      { implementations: [['c-iswspace-glibc-utf8']], says: [true, false, true, false], size: 3 },
      { implementations: [['unicode-white-space']], says: [true, true, true, false], size: 4 },
      { implementations: [['javascript-regex']], says: [true, false, true, true], size: 4 },
      { implementations: [['python-bytes']], says: [true, undefined, undefined, undefined], size: 1 },
    ]);
    expect(sets.at(-1)!.says.map(answerWords)).toEqual(['space', 'not asked', 'not asked', 'not asked']);
  });

  test('are shared by all who give the same answers', () => {
    const same = answersOf(madeUpWhiteSpace('made-up', { 'unicode-white-space': [0x20, 0x2028, 0x2029] }));
    const shared = setsOf([same]).sets.find(({ implementations: [own] }) => own!.length > 1)!;
    expect(shared.implementations).toEqual([['unicode-white-space', 'c-iswspace-glibc-utf8']]);
  });

  test('of two machines are the same rows where tests answer alike, and others where one does not', () => {
    const other = answersOf(madeUpWhiteSpace('other', { 'unicode-white-space': [0x20, 0x2028, 0x2029] }));
    const both = setsOf([answers, other]).sets;
    expect(both.map(({ implementations }) => implementations)).toEqual([
      [['c-iswspace-glibc-utf8'], ['unicode-white-space', 'c-iswspace-glibc-utf8']],
      [['unicode-white-space'], []],
      [['javascript-regex'], ['javascript-regex']],
      [['python-bytes'], ['python-bytes']],
    ]);
  });
});

describe('the matrix', () => {
  const rowsOf = (...records: Parameters<typeof setsMatrix>[0]) =>
    String(setsMatrix(assignMarks(records)).markup)
      .split('<tr>')
      .slice(2);

  test('has a row for each set, with a mark for each group of characters in it', () => {
    const rows = rowsOf(madeUpWhiteSpace());
    expect(rows).toHaveLength(4);
    expect(rows.map((row) => row.match(/mt-mark--measured/g)?.length)).toEqual([2, 3, 3, 1]);
    expect(rows[0]).toContain('<th scope="row">glibc iswspace()</th>');
    expect(rows[3]).toContain('(bytes alone)');
  });

  test('of two machines marks the tests that have another set on one of them', () => {
    const other = madeUpWhiteSpace('other', { 'unicode-white-space': [0x20, 0x2028, 0x2029] });
    const [first, second, third] = rowsOf(madeUpWhiteSpace(), other);
    const head = (row: string) => /<th scope="row">(.*?)<\/th>/.exec(row)![1]!;
    expect(head(first!)).toMatch(/^glibc iswspace\(\), <svg class="mt-glyph mt-glyph--second".*Unicode White_Space/);
    expect(first).toContain('(other)');
    expect(first!.match(/<td data-says="space">.*?<\/td>/)![0]).toMatch(/mt-mark--measured.*mt-mark--second/);
    expect(head(second!)).toMatch(/^<svg class="mt-glyph mt-glyph--measured".*Unicode White_Space/);
    expect(second).not.toContain('mt-mark--second');
    expect(head(third!)).toBe('JavaScript \\s');
  });
});

describe('names', () => {
  test('of code points are as Unicode writes them', () => {
    expect(writtenCodePoint(0x85)).toBe('U+0085');
  });

  test('are the record’s, or the code point and the id where it has none', () => {
    expect(answers.characterName(0x85)).toBe('next line');
    expect(answers.characterName(0xfeff)).toBe('U+FEFF');
    expect(answers.implementationName('cobol')).toBe('cobol');
  });
});
