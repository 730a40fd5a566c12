import { expect, it } from 'vitest';
import type { MeasurementRecord, Point, Series } from '@/kit/record/types';
import { gridOf, gridOfAll, gridTable, type GridOptions } from './grid';

const point = (at: Point['at'], rest: Partial<Point>): Point => ({ at, values: {}, ...rest });
const source = {
  id: 'rules',
  title: 'Rules',
  dimensions: [
    { name: 'rule', title: 'Rule', unit: null, words: { unique: 'no two alike', assertion: 'on whole tables' } },
    { name: 'database', title: 'Database', unit: null, words: { one: 'One', two: 'Two' } },
  ],
  measures: [],
  outcomes: [
    { name: 'outcome', title: 'What comes of it', words: { holds: 'it holds', refused: 'cannot be declared' } },
  ],
  points: [
    point({ rule: 'unique', database: 'one' }, { outcomes: { outcome: { holds: 1 } } }),
    point({ rule: 'unique', database: 'two' }, { outcomes: { outcome: { holds: 1, refused: 2 } } }),
    point(
      { rule: 'assertion', database: 'one' },
      { outcomes: { outcome: { refused: 1 } }, values: { broken: { n: 20, value: 12, low: 12, high: 12 } } },
    ),
  ],
} as unknown as Series;
const recordOf = (id: string, series: Series[]) =>
  ({ series, machineName: id, provenance: { machine: { id } } }) as unknown as MeasurementRecord;
const record = recordOf('first', [source]);
const options: GridOptions = {
  series: 'rules',
  rows: 'rule',
  values: ['unique', 'assertion', 'unheard-of'],
  columns: [
    { head: 'One', at: { database: 'one' } },
    { head: 'Two', at: { database: 'two' } },
  ],
};

it('says how points ended, in the record’s words, and leaves rows out that nobody tried', () => {
  const rows = gridOf(record, { ...options, outcome: 'outcome' });
  expect(rows).toEqual([
    {
      name: 'no two alike',
      cells: [
        { ways: ['holds'], words: 'it holds' },
        { ways: ['holds', 'refused'], words: 'it holds or cannot be declared' },
      ],
    },
    { name: 'on whole tables', cells: [{ ways: ['refused'], words: 'cannot be declared' }, undefined] },
  ]);
});

it('says how the first outcome ended where none is named', () => {
  expect(gridOf(record, options)).toEqual(gridOf(record, { ...options, outcome: 'outcome' }));
});

it('counts, where a measure is asked for', () => {
  expect(gridOf(record, { ...options, measure: 'broken' })).toEqual([
    { name: 'on whole tables', cells: [{ ways: ['some'], words: '12 of 20' }, undefined] },
  ]);
});

it('says once what machines agree on, and of each what they differ in or what others lack', () => {
  const [unique, , assertion] = source.points;
  const onlyUnique = { ...source, points: [unique!, { ...source.points[1]!, outcomes: { outcome: { refused: 3 } } }] };
  const second = recordOf('second', [onlyUnique as Series]);
  expect(gridOfAll([record, second], options)).toEqual([
    {
      name: 'no two alike',
      cells: [
        [{ ways: ['holds'], words: 'it holds', machine: 'first' }],
        [
          { ways: ['holds', 'refused'], words: 'it holds or cannot be declared', machine: 'first' },
          { ways: ['refused'], words: 'cannot be declared', machine: 'second' },
        ],
      ],
    },
    { name: 'on whole tables', cells: [[{ ways: ['refused'], words: 'cannot be declared', machine: 'first' }], []] },
  ]);
  const none = recordOf('third', [{ ...source, points: [assertion!] } as Series]);
  expect(gridOfAll([none], options).map(({ name }) => name)).toEqual(['on whole tables']);
});

it('has a table of it all, and does not draw nothing', () => {
  expect(gridTable([record], { ...options, outcome: 'outcome' })).toEqual({
    head: ['Rule', 'One', 'Two'],
    rows: [
      ['no two alike', 'it holds', 'it holds or cannot be declared'],
      ['on whole tables', 'cannot be declared', ''],
    ],
  });
  expect(() => gridTable([record], { ...options, values: [] })).toThrow('no record has a cell of series rules');
});
