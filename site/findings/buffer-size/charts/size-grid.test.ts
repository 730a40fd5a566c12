import { parse } from 'node-html-parser';
import { describe, expect, test } from 'vitest';
import { madeUpBuffers, madeUpThroughput, SIZES } from '@/kit/record/fixtures/buffers.ts';
import { measuredElsewhere, YOUR_FACTOR } from '@/kit/record/fixtures/yours.ts';
import { asYours, together } from '@/kit/record/shown.ts';
import { drawChart } from '@/kit/chart/chart.ts';
import {
  cellAt,
  gridTable,
  intoGrid,
  longValue,
  readingOf,
  shadeOf,
  SHADES,
  shortValue,
  sizeGrid,
  sliceSpec,
} from './size-grid.ts';

const MIB = 2 ** 20;
const options = {
  series: 'sockets',
  measure: 'throughput_bytes_per_second',
  names: { unix: 'Unix', tcp: 'TCP' },
};
const grid = sizeGrid([madeUpBuffers()], options);
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

/** The measures of the record's cell, so that tests can take one away or spoil it. */
function spoiled(change: (values: Record<string, unknown>) => void) {
  const record = madeUpBuffers();
  const point = record.series
    .find(({ id }) => id === 'sockets')!
    .points.find(({ at }) => at['transport'] === 'unix' && at['read_bytes'] === 2048 && at['write_bytes'] === 4096)!;
  change(point.values);
  return sizeGrid([record], options);
}

describe('the grid of a record', () => {
  test('has each value where its sizes say', () => {
    expect([grid.reads, grid.writes]).toEqual([[...SIZES], [...SIZES]]);
    for (const [index, transport] of ['unix', 'tcp'].entries()) {
      SIZES.forEach((read, row) =>
        SIZES.forEach((write, column) => {
          const value = madeUpThroughput(transport, read, write) * MIB;
          expect(grid.surfaces[index]!.cells[row]![column]).toEqual([value, value * 0.9, value * 1.1]);
        }),
      );
    }
    expect(grid.most).toBe(madeUpThroughput('unix', 4096, 4096) * MIB);
  });

  test('does not depend on the order of the points', () => {
    const record = madeUpBuffers();
    record.series.forEach(({ points }) => points.reverse());
    expect(sizeGrid([record], options)).toEqual(grid);
  });

  test('has a hole where nothing was measured, and says so', () => {
    const holed = spoiled((values) => delete values['throughput_bytes_per_second']);
    const hole = cellAt(holed, 2048, 4096);
    expect(holed.surfaces[0]!.cells[hole.row]![hole.column]).toBeNull();
    expect(readingOf(holed, hole)).toContain('Unix: not measured; TCP 204');
    expect(gridTable(holed).rows).toHaveLength(2 * 9 - 1);
    const { svg } = drawChart(sliceSpec(holed, 'writes', hole), { width: 400 });
    expect(parse(svg).querySelectorAll('.mt-mark--measured')).toHaveLength(2 + 3);
  });

  test('draws nothing that is not a number from values that are none', () => {
    const spoilt = spoiled(
      (values) => (values['throughput_bytes_per_second'] = { n: 7, value: NaN, low: NaN, high: NaN }),
    );
    const { svg } = drawChart(sliceSpec(spoilt, 'writes', cellAt(spoilt, 2048, 4096)), { width: 400 });
    expect(svg).not.toMatch(/NaN|Infinity/);
    expect(spoilt.most).toBe(grid.most);
  });

  test('escapes names on their way into a drawing', () => {
    const hostile = sizeGrid([madeUpBuffers()], { ...options, names: { unix: '<script>alert(1)</script>' } });
    const { svg } = drawChart(sliceSpec(hostile, 'reads', { row: 0, column: 0 }), { width: 400 });
    expect(svg).not.toContain('<script');
  });

  test('refuses a measure or a transport that is not there', () => {
    expect(() => sizeGrid([madeUpBuffers()], { ...options, measure: 'speed' })).toThrow('no measure speed');
    expect(() => sizeGrid([madeUpBuffers()], { ...options, names: { pipe: 'Pipe' } })).toThrow('no points of pipe');
    expect(() => sizeGrid([], options)).toThrow('no record');
  });
});

describe('a slice', () => {
  const at = cellAt(grid, 2048, 4096);

  test.each([
    ['writes', 'Reads of 2 KiB, by write size', SIZES.map((write) => madeUpThroughput('unix', 2048, write))],
    ['reads', 'Writes of 4 KiB, by read size', SIZES.map((read) => madeUpThroughput('unix', read, 4096))],
  ] as const)('along %s has the values of its cells, with their intervals', (along, title, values) => {
    const spec = sliceSpec(grid, along, at);
    expect(plain(spec.title)).toBe(title);
    const dots = spec.marks.filter(({ mark }) => mark === 'dots');
    expect(dots).toHaveLength(2);
    expect(dots[0]).toMatchObject({
      points: values.map((value, i) => ({
        x: SIZES[i],
        y: value * MIB,
        low: value * MIB * 0.9,
        high: value * MIB * 1.1,
      })),
    });
  });

  test('has the same axes wherever it goes, so that nothing jumps', () => {
    const axes = SIZES.map((_, row) =>
      JSON.stringify(sliceSpec(grid, 'writes', { row, column: 0 }), ['x', 'y', 'domain']),
    );
    expect(axes[1]).toEqual(axes[0]);
    expect(axes[2]).toEqual(axes[0]);
  });

  test('is said in words', () => {
    expect(plain(readingOf(grid, at))).toBe(
      'Reads of 2 KiB, writes of 4 KiB: Unix 408 MiB/s (367 to 449); TCP 204 MiB/s (184 to 224).',
    );
  });
});

describe('cells', () => {
  test('the nearest sizes are picked', () => {
    expect(cellAt(grid, 3000, 1)).toEqual({ row: 2, column: 0 });
  });

  test('a place outside of the grid is its nearest cell', () => {
    expect(intoGrid(grid, { row: -Infinity, column: Infinity })).toEqual({ row: 0, column: SIZES.length - 1 });
    expect(intoGrid(grid, { row: Infinity, column: -Infinity })).toEqual({ row: SIZES.length - 1, column: 0 });
    expect(intoGrid(grid, { row: 1, column: 1 })).toEqual({ row: 1, column: 1 });
  });
});

describe('shades and short values', () => {
  test('rise with the value, from none to the strongest', () => {
    const shades = [0, 0.2, 0.5, 1].map((share) => shadeOf(share * 7, 7));
    expect(shades).toEqual([0, 3, 8, SHADES - 1]);
    expect(shadeOf(9, 7)).toBe(SHADES - 1);
    expect(shadeOf(1, 0)).toBe(0);
  });

  test('throughput is in thousands of MiB/s where there is little room, and in MiB/s where there is more', () => {
    expect(shortValue(7482 * MIB, 'bytes per second')).toBe('7.5');
    expect(shortValue(10_234 * MIB, 'bytes per second')).toBe('10');
    expect(longValue(7482 * MIB, 'bytes per second')).toBe('7,480');
    expect(shortValue(0.25, 'share')).toBe('25%');
  });
});

test('a machine that is laid beside has maps and curves of its own, on the same scale', () => {
  const record = madeUpBuffers();
  const both = sizeGrid(together([record, asYours(measuredElsewhere(record))]), options);
  expect(both.surfaces.map(({ name, kind }) => [name, kind])).toEqual([
    ['Unix, made-up', 'measured'],
    ['TCP, made-up', 'measured'],
    ['Unix, your machine', 'second'],
    ['TCP, your machine', 'second'],
  ]);
  expect(both.most).toBe(grid.most);
  expect(readingOf(both, cellAt(both, 1024, 1024))).toContain('; TCP, your machine');
  const curves = sliceSpec(both, 'writes', cellAt(both, 1024, 1024)).marks.flatMap((mark) =>
    mark.mark === 'dots' ? [{ figure: mark.figure, values: mark.points.map(({ y }) => Number(y)) }] : [],
  );
  expect(curves.map(({ figure }) => figure)).toEqual(['measured', 'measured', 'second', 'second']);
  expect(curves[2]!.values).toEqual(curves[0]!.values.map((value) => value * YOUR_FACTOR));
});
