/** Charts with a row for each name and values along x: times of contenders, ratios of pairs. */
import { points, series, type Settings } from '../record/queries.ts';
import type { MeasurementRecord } from '../record/types.ts';
import type { ChartSpec, Reference } from './chart.ts';
import { formatBare, formatIntervalBare } from './format.ts';
import { displayUnit, settingText, tickFormat, type RecordFigure } from './record-chart.ts';

/** What to take from the records: one point of a series for each row. */
export interface RowChartOptions {
  readonly title: string;
  readonly description: string;
  readonly series: string;
  readonly where?: Settings;
  /** The dimension whose settings become rows, in the record's order. */
  readonly rows: string;
  readonly measure: string;
  readonly scale: 'linear' | 'log';
  /** Ends of the axis, to make several charts comparable; by default what the values need. */
  readonly domain?: readonly [number, number];
  readonly references?: readonly Reference[];
  /** Names for rows that the record abbreviates. */
  readonly names?: Readonly<Record<string, string>>;
}

/** The ends of an axis that holds all intervals of a measure, with some air. */
export function measureExtent(
  records: readonly MeasurementRecord[],
  id: string,
  measure: string,
  where: Settings = {},
): [number, number] {
  const ends = records.flatMap((record) =>
    points(series(record, id), where).flatMap((point) => {
      const value = point.values[measure];
      return value === undefined ? [] : [value.low, value.high];
    }),
  );
  if (ends.length === 0) throw new Error(`no record has a value of ${measure} in series ${id}`);
  return [Math.min(...ends) / 1.3, Math.max(...ends) * 1.3];
}

/** Builds a chart with one row for each setting of a dimension, and its table. Several machines share a row. */
export function rowFigure(records: readonly MeasurementRecord[], options: RowChartOptions): RecordFigure {
  const [first] = records;
  if (first === undefined) throw new Error(`no record to draw “${options.title}” from`);
  const source = series(first, options.series);
  const measure = source.measures.find(({ name }) => name === options.measure);
  if (measure === undefined) throw new Error(`series ${options.series} has no measure ${options.measure}`);
  const unit = displayUnit(measure);
  const nameOf = (setting: string | number | undefined) => options.names?.[String(setting)] ?? settingText(setting);
  const found = records.map((record) => ({
    machine: record.provenance.machine.id,
    values: points(series(record, options.series), options.where ?? {}).flatMap((point) => {
      const value = point.values[options.measure];
      return value === undefined ? [] : [{ row: nameOf(point.at[options.rows]), value }];
    }),
  }));
  const spec: ChartSpec = {
    title: options.title,
    description: options.description,
    x: {
      kind: options.scale,
      title: options.scale === 'log' ? `${measure.title} (logarithmic)` : measure.title,
      domain: options.domain ?? measureExtent(records, options.series, options.measure, options.where),
      format: tickFormat(unit),
    },
    y: { kind: 'band', title: '', values: [...new Set(found.flatMap(({ values }) => values.map(({ row }) => row)))] },
    marks: found.map(({ values }) => ({
      mark: 'dots',
      figure: 'measured',
      interval: 'x',
      points: values.map(({ row, value }) => ({ x: value.value, y: row, low: value.low, high: value.high })),
    })),
    ...(options.references && { references: options.references }),
  };
  const withMachine = records.length > 1;
  const rowTitle = source.dimensions.find(({ name }) => name === options.rows)?.title ?? options.rows;
  return {
    spec,
    table: {
      head: [...(withMachine ? ['Machine'] : []), rowTitle, measure.title, '95% interval', 'n'],
      rows: found.flatMap(({ machine, values }) =>
        values.map(({ row, value }) => [
          ...(withMachine ? [machine] : []),
          row,
          formatBare(value.value, unit),
          formatIntervalBare(value, unit),
          settingText(value.n),
        ]),
      ),
    },
  };
}
