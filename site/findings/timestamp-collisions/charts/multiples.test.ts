import { describe, expect, test } from 'vitest';
import { madeUpRounds } from '@/kit/record/fixtures/rounds.ts';
import { chart } from '@/kit/chart/chart.ts';
import { allCores } from '@/kit/chart/machines.ts';
import { multiplesFigure, type MultiplesOptions } from './multiples.ts';
import { rowFigure } from '@/kit/chart/row-chart.ts';

const options: MultiplesOptions = {
  title: 'Costs',
  description: 'Made up.',
  series: 'identifiers',
  each: 'scheme',
  names: { shared: 'With a lock', bare: 'Without' },
  x: 'threads',
  measure: 'cost_seconds',
};

describe('small multiples', () => {
  const { charts, table } = multiplesFigure([madeUpRounds()], options);

  test('are one chart for each setting, under the names and in the order given', () => {
    expect(charts.map(({ name }) => name)).toEqual(['With a lock', 'Without']);
    expect(charts[0]!.spec.title).toBe('Costs: With a lock');
  });

  test('have the same axes, which hold all of them', () => {
    expect(charts[0]!.spec.x).toEqual(charts[1]!.spec.x);
    const domainOf = (index: number) => (charts[index]!.spec.y as unknown as { domain: [number, number] }).domain;
    expect(domainOf(0)).toEqual(domainOf(1));
    const [low, high] = domainOf(0);
    expect(low).toBeLessThan(5e-9);
    expect(high).toBeGreaterThan(900e-9);
  });

  test('run along the settings in order, with intervals', () => {
    expect(charts[1]!.spec.marks).toMatchObject([
      { mark: 'line', figure: 'measured' },
      { mark: 'dots', points: [{ x: 1, y: 1e-8 }, { x: 2, y: 2e-8, low: 5e-9, high: 9e-7 }, { x: 4 }] },
    ]);
    expect(chart(charts[0]!.spec, { width: 156, height: 132 })).toContain('10\u00a0ns');
  });

  test('have one table, which tells machines apart', () => {
    expect(table.rows[0]).toEqual(['With a lock', '1', '100\u00a0ns', '5\u00a0ns–900\u00a0ns', '3']);
    const two = multiplesFigure([madeUpRounds(), madeUpRounds('other')], options);
    expect(two.table.head[0]).toBe('Machine');
    expect(two.table.rows).toHaveLength(2 * table.rows.length);
    expect(two.charts[0]!.spec.marks).toHaveLength(4);
  });
});

test('all cores are as many threads as were tried and have a processor each', () => {
  expect(allCores(madeUpRounds(), 'identifiers')).toEqual({ threads: 2 });
});

describe('a row with several values', () => {
  const { spec, table } = rowFigure([madeUpRounds()], {
    title: 'Costs',
    description: 'Made up.',
    series: 'identifiers',
    rows: 'scheme',
    measure: 'cost_seconds',
    scale: 'log',
    lanes: [
      { where: { threads: 1 }, says: 'one thread', quiet: true },
      { where: (record) => allCores(record, 'identifiers'), says: 'all cores' },
    ],
  });

  test('has them side by side, the background one first', () => {
    expect(spec.marks).toMatchObject([
      {
        quiet: true,
        says: 'one thread',
        points: [
          { x: 1e-8, y: 'bare' },
          { x: 1e-7, y: 'shared' },
        ],
      },
      {
        says: 'all cores',
        points: [
          { x: 2e-8, y: 'bare' },
          { x: 2e-7, y: 'shared' },
        ],
      },
    ]);
    const [one, other] = spec.marks as unknown as { lane: number }[];
    expect(one!.lane).toBe(-other!.lane);
  });

  test('says in its table which is which', () => {
    expect(table.head).toEqual(['scheme', 'Which', 'cost_seconds', '95% interval', 'n']);
    expect(table.rows[0]!.slice(0, 3)).toEqual(['bare', 'one thread', '10\u00a0ns']);
  });
});
