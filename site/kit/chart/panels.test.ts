import { describe, expect, test } from 'vitest';
import { madeUpSockets } from '@/kit/record/fixtures/sockets.ts';
import { chart, type DotMark, type LineMark } from './chart.ts';
import { keyOf } from './grammar.ts';
import { panelsFigure, type PanelsOptions } from './panels.ts';

const options: PanelsOptions = {
  title: 'Round trips',
  description: 'Made up.',
  series: 'ping-pong',
  measure: 'p50_seconds',
  x: 'message_bytes',
  panels: [
    { name: 'p50, all cores', at: { cores: 'all' } },
    { name: 'p99, all cores', at: { cores: 'all' }, measure: 'p99_seconds' },
  ],
  curves: [
    { name: 'TCP', at: { transport: 'tcp' }, quiet: true },
    { name: 'Unix', at: { transport: 'unix' } },
  ],
  xAxis: { kind: 'log' },
  yAxis: { kind: 'log' },
};

const dotsOf = (marks: readonly unknown[]) =>
  (marks as readonly (DotMark | LineMark)[]).filter((mark) => mark.mark === 'dots');

describe('panels', () => {
  const { panels, table } = panelsFigure([madeUpSockets()], options);

  test('each have every curve, in the order of x', () => {
    expect(panels.map(({ name }) => name)).toEqual(['p50, all cores', 'p99, all cores']);
    const [tcp, unix] = dotsOf(panels[0]!.spec.marks);
    expect(tcp!.points.map(({ x, y }) => [x, y])).toEqual([
      [1, 1e-5],
      [1024, 2e-5],
    ]);
    expect([tcp!.quiet, unix!.quiet]).toEqual([true, false]);
    expect(dotsOf(panels[1]!.spec.marks)[0]!.points[0]!.y).toBeCloseTo(3e-5);
  });

  test('share their axes, which hold every interval of all of them', () => {
    const domainOf = (axis: unknown) => (axis as { domain: [number, number] }).domain;
    const [first, second] = panels.map(({ spec }) => spec);
    expect(domainOf(first!.x)).toEqual(domainOf(second!.x));
    expect(domainOf(first!.y)).toEqual(domainOf(second!.y));
    const [low, high] = domainOf(first!.y);
    expect(low).toBeLessThan(0.9 * 8e-6);
    expect(high).toBeGreaterThan(1.1 * 6e-5);
  });

  test('draw a third curve’s values as rings, in the key, too', () => {
    const curves = [...options.curves, { name: 'pipe', at: { transport: 'tcp' }, hollow: true }];
    const { marks } = panelsFigure([madeUpSockets()], { ...options, curves }).panels[0]!.spec;
    expect(dotsOf(marks).map(({ hollow = false }) => hollow)).toEqual([false, false, true]);
    expect(chart({ ...panels[0]!.spec, marks }, { width: 280, height: 220 })).toMatch(/<g class="mt-hollow"/);
    expect(keyOf(dotsOf(marks)).map(({ text, hollow = false }) => [text, hollow])).toEqual([
      ['TCP', false],
      ['Unix', false],
      ['pipe', true],
    ]);
  });

  test('leave out ticks that no value reaches', () => {
    const yAxis = { kind: 'log', ticks: [1e-9, 1e-5, 1] } as const;
    expect(panelsFigure([madeUpSockets()], { ...options, yAxis }).panels[0]!.spec.y).toMatchObject({ ticks: [1e-5] });
  });

  test('draw what was predicted as dashes, where it was', () => {
    const predicted = panels.map(({ spec }) => spec.marks.filter(({ figure }) => figure === 'predicted').length);
    expect(predicted).toEqual([1, 0]);
    expect(chart(panels[0]!.spec, { width: 280, height: 220 })).toContain('mt-stroke--predicted');
  });

  test('name each curve where it ends', () => {
    const svg = chart(panels[0]!.spec, { width: 280, height: 220 });
    for (const name of ['TCP', 'Unix']) expect(svg.split(`>${name}<`)).toHaveLength(2);
  });

  test('have their figures as a table, sizes as sizes', () => {
    expect(table.head).toEqual(['Panel', 'Curve', 'message_bytes', 'Measured', '95% interval', 'n', 'Predicted']);
    expect(table.rows).toHaveLength(8);
    expect(table.rows[1]).toEqual([
      'p50, all cores',
      'TCP',
      '1\u00a0KiB',
      '20\u00a0µs',
      '18\u00a0µs–22\u00a0µs',
      '9',
      '',
    ]);
    expect(table.rows[2]!.at(-1)).toBe('8.40\u00a0µs');
  });
});

test('several machines are drawn together, and each curve is named once', () => {
  const { panels, table } = panelsFigure([madeUpSockets(), madeUpSockets('other')], options);
  const svg = chart(panels[0]!.spec, { width: 280, height: 220 });
  for (const name of ['TCP', 'Unix']) expect(svg.split(`>${name}<`)).toHaveLength(2);
  expect(dotsOf(panels[0]!.spec.marks)).toHaveLength(4);
  expect(table.head[0]).toBe('Machine');
});

test('what is missing stops the build', () => {
  expect(() => panelsFigure([], options)).toThrow('no record');
  expect(() => panelsFigure([madeUpSockets()], { ...options, x: 'nothing' })).toThrow('no dimension nothing');
  expect(() => panelsFigure([madeUpSockets()], { ...options, measure: 'speed' })).toThrow('no measure speed');
  const nobody = [{ name: 'QUIC', at: { transport: 'quic' } }];
  expect(() => panelsFigure([madeUpSockets()], { ...options, curves: nobody })).toThrow('no points');
});
