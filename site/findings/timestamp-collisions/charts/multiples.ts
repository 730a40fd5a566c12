/** Small multiples: one little chart for each setting of a dimension, all on the same axes, so that shapes compare. */
import { points, series, type Settings } from '@/kit/record/queries.ts';
import type { MeasurementRecord } from '@/kit/record/types.ts';
import type { ChartSpec, Mark } from '@/kit/chart/chart.ts';
import { formatBare, formatIntervalBare } from '@/kit/chart/format.ts';
import { machineOf } from '@/kit/chart/machines.ts';
import { tickFormat, type FigureTable } from '@/kit/chart/record-chart.ts';
import { settingText } from '@/kit/chart/settings.ts';
import { measureExtent } from '@/kit/chart/row-chart.ts';

/** What to take from the records. */
export interface MultiplesOptions {
  readonly title: string;
  readonly description: string;
  readonly series: string;
  readonly where?: Settings;
  /** The dimension with a chart for each of its settings, … */
  readonly each: string;
  /** … in this order, under these names. */
  readonly names: Readonly<Record<string, string>>;
  readonly x: string;
  readonly measure: string;
}

/** One little chart. */
export interface Multiple {
  readonly name: string;
  readonly spec: ChartSpec;
}

/** Builds the charts, on logarithmic axes that hold all of them, and one table. Several machines are drawn together. */
export function multiplesFigure(
  records: readonly MeasurementRecord[],
  options: MultiplesOptions,
): { readonly charts: readonly Multiple[]; readonly table: FigureTable } {
  const [first] = records;
  if (first === undefined) throw new Error(`no record to draw “${options.title}” from`);
  const source = series(first, options.series);
  const measure = source.measures.find(({ name }) => name === options.measure);
  const dimension = source.dimensions.find(({ name }) => name === options.x);
  if (measure === undefined || dimension === undefined) {
    throw new Error(`series ${options.series} has no measure ${options.measure} or no dimension ${options.x}`);
  }
  const unit = measure.unit;
  const domain = measureExtent(records, options.series, options.measure, options.where);
  const found = Object.entries(options.names).map(([setting, name]) => ({
    name,
    machines: records.map((record) => ({
      machine: machineOf(record),
      values: points(series(record, options.series), { ...options.where, [options.each]: setting })
        .flatMap((point) => {
          const value = point.values[options.measure];
          return value === undefined ? [] : [{ x: Number(point.at[options.x]), value }];
        })
        .toSorted((a, b) => a.x - b.x),
    })),
  }));
  const settings = [
    ...new Set(found.flatMap(({ machines }) => machines.flatMap(({ values }) => values.map(({ x }) => x)))),
  ].sort((a, b) => a - b);
  const withMachine = records.length > 1;
  const eachTitle = source.dimensions.find(({ name }) => name === options.each)?.title ?? options.each;
  return {
    charts: found.map(({ name, machines }) => ({
      name,
      spec: {
        title: `${options.title}: ${name}`,
        description: options.description,
        x: { kind: 'log', title: '', ticks: settings, domain: [settings[0]! / 1.25, settings.at(-1)! * 1.25] },
        y: { kind: 'log', title: '', domain, format: tickFormat(unit) },
        marks: machines.flatMap(({ values }): Mark[] => [
          { mark: 'line', figure: 'measured', quiet: true, points: values.map(({ x, value }) => [x, value.value]) },
          {
            mark: 'dots',
            figure: 'measured',
            points: values.map(({ x, value }) => ({ x, y: value.value, low: value.low, high: value.high })),
          },
        ]),
        labels: 'none',
      },
    })),
    table: {
      head: [...(withMachine ? ['Machine'] : []), eachTitle, dimension.title, measure.title, '95% interval', 'n'],
      rows: found.flatMap(({ name, machines }) =>
        machines.flatMap(({ machine, values }) =>
          values.map(({ x, value }) => [
            ...(withMachine ? [machine] : []),
            name,
            settingText(x),
            formatBare(value.value, unit),
            formatIntervalBare(value, unit),
            settingText(value.n),
          ]),
        ),
      ),
    },
  };
}
