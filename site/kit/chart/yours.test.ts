// The reader's own records in charts of every kind: drawn as triangles, each with its own value, and named in the table.
import { describe, expect, test } from 'vitest';
import { madeUpRecord } from '@/kit/record/fixtures/record.ts';
import { madeUpRounds } from '@/kit/record/fixtures/rounds.ts';
import { measuredElsewhere, YOUR_FACTOR } from '@/kit/record/fixtures/yours.ts';
import { asYours } from '@/kit/record/origin.ts';
import type { MeasurementRecord } from '@/kit/record/types.ts';
import type { DotMark, Mark } from './chart.ts';
import { formatBare } from './format.ts';
import { keyOf } from './grammar.ts';
import { alike, alikeApart, machineOf } from './machines.ts';
import { panelsFigure } from './panels.ts';
import { recordFigure } from './record-chart.ts';
import { rowFigure } from './row-chart.ts';
import { rowsOfFigure } from './rows-of.ts';
import { shortfallOf } from './shortfall.ts';
import { stripFigure } from './strip-chart.ts';

const both = (record: MeasurementRecord) => [record, asYours(measuredElsewhere(record))] as const;
const words = { title: 'Made up', description: 'Made up.' };
const table = { ...words, series: 'published-table', where: { strategy: 'random' } };
const conditions = { ...words, series: 'conditions', measure: 'collision_share' };

const figures = {
  'over settings': recordFigure(both(madeUpRecord()), { ...table, x: 'servers', y: 'p99_items' }),
  'in rows': rowFigure(both(madeUpRecord()), { ...table, rows: 'servers', measure: 'p99_items', scale: 'linear' }),
  'in rows named one by one': rowsOfFigure(both(madeUpRecord()), {
    ...table,
    measure: 'p99_items',
    scale: 'linear',
    xTitle: 'items',
    rowTitle: 'Servers',
    rows: [10, 13].map((servers) => ({ name: `${servers} servers`, at: { strategy: 'random', servers } })),
  }),
  'in panels': (({ panels, table: rows }) => ({ spec: panels[0]!.spec, table: rows }))(
    panelsFigure(both(madeUpRecord()), {
      ...table,
      measure: 'p99_items',
      x: 'servers',
      panels: [{ name: 'random', at: { strategy: 'random' } }],
      curves: [{ name: '1,000 items', at: { items: 1000 } }],
      xAxis: { kind: 'linear' },
      yAxis: { kind: 'linear' },
    }),
  ),
  'in strips': stripFigure(both(madeUpRounds()), {
    ...conditions,
    rounds: 'rounds',
    rows: ['placement', 'threads'],
    xTitle: 'share',
    rowTitle: 'Condition',
  }),
};

const dots = (marks: readonly Mark[], figure: string) =>
  marks.filter((mark): mark is DotMark => mark.mark === 'dots' && mark.figure === figure && mark.points.length > 0);
/** The measured end of each dot: along the axis that its interval lies on. */
const valuesOf = (marks: readonly DotMark[]) =>
  marks.map(({ points, interval }) =>
    points.map(({ x, y }) => Number(interval === 'x' || typeof y === 'string' ? x : y)),
  );

describe.each(Object.entries(figures))('%s', (title, { spec, table: rows }) => {
  const [measured, yours] = [dots(spec.marks, 'measured'), dots(spec.marks, 'yours')];

  test('every measured value has a triangle with the reader’s beside it', () => {
    expect(yours.length).toBeGreaterThan(0);
    expect(valuesOf(yours)).toEqual(valuesOf(measured).map((values) => values.map((value) => value * YOUR_FACTOR)));
  });

  test('none lies in the place of another, and the key has one word for them', () => {
    const place = ({ lane, beside }: DotMark) => `${lane ?? 0} ${beside ?? 0}`;
    expect(new Set([...measured, ...yours].map(place)).size).toBe(measured.length + yours.length);
    const entries = keyOf(spec.marks).filter(({ figure }) => figure === 'yours');
    expect(entries.map(({ text, quiet }) => [/your machine/.test(text), quiet])).toEqual(
      entries.map(() => [true, false]),
    );
    expect(keyOf(spec.marks).some(({ figure }) => figure === 'measured')).toBe(true);
  });

  test('the table names the machines', () => {
    expect(rows.head[0]).toBe('Machine');
    expect(new Set(rows.rows.map(([machine]) => machine)).has('your machine')).toBe(true);
  });

  test('every dot names the row of the table that says what it comes to, and on which machine', () => {
    const all = spec.marks.filter((mark): mark is DotMark => mark.mark === 'dots');
    const unit = title === 'in strips' ? 'share' : 'items';
    for (const [mark, values] of all.map((one) => [one, valuesOf([one])[0]!] as const)) {
      expect(mark.rows).toHaveLength(mark.points.length);
      values.forEach((value, index) => {
        const row = rows.rows[mark.rows![index]!]!;
        expect([...row, mark.each?.[index] ?? ''].join(' ')).toContain(formatBare(value, unit));
        if (mark.figure === 'measured' || mark.figure === 'yours')
          expect(row[0]).toBe(mark.figure === 'yours' ? 'your machine' : 'made-up');
      });
    }
  });

  test('nothing that was published, computed or predicted is drawn twice', () => {
    const others = spec.marks.filter(({ figure }) => figure !== 'measured' && figure !== 'yours');
    expect(new Set(others.map((mark) => JSON.stringify(mark))).size).toBe(others.length);
  });
});

test('figures that agree with the published ones are drawn as the reader’s all the same', () => {
  const [record, same] = [madeUpRecord(), asYours(madeUpRecord())];
  const { spec } = recordFigure([record, same], { ...table, x: 'servers', y: 'p99_items' });
  expect(valuesOf(dots(spec.marks, 'yours'))).toEqual(valuesOf(dots(spec.marks, 'measured')));
  const figuresOf = ({ series }: MeasurementRecord) => series;
  expect(alikeApart([record, same], figuresOf).map(({ records }) => records.map(machineOf))).toEqual([
    ['made-up'],
    ['your machine'],
  ]);
  expect(alike([record, same], figuresOf).map(({ records }) => records.map(machineOf))).toEqual([
    ['made-up', 'your machine'],
  ]);
});

describe('what a figure lacks of the reader’s run', () => {
  const [record, whole] = both(madeUpRecord());
  const options = { ...table, x: 'servers', y: 'p99_items' };
  const some = asYours(measuredElsewhere(record));
  some.series[0]!.points.splice(1, 1);
  const none = asYours({ ...record, series: [{ ...record.series[0]!, points: [] }] });

  test.each([
    ['nothing', whole, undefined],
    ['a point', some, 'Your run has 1 of the 2 points here.'],
    ['every point', none, 'Your run has nothing to draw here.'],
  ])('%s', (_, yours, says) => {
    const records = [record, yours];
    expect(shortfallOf(yours, records, recordFigure(records, options).table)).toBe(says);
  });

  test('a run that is not drawn', () => {
    expect(shortfallOf(whole, [record], recordFigure([record], options).table)).toBe(
      'Your run has nothing to draw here.',
    );
    expect(shortfallOf(whole, [record])).toBe('Your run has nothing to draw here.');
  });
});
