import fc from 'fast-check';
import { parse } from 'node-html-parser';
import { describe, expect, test } from 'vitest';
import { chart, drawChart, textWidth, type ChartSpec } from './chart.ts';
import { formatBytes } from './format.ts';
import { spec } from './made-up-chart.ts';

describe('ticks', () => {
  const ticks = (over: Partial<ChartSpec>) =>
    parse(chart(spec(over), { width: 480, height: 400 }))
      .querySelectorAll('.mt-tick')
      .map((tick) => tick.text);

  test('a linear axis has round numbers with thousands separators', () => {
    expect(ticks({ x: { kind: 'linear', title: '', domain: [0, 4000] } }).slice(0, 5)).toEqual([
      '0',
      '1,000',
      '2,000',
      '3,000',
      '4,000',
    ]);
  });

  test('a logarithmic axis has powers of ten where there is no room for more', () => {
    expect(ticks({ y: { kind: 'log', title: '', domain: [1, 10_000] } }).slice(-5)).toEqual([
      '1',
      '10',
      '100',
      '1,000',
      '10,000',
    ]);
  });

  test.each([
    // A power of ten alone would not show the scale.
    [[0.56, 1.6], 800, ['0.6', '0.7', '0.8', '0.9', '1']],
    [[0.56, 1.6], 300, ['0.7', '1']],
    [[0.56, 3.3], 300, ['1', '2']],
    [[0.94, 1.07], 800, ['0.94', '0.96', '0.98', '1', '1.02', '1.04', '1.06']],
    [[1.1, 1.9], 300, ['1.2', '1.4', '1.6', '1.8']],
    [[0.5, 2], 800, ['0.5', '1', '2']],
    [[3, 90], 800, ['5', '10', '20', '50']],
  ] as const)('a logarithmic axis over %j, %i pixels wide, has labels that tell its scale', (domain, width, texts) => {
    const x = { kind: 'log' as const, title: '', domain };
    const labels = parse(chart(spec({ x }), { width })).querySelectorAll('.mt-tick[text-anchor="middle"]');
    expect(labels.map((tick) => tick.text)).toEqual(texts);
  });

  test.each([10, 2] as const)(
    'a logarithmic axis to base %i that is to begin at nothing begins at its smallest value',
    (base) => {
      const drawn = drawChart(
        spec({
          y: { kind: 'log', base, title: '', domain: [0, 100] },
          marks: [{ mark: 'dots', figure: 'measured', points: [{ x: 1, y: 8, low: 0, high: 64 }] }],
        }),
        { width: 480, height: 400 },
      );
      expect(drawn.y(8)).toBeCloseTo(drawn.plot.top + drawn.plot.height);
      expect(drawn.svg).not.toMatch(/NaN|Infinity/);
    },
  );

  test('an axis of sizes that double has powers of two, as many as there is room for', () => {
    const x = { kind: 'log' as const, base: 2 as const, title: '', domain: [1, 2 ** 24] as const, format: formatBytes };
    const texts = (width: number) =>
      parse(chart(spec({ x }), { width }))
        .querySelectorAll('.mt-tick[text-anchor="middle"]')
        .map((tick) => tick.text.replace('\u00a0', ' '));
    expect(texts(360)).toEqual(['1 B', '1 KiB', '1 MiB']);
    expect(texts(640)).toEqual(['1 B', '32 B', '1 KiB', '32 KiB', '1 MiB']);
    const path = parse(chart(spec({ x }), { width: 360 }))
      .querySelector('.mt-axis')!
      .getAttribute('d')!;
    expect(path.match(/M/g)).toHaveLength(1 + 25);
  });

  test('an axis that counts in another unit is round in that one, and where its values are', () => {
    const y = { kind: 'log' as const, title: '', domain: [2 ** 20, 1000 * 2 ** 20] as const, per: 2 ** 20 };
    const drawn = drawChart(spec({ y: { ...y, format: (value) => `${value / 2 ** 20}` } }), {
      width: 480,
      height: 400,
    });
    const labels = parse(drawn.svg).querySelectorAll('.mt-tick[text-anchor="end"]');
    expect(labels.map((tick) => tick.text)).toEqual(['1', '10', '100', '1000']);
    expect(Number(labels[1]!.getAttribute('y'))).toBeCloseTo(drawn.y(10 * 2 ** 20), 0);
  });

  test('the same labels never touch, at any width', () => {
    fc.assert(
      fc.property(fc.integer({ min: 240, max: 1200 }), fc.integer({ min: 1, max: 7 }), (width, magnitude) => {
        const drawing = parse(
          chart(spec({ x: { kind: 'linear', title: '', domain: [0, 10 ** magnitude] } }), { width }),
        );
        const labels = drawing
          .querySelectorAll('.mt-tick[text-anchor="middle"]')
          .map((tick) => ({ at: Number(tick.getAttribute('x')), half: textWidth(tick.text) / 2 }));
        labels
          .slice(1)
          .forEach((label, i) => expect(label.at - label.half).toBeGreaterThan(labels[i]!.at + labels[i]!.half));
      }),
    );
  });
});
