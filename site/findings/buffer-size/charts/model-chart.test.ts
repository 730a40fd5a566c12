import { parse } from 'node-html-parser';
import { describe, expect, test } from 'vitest';
import { madeUpBuffers } from '@/kit/record/fixtures/buffers.ts';
import { measuredElsewhere, YOUR_FACTOR } from '@/kit/record/fixtures/yours.ts';
import { asYours, together } from '@/kit/record/shown.ts';
import { chart, drawChart } from '@/kit/chart/chart.ts';
import { modelFigure, type ModelChartOptions } from './model-chart.ts';

const MIB = 2 ** 20;
const options: ModelChartOptions = {
  title: 'Throughput by buffer',
  description: 'Made up.',
  source: 'zero',
  laws: { linear: 'two costs', knee: 'and a cache' },
};
const plain = (cells: readonly string[]) => cells.map((cell) => cell.replaceAll('\u00a0', ' '));

/** A record without a measure at some of its points. */
function without(id: string, measure: string, size: number) {
  const record = madeUpBuffers();
  for (const { at, values } of record.series.find((one) => one.id === id)!.points) {
    if (at['buffer_bytes'] === size) delete values[measure];
  }
  return record;
}

describe('throughput and the fitted laws', () => {
  const { spec, table } = modelFigure([madeUpBuffers()], options);

  test('are drawn with areas behind, the last law in front of the others, and the points on top, joined by a pale line', () =>
    expect(spec.marks.map(({ mark, figure, quiet, label }) => [mark, figure, quiet ?? false, label])).toEqual([
      ['band', 'predicted', true, undefined],
      ['band', 'predicted', false, undefined],
      ['line', 'published', false, 'published'],
      ['line', 'predicted', true, 'two costs'],
      ['line', 'predicted', false, 'and a cache'],
      ['line', 'measured', true, undefined],
      ['dots', 'measured', false, undefined],
      ['dots', 'published', false, undefined],
    ]));

  test('have the record’s values and intervals', () => {
    expect(spec.marks[5]).toMatchObject({
      points: [[1, MIB], expect.anything(), [65_536, 100 * MIB], expect.anything()],
    });
    expect(spec.marks[6]).toMatchObject({ points: [{ x: 1, y: MIB, low: 0.9 * MIB, high: 1.1 * MIB }, {}, {}, {}] });
    expect(spec.marks[1]).toMatchObject({
      points: [
        [1, expect.closeTo(0.99 * MIB), expect.closeTo(1.21 * MIB)],
        expect.anything(),
        expect.anything(),
        expect.anything(),
      ],
    });
    expect(spec.marks[7]).toMatchObject({ points: [{ x: MIB, y: 500 * MIB }] });
  });

  test('have the published law where its coefficients put it', () =>
    expect(spec.marks[2]).toMatchObject({
      points: [
        [1, 1 / (2e-7 + 2e-11)],
        [1024, 1024 / (2e-7 + 1024 * 2e-11)],
        [65_536, 65_536 / (2e-7 + 65_536 * 2e-11)],
        [MIB, MIB / (2e-7 + MIB * 2e-11)],
      ],
    }));

  test('lie in the drawing where the axes say', () => {
    const drawn = drawChart(spec, { width: 600 });
    const dots = parse(drawn.svg).querySelectorAll('.mt-mark--measured');
    expect(dots).toHaveLength(4);
    expect(Number(dots[2]!.getAttribute('cx'))).toBeCloseTo(drawn.x(65_536), 0);
    expect(Number(dots[2]!.getAttribute('cy'))).toBeCloseTo(drawn.y(100 * MIB), 0);
  });

  test('stand in the table', () => {
    expect(plain(table.head)).toEqual([
      'Buffer',
      'Measured (95% interval)',
      'n',
      'two costs',
      'and a cache',
      'Published',
    ]);
    expect(plain(table.rows[3]!)).toEqual([
      '1 MiB',
      '1,000 MiB/s (900 MiB/s–1,100 MiB/s)',
      '7',
      '1,200 MiB/s (1,080 MiB/s–1,320 MiB/s)',
      '1,100 MiB/s (990 MiB/s–1,210 MiB/s)',
      '500 MiB/s',
    ]);
  });

  test('leave out what was not measured, and never draw what is not a number', () => {
    const { spec: holed } = modelFigure([without('devices', 'throughput_bytes_per_second', 1024)], options);
    expect(holed.marks[6]).toMatchObject({ points: [{ x: 1 }, { x: 65_536 }, { x: MIB }] });
    const spoilt = madeUpBuffers();
    spoilt.series[1]!.points[1]!.values = {
      throughput_bytes_per_second: { n: 7, value: NaN, low: -1, high: Infinity },
    };
    expect(chart(modelFigure([spoilt], options).spec, { width: 400 })).not.toMatch(/NaN|Infinity/);
  });

  test('do without published figures of a device that has none', () => {
    const bare = madeUpBuffers();
    for (const one of bare.series) for (const at of one.points) delete at.published;
    expect(modelFigure([bare], options).spec.marks.some(({ figure }) => figure === 'published')).toBe(false);
  });

  test('refuse a device or a law that the record has not', () => {
    expect(() => modelFigure([madeUpBuffers()], { ...options, source: 'null' })).toThrow('no points of null');
    expect(() => modelFigure([], options)).toThrow('no record');
  });
});

test('a machine that is laid beside has dots of its own, and no law', () => {
  const record = madeUpBuffers();
  const { spec, table } = modelFigure(together([record, asYours(measuredElsewhere(record))]), options);
  const { spec: ours } = modelFigure([record], options);
  const dots = spec.marks.flatMap((mark) => (mark.mark === 'dots' && mark.figure === 'second' ? mark.points : []));
  const measured = ours.marks.flatMap((mark) =>
    mark.mark === 'dots' && mark.figure === 'measured' ? mark.points : [],
  );
  expect(dots.map(({ x, y }) => [x, y])).toEqual(measured.map(({ x, y }) => [x, Number(y) * YOUR_FACTOR]));
  expect(spec.marks.filter(({ figure }) => figure !== 'second')).toEqual(ours.marks);
  expect(table.rows.map(([machine]) => machine)).toEqual([
    ...Array(4).fill('made-up'),
    ...Array(4).fill('your machine'),
  ]);
});
