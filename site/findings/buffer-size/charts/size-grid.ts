/**
 * A measure over two sizes, of what is read and of what is written: heat maps to look over, and slices through them, one
 * along each size, to look into. Everything the page draws of them, at build time and under the reader's hand.
 */
import { shownAs, type ShownAs } from '@/kit/record/shown.ts';
import { points, series, settingAt } from '@/kit/record/queries.ts';
import type { MeasurementRecord } from '@/kit/record/types.ts';
import type { ChartSpec, Mark } from '@/kit/chart/chart.ts';
import { formatBare, formatBytes, formatIntervalBare, formatThroughput } from '@/kit/chart/format.ts';
import { machineOf, placed } from '@/kit/chart/machines.ts';
import { axisTitle, rulerOf, tickFormat } from '@/kit/chart/record-chart.ts';
import type { FigureTable } from '@/kit/chart/tabled.ts';
import { settingText } from '@/kit/chart/settings.ts';
import { rowsOfTable } from '@/kit/chart/tabled.ts';

/** A measured value and the ends of its 95% interval. */
export type Triple = readonly [value: number, low: number, high: number];

/** One heat map: a kind of socket on a machine. */
export interface Surface {
  /** `Unix`, and the machine where there are several. */
  readonly name: string;
  /** `Unix`, whatever the machine: beside a curve, whose mark tells the machine. */
  readonly transport: string;
  /** By read size, then by write size; `null` where nothing was measured. */
  readonly cells: readonly (readonly (Triple | null)[])[];
  /** Whether its curve is drawn in the background, to tell it from the others. */
  readonly quiet: boolean;
  /** What its values are drawn as. */
  readonly kind: ShownAs;
  /** How many observations each of its values comes from, in words. */
  readonly n: string;
}

/** All heat maps of a figure, on the same sizes and the same scale of colours. Plain data, so that a page can carry it. */
export interface SizeGrid {
  readonly measure: string;
  readonly unit: string;
  /** Sizes in bytes, ascending. */
  readonly reads: readonly number[];
  readonly writes: readonly number[];
  readonly surfaces: readonly Surface[];
  /** The largest value. */
  readonly most: number;
}

/** What to take from the records. */
export interface SizeGridOptions {
  readonly series: string;
  readonly measure: string;
  /** The transports, in this order, under these names. */
  readonly names: Readonly<Record<string, string>>;
}

/** A place in the grid: which read size, and which write size. */
export interface Cell {
  readonly row: number;
  readonly column: number;
}

/** How many shades the scale of colours has. */
export const SHADES = 16;

const READ = 'read_bytes';
const WRITE = 'write_bytes';

/** Takes the heat maps from the records, one for each transport and machine. */
export function sizeGrid(records: readonly MeasurementRecord[], options: SizeGridOptions): SizeGrid {
  const [first] = records;
  if (first === undefined) throw new Error(`no record to draw a grid of ${options.measure} from`);
  const source = series(first, options.series);
  const measure = source.measures.find(({ name }) => name === options.measure);
  if (measure === undefined) throw new Error(`series ${options.series} has no measure ${options.measure}`);
  const found = records.flatMap((record) =>
    Object.entries(options.names).map(([transport, name], index) => ({
      name: records.length > 1 ? `${name}, ${machineOf(record)}` : name,
      transport: name,
      quiet: index > 0,
      kind: shownAs(record),
      points: points(series(record, options.series), { transport }),
    })),
  );
  const sizes = (dimension: string) =>
    [...new Set(found.flatMap(({ points }) => points.map((point) => Number(settingAt(point, dimension)))))].sort(
      (a, b) => a - b,
    );
  const [reads, writes] = [sizes(READ), sizes(WRITE)];
  if (reads.length === 0)
    throw new Error(`series ${options.series} has no points of ${Object.keys(options.names).join()}`);
  const surfaces = found.map(({ name, transport, quiet, kind, points: own }): Surface => {
    const at = new Map(own.map((point) => [`${point.at[READ]} ${point.at[WRITE]}`, point.values[options.measure]]));
    const counts = own.flatMap((point) => point.values[options.measure]?.n ?? []);
    return {
      name,
      transport,
      quiet,
      kind,
      n: [...new Set([Math.min(...counts), Math.max(...counts)])].map(settingText).join('\u2013'),
      cells: reads.map((read) =>
        writes.map((write) => {
          const value = at.get(`${read} ${write}`);
          return value === undefined || !Number.isFinite(value.value) ? null : [value.value, value.low, value.high];
        }),
      ),
    };
  });
  const values = surfaces.flatMap(({ cells }) => cells.flat().flatMap((cell) => cell?.[0] ?? []));
  return { measure: measure.title, unit: measure.unit, reads, writes, surfaces, most: Math.max(...values) };
}

/** The shade of a value, from 0 for nothing to the strongest for the most there is. */
export const shadeOf = (value: number, most: number): number =>
  Math.round(Math.min(1, Math.max(0, most > 0 ? value / most : 0)) * (SHADES - 1));

/** A value in the few letters that a cell has room for: throughput in thousands of MiB/s. */
export function shortValue(value: number, unit: string): string {
  if (unit !== 'bytes per second') return formatBare(value, unit);
  const thousands = value / 2 ** 20 / 1000;
  return thousands.toFixed(thousands < 9.95 ? 1 : 0);
}

/** A value where there is room for it, without the unit that all cells share. */
export const longValue = (value: number, unit: string): string =>
  unit === 'bytes per second' ? formatThroughput(value).replace(/\s*MiB\/s$/, '') : formatBare(value, unit);

/** The cell of two sizes, or of those nearest to them. */
export function cellAt(grid: SizeGrid, readBytes: number, writeBytes: number): Cell {
  return { row: nearest(grid.reads, readBytes), column: nearest(grid.writes, writeBytes) };
}

/** Sizes double, so the nearest is the one with the smallest ratio. */
function nearest(sizes: readonly number[], wanted: number): number {
  const distances = sizes.map((size) => Math.abs(Math.log(size / wanted)));
  return distances.indexOf(Math.min(...distances));
}

/** The cell of the grid that is nearest to a place which may lie outside of it. */
export const intoGrid = ({ reads, writes }: SizeGrid, { row, column }: Cell): Cell => ({
  row: Math.min(Math.max(row, 0), reads.length - 1),
  column: Math.min(Math.max(column, 0), writes.length - 1),
});

/** What was measured at a cell, in a sentence. */
export function readingOf(grid: SizeGrid, { row, column }: Cell): string {
  const said = grid.surfaces.map(({ name, cells }) => {
    const cell = cells[row]?.[column];
    if (!cell) return `${name}: not measured`;
    const [value, low, high] = cell;
    return `${name} ${formatBare(value, grid.unit)} (${longValue(low, grid.unit)} to ${longValue(high, grid.unit)})`;
  });
  return `Reads of ${formatBytes(grid.reads[row]!)}, writes of ${formatBytes(grid.writes[column]!)}: ${said.join('; ')}.`;
}

/** How much further the axes of a slice reach than its outermost points: a quarter of a doubling, and some air above. */
const [ROOM_ALONG, ROOM_ABOVE] = [2 ** 0.25, 1.06];

/**
 * The curve through a cell, along one of the sizes. All slices have the same axes, so that they compare and nothing jumps from
 * one to the next.
 */
export function sliceSpec(grid: SizeGrid, along: 'writes' | 'reads', at: Cell): ChartSpec {
  const isAlongWrites = along === 'writes';
  const sizes = isAlongWrites ? grid.writes : grid.reads;
  const fixed = formatBytes(isAlongWrites ? grid.reads[at.row]! : grid.writes[at.column]!);
  const cellOf = ({ cells }: Surface, place: number) =>
    isAlongWrites ? cells[at.row]?.[place] : cells[place]?.[at.column];
  const tops = grid.surfaces.flatMap(({ cells }) => cells.flat().flatMap((cell) => cell?.[2] ?? []));
  const rowOf = rowsOfTable(grid.surfaces.flatMap(({ cells }) => cells.flat()).filter((cell) => cell !== null));
  return {
    title: isAlongWrites ? `Reads of ${fixed}, by write size` : `Writes of ${fixed}, by read size`,
    description: `${grid.measure} of each kind of socket against the size of each ${isAlongWrites ? 'write' : 'read'}, where every ${isAlongWrites ? 'read' : 'write'} is of ${fixed}, with 95% intervals.`,
    x: {
      kind: 'log',
      base: 2,
      title: isAlongWrites ? 'Size of each write' : 'Size of each read',
      domain: [sizes[0]! / ROOM_ALONG, sizes.at(-1)! * ROOM_ALONG],
      format: formatBytes,
    },
    y: {
      kind: 'linear',
      title: axisTitle({ title: grid.measure, unit: grid.unit }),
      domain: [0, Math.max(...tops, 0) * ROOM_ABOVE || 1],
      format: tickFormat(grid.unit),
      ...rulerOf(grid.unit),
    },
    references: [{ axis: 'x', value: sizes[isAlongWrites ? at.column : at.row]! }],
    marks: grid.surfaces.flatMap((surface): Mark[] => {
      const found = sizes.flatMap((size, place) => {
        const cell = cellOf(surface, place);
        return cell ? [{ size, cell }] : [];
      });
      if (found.length === 0) return [];
      const { name, transport, quiet, kind } = surface;
      return [
        { mark: 'line', ...placed(kind), quiet, points: found.map(({ size, cell: [value] }) => [size, value]) },
        {
          mark: 'dots',
          ...placed(kind),
          points: found.map(({ size: x, cell: [y, low, high] }) => ({ x, y, low, high })),
          rows: found.map(({ cell }) => rowOf.get(cell)),
          label: transport,
          ...(kind === 'measured' && { says: `${name}, with 95% interval` }),
          ...(quiet && { quiet }),
        },
      ];
    }),
    labels: 'direct',
  };
}

/** Every cell of every map as a table, with its interval. */
export function gridTable(grid: SizeGrid): FigureTable {
  return {
    head: ['Socket', 'Read', 'Write', grid.measure, '95% interval', 'n'],
    rows: grid.surfaces.flatMap(({ name, n, cells }) =>
      cells.flatMap((row, i) =>
        row.flatMap((cell, j) => {
          if (cell === null) return [];
          const [value, low, high] = cell;
          return [
            [
              name,
              formatBytes(grid.reads[i]!),
              formatBytes(grid.writes[j]!),
              formatBare(value, grid.unit),
              formatIntervalBare({ low, high }, grid.unit),
              n,
            ].map(settingText),
          ];
        }),
      ),
    ),
  };
}
