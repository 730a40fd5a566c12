import { parse } from 'node-html-parser';
import { describe, expect, test } from 'vitest';
import { madeUpBuffers } from '@/kit/record/fixtures/buffers.ts';
import { madeUpRecord } from '@/kit/record/fixtures/record.ts';
import { madeUpRounds } from '@/kit/record/fixtures/rounds.ts';
import { series } from '@/kit/record/queries.ts';
import { assignMarks } from '@/kit/record/shown.ts';
import type { OlderSeries } from '@/kit/record/types.ts';
import { chart } from './chart.ts';
import { allSeries, seriesCsv, seriesJson } from './download.ts';
import { isOfMachine, keyOf } from './grammar.ts';
import { wordsOf } from './machines.ts';
import { recordFigure, type RecordChartOptions } from './record-chart.ts';
import { rowFigure } from './row-chart.ts';

const options: RecordChartOptions = {
  title: 'p99 by servers',
  description: 'Made up.',
  series: 'published-table',
  where: { strategy: 'random' },
  x: 'servers',
  y: 'p99_items',
};

/** The same measurements on a second machine. */
const secondRecord = () => madeUpRecord('other');

describe('a figure of several machines’ records that differ', () => {
  const slower = secondRecord();
  for (const { values } of series(slower, 'published-table').points) values['p99_items']!.value += 1;
  const records = assignMarks([madeUpRecord(), slower]);
  const asideOf = (own: Partial<RecordChartOptions>) =>
    recordFigure(records, { ...options, ...own })
      .spec.marks.filter(({ figure }) => isOfMachine(figure))
      .map(({ offset = 0 }) => offset);

  test('has the second machine’s dots beside their settings, in a mark of their own, and its name at its curve', () => {
    const { spec } = recordFigure(records, { ...options, show: ['measured'] });
    expect(spec.marks.map(({ figure, offset, label }) => [figure, offset, label])).toEqual([
      ['measured', undefined, { text: 'made-up' }],
      ['second', expect.any(Number), { text: 'other' }],
    ]);
    expect(keyOf(spec.marks, wordsOf(records)).map(({ text }) => text)).toEqual([
      'made-up, with 95% interval',
      'other, with 95% interval',
    ]);
  });

  test('moves nothing aside where a place along x was measured', () => {
    expect(asideOf({ x: 'imbalance_ratio' })).toEqual([0, 0]);
  });
});

describe('a figure of a record', () => {
  const { spec, table } = recordFigure([madeUpRecord()], options);

  test('shows what is exact, measured and published, each by its mark', () => {
    expect(spec.marks.map(({ mark, figure }) => [mark, figure])).toEqual([
      ['line', 'exact'],
      ['dots', 'measured'],
      ['dots', 'published'],
    ]);
  });

  test('has the record’s intervals', () => {
    expect(spec.marks[1]).toMatchObject({
      points: [
        { x: 10, y: 120, low: 118, high: 122 },
        { x: 13, y: 95, low: 94, high: 96 },
      ],
    });
  });

  test('joins the dots of each machine and curve by a pale line behind them, in order, where that is asked for', () => {
    const records = assignMarks([madeUpRecord(), secondRecord()]);
    for (const { values } of series(records[1]!, 'published-table').points) values['p99_items']!.value += 1;
    const { marks } = recordFigure(records, { ...options, joined: true }).spec;
    const joining = marks.filter(({ mark, quiet }) => mark === 'line' && quiet);
    const [, second] = marks.filter(({ mark, figure }) => mark === 'dots' && isOfMachine(figure));
    expect(joining).toMatchObject([
      {
        figure: 'measured',
        points: [
          [10, 120],
          [13, 95],
        ],
      },
      {
        figure: 'second',
        offset: second!.offset,
        points: [
          [10, 121],
          [13, 96],
        ],
      },
    ]);
    expect(marks.indexOf(joining[1]!)).toBeLessThan(marks.findIndex(({ mark }) => mark === 'dots'));
  });

  test('has its figures as a table', () => {
    expect(table).toEqual({
      head: ['Servers', 'Measured (items, 95% interval)', 'Exact (items)', 'Published (items)', 'n'],
      rows: [
        ['10', '120 (118–122)', '121', '122', '1,000'],
        ['13', '95 (94–96)', '95', '95', '1,000'],
      ],
    });
  });

  test('names its axes with their units', () => {
    expect([spec.x.title, spec.y.title]).toEqual(['Servers', '99th percentile (items)']);
  });

  test('can be drawn', () => expect(chart(spec, { width: 400 })).toContain('mt-mark--measured'));
});

test('curves are split by a dimension and named once', () => {
  const { spec } = recordFigure([madeUpRecord()], {
    title: 'By strategy',
    description: 'Made up.',
    series: 'published-table',
    x: 'servers',
    y: 'p99_items',
    by: 'strategy',
    names: { 'two-choices': 'two choices' },
  });
  const labels = spec.marks.map((mark) => (typeof mark.label === 'object' ? mark.label.text : mark.label));
  expect(labels.filter((label) => label !== undefined)).toEqual(['one choice', 'two choices']);
});

test('the records of several machines are drawn together and told apart in the table', () => {
  const other = secondRecord();
  for (const { values } of other.series[0]!.points) values['p99_items']!.value += 1;
  const { spec, table } = recordFigure([madeUpRecord(), other], options);
  expect(spec.marks.filter(({ figure }) => figure === 'measured')).toHaveLength(2);
  expect(table.head[0]).toBe('Machine');
  expect(new Set(table.rows.map(([machine]) => machine))).toEqual(new Set(['made-up', 'other']));
});

test('one measure can be drawn against another, with a dash where each point was predicted', () => {
  const { spec, table } = recordFigure([madeUpRounds()], {
    title: 'Share by pace',
    description: 'Made up.',
    series: 'conditions',
    x: 'read_seconds',
    y: 'collision_share',
    show: ['predicted', 'measured'],
    predictedAs: 'dashes',
  });
  expect(spec.marks).toMatchObject([
    {
      mark: 'dots',
      figure: 'predicted',
      points: [
        { x: 50e-9, y: 0.035 },
        { x: 40e-9, y: 0.025 },
      ],
    },
    {
      mark: 'dots',
      figure: 'measured',
      points: [{ x: 50e-9, y: 0.03, low: 0.02, high: 0.04 }, { x: 40e-9 }, { x: 30e-9 }],
    },
  ]);
  expect(table.rows[0]).toEqual(['50\u00a0ns', '3.0% (2.0%–4.0%)', '3.5%', '3']);
  expect(chart(spec, { width: 400 })).toContain('40\u00a0ns');
});

test('names along an axis are in order, those of all machines', () => {
  const other = madeUpRounds('other');
  for (const one of other.series[0]!.points) one.at['threads'] = one.at['threads'] === 1 ? 'moved' : 8;
  const { spec } = recordFigure([madeUpRounds(), other], {
    title: 'Threads',
    description: 'Made up.',
    series: 'conditions',
    x: 'threads',
    y: 'collision_share',
    xAxis: { kind: 'band' },
  });
  expect(spec.x).toMatchObject({ values: ['1', '2', '4', '8', 'moved'] });
  expect(spec.marks.filter(({ figure }) => figure === 'predicted')).toHaveLength(1);
});

test('a histogram is empty where the record leaves values out', () => {
  const { spec, table } = recordFigure([madeUpRounds()], {
    title: 'Increments',
    description: 'Made up.',
    series: 'increments',
    x: 'increment',
    y: 'share_of_pairs',
    as: 'histogram',
    show: ['measured'],
  });
  const [mark] = spec.marks as unknown as { bins: [number, number][]; width: number }[];
  expect(mark!.width).toBeCloseTo(1e-9, 15);
  expect(mark!.bins.map(([value, height]) => [Math.round(value * 1e9), height])).toEqual([
    [30, 0.3],
    [31, 0.3],
    [32, 0],
    [33, 0],
    [34, 0.3],
  ]);
  expect(table.rows[0]![0]).toBe('30\u00a0ns');
});

test.each([
  [{ series: 'nothing' }, /has no series nothing/],
  [{ y: 'nothing' }, /has no measure nothing/],
  [{ x: 'nothing' }, /no dimension nothing/],
])('a figure of %o says what is missing', (over, message) => {
  expect(() => recordFigure([madeUpRecord()], { ...options, ...over })).toThrow(message);
});

test('a share is written in percent, and a ratio is not', () => {
  const made = madeUpRecord();
  const [first, ...others] = made.series;
  const inUnit = (unit: string) => {
    const measures = first!.measures.map((measure) => ({ ...measure, unit }));
    const chart = { ...options, series: first!.id, y: 'imbalance_ratio' };
    return recordFigure([{ ...made, series: [{ ...first!, measures }, ...others] }], chart).table.rows[0]!;
  };
  expect(inUnit('share')).toContain('120% (118%–122%)');
  expect(inUnit('1')).toContain('1.20 (1.18–1.22)');
});

test('rows are one for each name, with intervals along x', () => {
  const { spec, table } = rowFigure([madeUpRecord()], {
    title: 'p99',
    description: 'Made up.',
    series: 'published-table',
    where: { items: 1000, servers: 13 },
    rows: 'strategy',
    measure: 'p99_items',
    scale: 'log',
  });
  expect(spec.y).toMatchObject({ kind: 'band', values: ['one choice', 'two choices'] });
  expect(spec.marks[0]).toMatchObject({
    interval: 'x',
    points: [
      { x: 95, y: 'one choice', low: 94, high: 96 },
      { x: 80, y: 'two choices' },
    ],
  });
  expect(table.rows).toEqual([
    ['one choice', '95', '94–96', '1,000'],
    ['two choices', '80', '79–81', '1,000'],
  ]);
});

describe('downloads', () => {
  test('CSV has a row for each machine and point, and nothing is rounded', () => {
    expect(seriesCsv([madeUpRecord(), secondRecord()], 'published-table').split('\r\n').slice(0, 2)).toEqual([
      'machine,method,strategy,items,servers,p99_items_n,p99_items,p99_items_low,p99_items_high,p99_items_exact,p99_items_published,imbalance_ratio_n,imbalance_ratio,imbalance_ratio_low,imbalance_ratio_high,imbalance_ratio_exact',
      'made-up,2,random,1000,10,1000,120,118,122,121,122,1000,1.2,1.18,1.22,1.21',
    ]);
    expect(seriesCsv([madeUpRecord(), secondRecord()], 'published-table').trimEnd().split('\r\n')).toHaveLength(7);
  });

  /** The same record with every series measured by an older method. */
  const { series: measured, ...record } = madeUpRecord('older');
  const older = { ...record, series: [], older: measured.map((own) => ({ ...own, method: 1, method_today: 2 })) };

  test('every series is listed, and what was measured in an older way is marked, which is in no figure', () => {
    const says = 'On older it was measured in an older way (method 1; today’s is 2).';
    const series = { id: 'published-table', title: 'Items per server' };
    expect(allSeries([madeUpRecord()])).toEqual([{ ...series, older: [] }]);
    for (const records of [[older], [older, madeUpRecord()]])
      expect(allSeries(records)).toEqual([{ ...series, older: [says] }]);
    expect(() => recordFigure([older], options)).toThrow('measured in an older way');
  });

  test('what was measured in an older way comes behind, with its method', () => {
    const rows = seriesCsv([older, madeUpRecord()], 'published-table').trimEnd().split('\r\n').slice(1);
    expect(rows.map((row) => row.split(',').slice(0, 2).join())).toEqual([
      ...Array.from({ length: 3 }, () => 'made-up,2'),
      ...Array.from({ length: 3 }, () => 'older,1'),
    ]);
    const read = JSON.parse(seriesJson([older, madeUpRecord()], 'published-table')) as { series: OlderSeries }[];
    expect(read.map(({ series: { method, method_today: today } }) => [method, today])).toEqual([
      [2, undefined],
      [1, 2],
    ]);
    expect(() => seriesCsv([older], 'planner')).toThrow('no record has a series planner');
  });

  test('JSON has the series with the provenance to judge it by', () => {
    const [record] = JSON.parse(seriesJson([madeUpRecord()], 'published-table')) as [Record<string, unknown>];
    expect(Object.keys(record)).toEqual(['experiment', 'provenance', 'series']);
    expect(record['series']).toEqual(madeUpRecord().series[0]);
  });
});

describe('a figure of sizes and throughputs', () => {
  const { spec, table } = recordFigure([madeUpBuffers()], {
    title: 'Throughput by buffer',
    description: 'Made up.',
    series: 'devices',
    x: 'buffer_bytes',
    y: 'throughput_bytes_per_second',
    xAxis: { kind: 'log' },
    yAxis: { kind: 'log' },
  });

  test('counts sizes in powers of two, and throughput in mebibytes per second', () => {
    const ticks = parse(chart(spec, { width: 640 }))
      .querySelectorAll('.mt-tick')
      .map((tick) => tick.text.replace('\u00a0', ' '));
    expect(ticks).toEqual(expect.arrayContaining(['1 B', '1 KiB', '1 MiB', '1', '10', '1,000']));
    expect(spec.y.title).toBe('Throughput (MiB/s)');
  });

  test('writes both with their units in the table', () =>
    expect(table.rows.map((row) => row.map((cell) => cell.replaceAll('\u00a0', ' ')).slice(0, 2))).toEqual([
      ['1 B', '1 MiB/s (0.9 MiB/s–1.1 MiB/s)'],
      ['1 KiB', '10 MiB/s (9 MiB/s–11 MiB/s)'],
      ['64 KiB', '100 MiB/s (90 MiB/s–110 MiB/s)'],
      ['1 MiB', '1,000 MiB/s (900 MiB/s–1,100 MiB/s)'],
    ]));
});
