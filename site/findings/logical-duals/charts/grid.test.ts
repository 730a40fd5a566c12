import { expect, it } from 'vitest';
import type { Drawing } from '@/kit/chart/figure';
import { assignMarks } from '@/kit/record/shown';
import type { MeasurementRecord, Point, Series } from '@/kit/record/types';
import { grid, gridOf, gridTable, type Grid } from './grid';

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
const options: Grid = {
  title: 'Rules',
  rowTitle: 'Rule',
  series: 'rules',
  rows: 'rule',
  values: ['unique', 'assertion', 'unheard-of'],
  columns: [
    { head: 'One', at: { database: 'one' } },
    { head: 'Two', at: { database: 'two' } },
  ],
};

it('says how points ended, in the record’s words, and leaves rows out that nobody tried', () => {
  const rows = gridOf([record], { ...options, outcome: 'outcome' });
  expect(rows).toEqual([
    {
      name: 'no two alike',
      cells: [
        [{ ways: ['holds'], words: 'it holds' }],
        [{ ways: ['holds', 'refused'], words: 'it holds or cannot be declared' }],
      ],
    },
    { name: 'on whole tables', cells: [[{ ways: ['refused'], words: 'cannot be declared' }], [undefined]] },
  ]);
});

it('says how the first outcome ended where none is named', () => {
  expect(gridOf([record], options)).toEqual(gridOf([record], { ...options, outcome: 'outcome' }));
});

it('counts, where a measure is asked for', () => {
  expect(gridOf([record], { ...options, measure: 'broken' })).toEqual([
    { name: 'on whole tables', cells: [[{ ways: ['some'], words: '12 of 20' }], [undefined]] },
  ]);
});

/** The text of a drawing outside its tags. */
const textOf = (drawing: Drawing) => ('markup' in drawing ? String(drawing.markup) : '').replaceAll(/<[^>]*>/g, '|');

it('draws a machine that is laid beside where it found something else, or nothing', () => {
  const [unique, other] = source.points;
  const found = { ...other!, outcomes: { outcome: { refused: 3 } } };
  const second = recordOf('second', [{ ...source, points: [unique!, found] }]);
  const { draw } = grid(options);
  const text = textOf(draw(assignMarks([record, second]), 'rules'));
  expect(text.match(/it holds\|/g)).toHaveLength(1);
  expect(text).toMatch(/it holds or cannot be declared\|+ \|second: \|cannot be declared/);
  expect(text).toMatch(/cannot be declared\|+ \|second: \|+–\|+not in the record/);
  expect(text).toContain('&nbsp;second, where it differs');
  expect(textOf(draw([record], 'rules'))).not.toContain('second');
});

it('draws marks for outcomes, dotted where runs ended differently, and says what they stand for in their column', () => {
  const marks = { holds: { mark: 'full', says: 'kept' }, refused: { mark: 'empty', says: 'no' } } as const;
  const groups = [{ head: 'Both', span: 2, says: { refused: 'none here' } }];
  const drawing = grid({ ...options, marks, groups }).draw([record], 'rules');
  const marked = String('markup' in drawing && drawing.markup).match(/(?<=<td>.*)mt-grid-mark--\w+/g);
  expect(marked).toEqual(['full', 'mixed', 'empty'].map((kind) => `mt-grid-mark--${kind}`));
  expect(textOf(drawing)).toContain('runs ended differently: kept or none here');
});

it('leaves a column out that no record has, unless it stands below a group', () => {
  const columns = [...options.columns, { head: 'Three', at: { database: 'three' } }];
  const heads = (more: Partial<Grid>) => String(textOf(grid({ ...options, columns, ...more }).draw([record], 'rules')));
  expect(heads({})).not.toContain('Three');
  expect(heads({ groups: [{ head: 'All', span: 3 }] })).toContain('Three');
});

it('has a table of it all, and nothing to draw of a record without a cell', () => {
  expect(gridTable([record], { ...options, outcome: 'outcome' })).toEqual({
    head: ['Rule', 'One', 'Two'],
    rows: [
      ['no two alike', 'it holds', 'it holds or cannot be declared'],
      ['on whole tables', 'cannot be declared', ''],
    ],
  });
  expect(grid(options).keep!(record)).toBe(true);
  expect(grid({ ...options, values: ['unheard-of'] }).keep!(record)).toBe(false);
});
