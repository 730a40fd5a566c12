import { describe, expect, test } from 'vitest';
import { madeUpWhiteSpace } from './fixture.ts';
import { answersOf, answersTable, asciiOnly, disputesOf, rangesOf, writtenRange } from './white-space.ts';

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
    expect(rows[1]).toEqual(['U+0085', 'next line', 'space', 'no', 'no', 'no']);
    expect(rows[2]).toEqual(['U+2028', 'line separator', 'space', 'space', 'space', 'not asked']);
  });

  test('that the record leaves out to save room are no, where they were asked', () => {
    const record = madeUpWhiteSpace();
    const [matrix] = record.series;
    const kept = matrix!.points.filter(
      ({ at }) => at['code_point'] !== 0x85 || at['implementation'] === 'unicode-white-space',
    );
    const { rows } = answersTable([{ ...record, series: [{ ...matrix!, points: kept }, ...record.series.slice(1)] }]);
    expect(rows[1]).toEqual(['U+0085', 'next line', 'space', 'no', 'no', 'no']);
  });

  test('of several machines say whose they are', () => {
    const { head, rows } = answersTable([madeUpWhiteSpace('one'), madeUpWhiteSpace('other')]);
    expect(head[0]).toBe('Machine');
    expect(rows.map(([machine]) => machine)).toEqual([...Array(5).fill('one'), ...Array(5).fill('other')]);
  });
});

describe('disputes', () => {
  test('are the characters that not all agree on, together where the answers are the same', () => {
    expect(disputesOf(answers)).toEqual([
      {
        codePoints: [0x85],
        yes: ['unicode-white-space'],
        no: ['c-iswspace-glibc-utf8', 'javascript-regex'],
      },
      {
        codePoints: [0xfeff],
        yes: ['javascript-regex'],
        no: ['unicode-white-space', 'c-iswspace-glibc-utf8'],
      },
    ]);
  });

  test('beyond ASCII leave out who knows no space there', () => {
    expect(asciiOnly(answers)).toEqual(['python-bytes']);
    const within = answersOf(madeUpWhiteSpace('made-up', { 'python-bytes': [0x20, 0x0b] }));
    const [tab, line] = disputesOf(within);
    expect(tab).toMatchObject({ codePoints: [0x0b], yes: ['python-bytes'] });
    expect(tab!.no).toHaveLength(3);
    expect(line!.no).not.toContain('python-bytes');
  });

  test('leave out whoever was not asked, and what all that were asked agree on', () => {
    expect(disputesOf(answers).flatMap(({ codePoints }) => codePoints)).not.toContain(0x2028);
  });
});

describe('names', () => {
  test('join code points without gaps', () => {
    expect(rangesOf([1, 2, 3, 5, 7, 8])).toEqual([
      [1, 3],
      [5, 5],
      [7, 8],
    ]);
    expect(writtenRange([0x2028, 0x2029])).toBe('U+2028–U+2029');
    expect(writtenRange([0x85, 0x85])).toBe('U+0085');
  });

  test('are the record’s, or the code point and the id where it has none', () => {
    expect(answers.characterName(0x85)).toBe('next line');
    expect(answers.characterName(0xfeff)).toBe('U+FEFF');
    expect(answers.implementationName('cobol')).toBe('cobol');
  });
});
