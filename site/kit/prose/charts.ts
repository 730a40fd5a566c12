/** The kit's charts for `figures.ts`: each function makes a chart of a selection from the records. */
import type { Reference } from '@/kit/chart/chart.ts';
import { formatBare } from '@/kit/chart/format.ts';
import { panelsFigure, type PanelsOptions } from '@/kit/chart/panels.ts';
import { recordFigure, type RecordChartOptions, type RecordFigure } from '@/kit/chart/record-chart.ts';
import { rowFigure, type RowChartOptions } from '@/kit/chart/row-chart.ts';
import { hasRows, rowsOfFigure, type RowsOfOptions } from '@/kit/chart/rows-of.ts';
import { stripFigure, type StripChartOptions } from '@/kit/chart/strip-chart.ts';
import type { MeasurementRecord } from '@/kit/record/types.ts';
import { findFigure, type FigureReference } from './figure.ts';
import type { Chart } from './named.ts';

type Records = readonly MeasurementRecord[];

/** Options, or a function of the records that returns them. */
type Options<Of> = Of | ((records: Records) => Of);

/** Records that a chart is drawn from, where these are not all records of the finding's own experiment. */
type From = Pick<Chart, 'id' | 'experiment' | 'keep' | 'machines'>;

const resolve = <Of>(options: Options<Of>, records: Records): Of =>
  typeof options === 'function' ? (options as (records: Records) => Of)(records) : options;

/** A line across the plot: at a setting (`value`), or at a figure of the record (`from`), whose value then ends the label. */
type ReferenceOf = Reference | (Omit<Reference, 'value'> & { readonly from: FigureReference });

type PlaneOptions = Omit<RecordChartOptions, 'series' | 'references'> & {
  readonly references?: readonly ReferenceOf[];
};

/** Points of a series in a plane. */
export const recordChart = (
  series: string,
  options: Options<PlaneOptions>,
  from: From & Pick<Chart, 'proportion'> = {},
): Chart => ({
  series: [series],
  ...from,
  draw(records) {
    const { references = [], ...rest } = resolve(options, records);
    const lines = references.map((reference) => resolved(reference, records[0]!));
    return recordFigure(records, { series, ...rest, references: lines });
  },
});

function resolved(reference: ReferenceOf, record: MeasurementRecord): Reference {
  if ('value' in reference) return reference;
  const { from, label, ...rest } = reference;
  const { measured, exact, unit } = findFigure(record, from);
  const value = exact ?? measured?.value;
  if (value === undefined) throw new Error(`there is to be a line at a figure that has no value: ${label}`);
  return { ...rest, value, label: `${label} ${formatBare(value, unit)}` };
}

/** A row for each setting of a dimension of a series. */
export const rowChart = (
  series: string,
  options: Options<Omit<RowChartOptions, 'series'>>,
  from: From = {},
): Chart => ({
  series: [series],
  ...from,
  draw: (records) => withRows(rowFigure(records, { series, ...resolve(options, records) })),
});

/** A strip of rounds for each condition, from a series and that of its rounds. */
export const stripChart = (
  series: string,
  rounds: string,
  options: Options<Omit<StripChartOptions, 'series' | 'rounds'>>,
  from: From = {},
): Chart => ({
  series: [series, rounds],
  ...from,
  draw: (records) => withRows(stripFigure(records, { series, rounds, ...resolve(options, records) })),
});

/** Rows that are named one by one and come from any series. */
export const rowsOf = (options: Options<RowsOfOptions>, from: From = {}): Chart => ({
  series: [],
  files(record) {
    const { rows, series } = resolve(options, [record]);
    const ids = new Set(rows.map((row) => row.series ?? series));
    return [...ids].filter((id) => record.series.some((known) => known.id === id));
  },
  ...from,
  keep: (record) => (from.keep?.(record) ?? true) && hasRows([record], resolve(options, [record])),
  draw: (records) => withRows(rowsOfFigure(records, resolve(options, records))),
});

/** Small charts side by side on the same axes; `axes` has the titles of both, along the bottom and up. */
export const panels = (
  series: string,
  axes: string,
  options: Options<Omit<PanelsOptions, 'series'>>,
  from: From = {},
): Chart => ({
  series: [series],
  ...from,
  draw(records) {
    const all = resolve(options, records);
    return { title: all.title, axes, ...panelsFigure(records, { series, ...all }) };
  },
});

const withRows = (figure: RecordFigure) => ({
  ...figure,
  rows: figure.spec.y.kind === 'band' ? figure.spec.y.values.length : 0,
});
