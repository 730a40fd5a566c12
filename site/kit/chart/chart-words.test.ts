import { parse } from 'node-html-parser';
import { describe, expect, test } from 'vitest';
import { chart, type ChartSpec, type Mark } from './chart.ts';
import { spec } from './made-up-chart.ts';
import { ownTable } from './point-words.ts';

const drawing = (over: Partial<ChartSpec>) => parse(chart(spec(over), { width: 600 })).querySelector('svg')!;
const tableIn = (svg: ReturnType<typeof drawing>) => ownTable(svg.getAttribute('data-own-table')!);
const rowsIn = (svg: ReturnType<typeof drawing>) =>
  svg.querySelectorAll('[data-rows]').map((mark) => mark.getAttribute('data-rows')!.split(' '));

const line: Mark = {
  mark: 'line',
  figure: 'exact',
  label: 'any <server>',
  points: [
    [0, 0],
    [10, 60],
    [20, 100],
  ],
};
const dots: Mark = {
  mark: 'dots',
  figure: 'measured',
  points: [
    { x: 5, y: 25, low: 20, high: 30 },
    { x: 6, y: 200 },
    { x: 7, y: 200, low: 90, high: 300 },
  ],
};

describe('a chart without a table of its figure', () => {
  const y: ChartSpec['y'] = {
    kind: 'linear',
    title: 'Items',
    domain: [0, 100],
    format: (value) => `~${value}`,
    reads: (value) => ` ${value} items`,
  };

  test('carries one of the points that it draws, as they are read', () => {
    const svg = drawing({ y, marks: [line, dots] });
    expect(tableIn(svg)).toEqual({
      head: ['', 'Servers', 'Items', '95% interval'],
      rows: [
        ['any <server>', '0', '0 items', ''],
        ['any <server>', '10', '60 items', ''],
        ['', '5', '25 items', '20 items–30 items'],
        ['', '7', '200 items', '90 items–300 items'],
      ],
    });
    expect(rowsIn(svg)).toEqual([
      ['0', '1'],
      ['2', '3'],
    ]);
  });

  test('tells where on a line they are', () => {
    const [at] = drawing({ marks: [line] }).querySelectorAll('[data-at]');
    expect(at!.getAttribute('data-at')).toMatch(/^\d+,\d+ \d+,\d+$/);
  });

  test('has a bar for a dot out of sight, and says that it stands alone', () => {
    const [first, alone] = drawing({ marks: [dots] }).querySelectorAll('.mt-interval');
    expect([first!.hasAttribute('data-alone'), alone!.hasAttribute('data-alone')]).toEqual([false, true]);
  });

  test('reads only the points that it takes to draw a smooth line, and the top of every bin', () => {
    const points = Array.from({ length: 101 }, (_, i) => [i / 10, i / 2] as const);
    const bins = [4, 5, 6].map((value) => [value, 10 * value] as const);
    const svg = drawing({
      marks: [
        { mark: 'line', figure: 'exact', points },
        { mark: 'histogram', figure: 'live', width: 1, bins },
      ],
    });
    expect(rowsIn(svg).map(({ length }) => length)).toEqual([2, 3]);
  });
});

describe('a chart of a figure with a table', () => {
  const rows = [4, undefined, 6];

  test('names its rows, of the dots that are drawn', () => {
    const svg = drawing({ marks: [{ ...dots, rows, each: ['a', 'b', 'c & d'] }] });
    expect(rowsIn(svg)).toEqual([['4', '6']]);
    expect(svg.querySelector('[data-rows]')!.getAttribute('data-each')).toBe('a|c & d');
    expect(svg.hasAttribute('data-own-table')).toBe(false);
  });

  test('says of a dot that it has no row', () => {
    expect(rowsIn(drawing({ marks: [{ ...dots, rows: [undefined, undefined, 6] }] }))).toEqual([['-', '6']]);
  });

  test('reads a line at each of its points, but not where dots say the same', () => {
    const points = [0, 1, 2, 3].map((x) => [x, 10 * x] as const);
    const along: Mark = { mark: 'line', figure: 'exact', points, rows: [4, 5, 6, 7] };
    expect(rowsIn(drawing({ marks: [along] }))).toEqual([['4', '5', '6', '7']]);
    expect(rowsIn(drawing({ marks: [along, { ...dots, rows }] }))).toEqual([
      ['5', '7'],
      ['4', '6'],
    ]);
  });

  test('says whether its points follow each other down', () => {
    expect(drawing({}).hasAttribute('data-down')).toBe(false);
    const y: ChartSpec['y'] = { kind: 'band', title: '', values: ['a'] };
    const points = [{ x: 5, y: 'a', low: 1, high: 6 }];
    const svg = drawing({ y, marks: [{ mark: 'dots', figure: 'measured', interval: 'x', points }] });
    expect(svg.hasAttribute('data-down')).toBe(true);
    expect(tableIn(svg).rows).toEqual([['', '5', 'a', '1–6']]);
  });
});
