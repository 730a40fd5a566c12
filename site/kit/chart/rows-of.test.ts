import { describe, expect, test } from 'vitest';
import { madeUpSockets } from '@/kit/record/fixtures/sockets.ts';
import type { DotMark } from './chart.ts';
import { keyOf } from './grammar.ts';
import { hasRows, rowsOfFigure, type RowsOfOptions } from './rows-of.ts';

const options: RowsOfOptions = {
  title: 'Ratios',
  description: 'Made up.',
  series: 'ratios',
  measure: 'ratio',
  xTitle: 'Unix ÷ TCP',
  rowTitle: 'Pattern',
  scale: 'linear',
  rows: [
    { name: 'Per message', at: { pattern: 'per-message', bytes: 12 } },
    { name: 'Nobody measured', at: { pattern: 'nothing' } },
    { name: 'Behind a proxy', series: 'proxy-ratios', at: { server: 'rust', keepalive: 'with' } },
    { name: 'In a container', series: 'docker-ratios', at: { path: 'bind-mounted' } },
  ],
  lanes: [
    { name: 'all cores', at: { cores: 'all' } },
    { name: 'one core', at: { cores: 'one' }, quiet: true },
  ],
};

const marks = (records: Parameters<typeof rowsOfFigure>[0]) =>
  rowsOfFigure(records, options).spec.marks as readonly DotMark[];

describe('rows named one by one', () => {
  test('stand in their order, without those that no record has', () => {
    expect(rowsOfFigure([madeUpSockets()], options).spec.y).toMatchObject({
      values: ['Per message', 'Behind a proxy'],
    });
  });

  test('have their lanes side by side, and one value where the series knows no lanes', () => {
    const [all, one] = marks([madeUpSockets()]).filter(({ figure }) => figure === 'measured');
    expect(all!.points).toEqual([
      { x: 1.5, y: 'Per message', low: 1.35, high: 1.6500000000000001 },
      { x: 1.1, y: 'Behind a proxy', low: 0.9900000000000001, high: 1.2100000000000002 },
    ]);
    expect(one!.points.map(({ x, y }) => [x, y])).toEqual([[2.5, 'Per message']]);
    expect(one!.lane).toBeGreaterThan(all!.lane!);
  });

  test('set what was predicted and published where the value stands that it is about', () => {
    const found = marks([madeUpSockets()]);
    const one = found.find(({ says }) => says === 'one core')!;
    for (const [figure, x] of [
      ['predicted', 2.4],
      ['published', 2.2],
    ] as const) {
      const mark = found.find((candidate) => candidate.figure === figure)!;
      expect(mark.points).toEqual([{ x, y: 'Per message' }]);
      expect(mark.lane).toBe(one.lane);
    }
  });

  test('say in the key which lane is which', () => {
    expect(keyOf(marks([madeUpSockets()]))).toEqual([
      { figure: 'measured', text: 'all cores', quiet: false },
      { figure: 'measured', text: 'one core', quiet: true },
      { figure: 'predicted', text: 'predicted', quiet: false },
      { figure: 'published', text: 'published', quiet: false },
    ]);
  });

  test('have an axis that holds every interval and every published value', () => {
    const [low, high] = (rowsOfFigure([madeUpSockets()], options).spec.x as unknown as { domain: [number, number] })
      .domain;
    expect(low).toBe(0);
    expect(high).toBeGreaterThan(2.75);
  });

  test('have a logarithmic axis that begins above nothing, where an interval reaches down to it', () => {
    const record = madeUpSockets();
    Object.assign(record.series[0]!.points[0]!.values['ratio']!, { low: 0, value: 0.5 });
    const { x } = rowsOfFigure([record], { ...options, scale: 'log' }).spec;
    const [low] = (x as unknown as { domain: [number, number] }).domain;
    expect(low).toBeGreaterThan(0);
    // The domain includes the value itself, though no interval's end is as small.
    expect(low).toBeLessThan(0.5);
  });

  test('have their figures as a table', () => {
    const { head, rows } = rowsOfFigure([madeUpSockets()], options).table;
    expect(head).toEqual(['Pattern', 'Which', 'Measured', '95% interval', 'n', 'Predicted', 'Published']);
    expect(rows).toEqual([
      ['Per message', 'all cores', '1.50', '1.35–1.65', '9', '', ''],
      ['Per message', 'one core', '2.50', '2.25–2.75', '9', '2.40', '2.20'],
      ['Behind a proxy', 'all cores', '1.10', '0.990–1.21', '9', '', ''],
    ]);
  });
});

test('two machines share the rows, and what is published stands there once', () => {
  const found = marks([madeUpSockets(), madeUpSockets('other')]);
  expect(new Set(found.filter(({ figure }) => figure === 'measured').map(({ lane }) => lane)).size).toBe(4);
  expect(found.filter(({ figure }) => figure === 'published')).toHaveLength(1);
  const { head, rows } = rowsOfFigure([madeUpSockets(), madeUpSockets('other')], options).table;
  expect(head[0]).toBe('Machine');
  expect(new Set(rows.map(([machine]) => machine))).toEqual(new Set(['made-up', 'other']));
  expect(keyOf(marks([madeUpSockets(), madeUpSockets('other')])).map(({ text }) => text)).toEqual(
    expect.arrayContaining(['all cores, made-up', 'one core, made-up']),
  );
});

test('a record without any of the rows has nothing to draw', () => {
  const rows = options.rows.slice(3);
  expect(hasRows([madeUpSockets()], options)).toBe(true);
  expect(hasRows([madeUpSockets()], { ...options, rows })).toBe(false);
  expect(() => rowsOfFigure([madeUpSockets()], { ...options, rows })).toThrow('no record has a row of “Ratios”');
});

test('a row that is several points, or asks for a measure that there is not, stops the build', () => {
  const several = [{ name: 'Per message', at: { pattern: 'per-message' } }];
  const anywhere = [{ name: 'anywhere', at: {} }];
  expect(() => rowsOfFigure([madeUpSockets()], { ...options, rows: several, lanes: anywhere })).toThrow('is 2 points');
  expect(() => rowsOfFigure([madeUpSockets()], { ...options, measure: 'speed' })).toThrow('has no measure speed');
});
