/** Charts with a row for each name and values along x: times of contenders, ratios of pairs, properties of clocks. */
import { points, series, settingAt, type Settings } from '@/kit/record/queries.ts';
import { shownAs } from '@/kit/record/shown.ts';
import type { Estimate, MeasurementRecord, Point } from '@/kit/record/types.ts';
import type { ChartSpec, DotMark, Reference } from './chart.ts';
import { formatBare, formatIntervalBare, withUnit } from './format.ts';
import { machineOf } from './machines.ts';
import { tickFormat, type RecordFigure } from './record-chart.ts';
import { dimensionOf, measureOf, settingText, settingWords, wordsFor } from './settings.ts';
import { rowsOfTable, tabledDots } from './tabled.ts';

/** One kind of value in every row. */
export interface Lane {
  /** Measure, if it differs from the chart's. */
  readonly measure?: string;
  /** Settings that select points, in addition to the chart's `where`; a function where they depend on the machine. */
  readonly where?: Settings | ((record: MeasurementRecord) => Settings);
  /** Name in the key and the table. */
  readonly says?: string;
  /** `published` for values that the record only repeats, such as those that a system reports of itself; `measured` by default. */
  readonly figure?: 'measured' | 'published';
  /** Draws it in the background. */
  readonly quiet?: boolean;
}

/** Selection from the records: one point of a series for each row and lane. */
export interface RowChartOptions {
  readonly title: string;
  readonly description: string;
  readonly series: string;
  readonly where?: Settings;
  /** The dimension whose settings become rows. */
  readonly rows: string;
  readonly measure: string;
  /** Several values in each row; one by default. */
  readonly lanes?: readonly Lane[];
  readonly scale: 'linear' | 'log';
  /** Ends of the axis, to make several charts comparable; by default the extent of the values. */
  readonly domain?: readonly [number, number];
  /** Title of the axis, if it differs from the measure's. */
  readonly xTitle?: string;
  readonly references?: readonly Reference[];
  /** Names for rows that the record abbreviates; these come first, in this order, and all others in the record's. */
  readonly names?: Readonly<Record<string, string>>;
}

const endsOf = (value: Estimate | undefined): number[] => (value === undefined ? [] : [value.low, value.high]);

/** Ends of an axis over some values, with a margin. */
const padded = (ends: readonly number[]): [number, number] => [Math.min(...ends) / 1.3, Math.max(...ends) * 1.3];

/** Ends of a logarithmic axis over some values. Zero, which has no position there, is left out. */
export const logExtent = (ends: readonly number[]): [number, number] => padded(ends.filter((end) => end > 0));

/** Distance of two marks of one row, in pixels. */
export const LANE = 8;

/** Offset below the middle of a row of the mark at `index` of `count`, in pixels. */
export const laneAt = (index: number, count: number): number => (index - (count - 1) / 2) * LANE;

/** Offset of a lane, in pixels. Marks of one kind lie side by side; other kinds may overlap, where a diamond frames a dot. */
function laneOf(index: number, kinds: readonly ('measured' | 'published')[]): number {
  const same = kinds.flatMap((kind, i) => (kind === kinds[index] ? [i] : []));
  return laneAt(same.indexOf(index), same.length);
}

/** Builds a chart with one row for each setting of a dimension, and its table. Several machines share a row. */
export function rowFigure(records: readonly MeasurementRecord[], options: RowChartOptions): RecordFigure {
  const [first] = records;
  if (first === undefined) throw new Error(`no record to draw “${options.title}” from`);
  const source = series(first, options.series);
  const rowDimension = dimensionOf(source, options.rows);
  const nameOf = (point: Point) => {
    const setting = settingAt(point, options.rows);
    return wordsFor(options.names, setting) ?? settingWords(rowDimension, setting);
  };
  const lanes = (options.lanes ?? [{}]).flatMap((lane) => {
    const measure = measureOf(source, lane.measure ?? options.measure);
    return records.map((record) => {
      const own = typeof lane.where === 'function' ? lane.where(record) : lane.where;
      const found = points(series(record, options.series), { ...options.where, ...own });
      const values = found.flatMap((point) => {
        const value = point.values[measure.name];
        return value === undefined ? [] : [{ row: nameOf(point), value }];
      });
      const kind = lane.figure ?? 'measured';
      return { lane, kind, machineKind: shownAs(record), measure, machine: machineOf(record), values };
    });
  });
  const [shown] = lanes as [(typeof lanes)[0]];
  const title = options.xTitle ?? shown.measure.title;
  const ends = lanes.flatMap(({ values }) => values.flatMap(({ value }) => endsOf(value)));
  const named = Object.values(options.names ?? {});
  const known = records.flatMap((record) => series(record, options.series).points.map(nameOf));
  const rows = [...new Set([...named, ...known])].filter((row) =>
    lanes.some(({ values }) => values.some((value) => value.row === row)),
  );
  const tabled = lanes.flatMap(({ lane, measure, machine, values }) =>
    values.map((value) => ({ lane, measure, machine, value })),
  );
  const rowOf = rowsOfTable(tabled.map(({ value }) => value));
  // Published values are drawn for the first machine alone: their mark does not say whose it is.
  const drawn = lanes.filter(({ kind, machineKind }) => kind === 'measured' || machineKind === 'measured');
  const spec: ChartSpec = {
    title: options.title,
    description: options.description,
    x: {
      kind: options.scale,
      title: options.scale === 'log' ? `${title} (logarithmic)` : title,
      domain: options.domain ?? padded(ends),
      format: tickFormat(shown.measure.unit),
    },
    y: { kind: 'band', title: '', values: rows },
    marks: drawn.map(({ lane, kind, machineKind, values }, index): DotMark => ({
      mark: 'dots',
      figure: kind === 'measured' ? machineKind : kind,
      interval: 'x',
      lane: laneOf(
        index,
        drawn.map((other) => other.kind),
      ),
      ...tabledDots(values, rowOf, ({ row, value }) => ({ x: value.value, y: row, low: value.low, high: value.high })),
      ...(lane.quiet && { quiet: true }),
      ...(lane.says !== undefined && machineKind === 'measured' && { says: lane.says }),
    })),
    ...(options.references && { references: options.references }),
  };
  const withMachine = records.length > 1;
  const withLane = options.lanes !== undefined;
  return {
    spec,
    table: {
      head: [
        ...(withMachine ? ['Machine'] : []),
        rowDimension.title,
        ...(withLane ? ['Which'] : []),
        withUnit(title, shown.measure.unit),
        '95% interval',
        'n',
      ],
      rows: tabled.map(({ lane, measure, machine, value: { row, value } }) => [
        ...(withMachine ? [machine] : []),
        row,
        ...(withLane ? [lane.says ?? measure.title] : []),
        formatBare(value.value, measure.unit),
        formatIntervalBare(value, measure.unit),
        settingText(value.n),
      ]),
    },
  };
}
