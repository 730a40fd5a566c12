import { describe, expect, test } from 'vitest';
import { oneLine, ownTable, pointWords, type Run } from './point-words.ts';

const table = {
  head: ['Machine', 'Servers', 'Measured', 'Published'],
  rows: [
    ['one, other', '10', '120 (118–122)', '122'],
    ['your machine', '10', '131 (130–132)', ''],
  ],
};
const rowOf = (row: number) => ({ head: table.head, cells: table.rows[row]! });
const runs: Run[] = [
  { machine: 'one', date: '2 January 2020' },
  { machine: 'other', date: '2 January 2020' },
  { machine: 'your machine', date: '3 January 2020' },
];

describe('the words of a point', () => {
  test('are those of its row, and the runs that the row names', () => {
    expect(pointWords('measured', rowOf(0), undefined, runs)).toEqual({
      kind: 'measured',
      known: [
        ['Servers', '10'],
        ['Measured', '120 (118–122)'],
        ['Published', '122'],
      ],
      source: 'one and other, 2 January 2020',
    });
  });

  test('tell machines apart whose names have commas', () => {
    const many = ['Zen 5 VM', 'Zen 3 VM, 2 cores', 'Zen 3 VM, 16 cores'].map((machine) => ({ machine, date: 'today' }));
    const sourceOf = (machines: string) =>
      pointWords('measured', { head: ['Machine', 'n'], cells: [machines, '1'] }, undefined, many).source;
    expect(sourceOf('Zen 5 VM; Zen 3 VM, 2 cores')).toBe('Zen 5 VM and Zen 3 VM, 2 cores, today');
    expect(sourceOf('Zen 3 VM, 16 cores')).toBe('Zen 3 VM, 16 cores, today');
  });

  test('leave out what the row does not know', () => {
    const { kind, known, source } = pointWords('second', rowOf(1), undefined, runs);
    expect([kind, known.map(([what]) => what), source]).toEqual([
      'another machine',
      ['Servers', 'Measured'],
      'your machine, 3 January 2020',
    ]);
  });

  test('name every run where the table tells no machines apart, and none where no record stands behind it', () => {
    const alike = { head: ['Servers', 'Measured'], cells: ['10', '120'] };
    expect(pointWords('exact', alike, undefined, runs.slice(0, 1)).source).toBe('one, 2 January 2020');
    expect(pointWords('exact', alike, undefined, runs).source).toBe(
      'one and other and your machine, 2 January 2020 and 3 January 2020',
    );
    expect(pointWords('live', alike, undefined, []).source).toBe('');
  });

  test('begin with what the point itself comes to, where its row is about several', () => {
    expect(pointWords('measured', rowOf(0), '119', runs).known[0]).toEqual(['measured', '119']);
  });

  test('are said in one line', () => {
    expect(oneLine(pointWords('measured', rowOf(0), undefined, runs))).toBe(
      'measured: Servers 10, Measured 120 (118–122), Published 122; one and other, 2 January 2020',
    );
    expect(oneLine({ kind: 'exact', known: [['', 'any server']], source: '' })).toBe('exact: any server');
  });
});

test('a drawing’s own table is read as it was written', () => {
  expect(ownTable('\tServers\tChance\na\t1\t2\n\t3\t')).toEqual({
    head: ['', 'Servers', 'Chance'],
    rows: [
      ['a', '1', '2'],
      ['', '3', ''],
    ],
  });
});
