/** Panels: small charts side by side on the same axes, each with the same few curves, so that settings compare. */
import { points, series, type Settings } from '@/kit/record/queries.ts';
import { shownAs } from '@/kit/record/shown.ts';
import type { Estimate, MeasurementRecord, Series } from '@/kit/record/types.ts';
import type { ChartSpec, Mark, NumberAxis, Reference } from './chart.ts';
import { formatBare, formatIntervalBare } from './format.ts';
import { machineOf, measuredWord, placementOf } from './machines.ts';
import { capital, tickFormat } from './record-chart.ts';
import { dimensionOf, measureOf, settingText } from './settings.ts';
import { logExtent } from './row-chart.ts';
import { rowsOfTable, tabledDots, type FigureTable } from './tabled.ts';

/** One small chart. */
export interface Panel {
  readonly name: string;
  readonly at: Settings;
  /** The measure, where it is not the chart's. */
  readonly measure?: string;
}

/** One curve of every panel. */
export interface PanelCurve {
  /** Name that tells it from the others; none where it is the only one. */
  readonly name?: string;
  readonly at: Settings;
  /** Draws it in the background. */
  readonly quiet?: boolean;
  /** Draws its values as rings: a third kind next to a curve in front and one in the background. */
  readonly hollow?: boolean;
}

/** Selection from the records. */
export interface PanelsOptions {
  readonly title: string;
  readonly description: string;
  readonly series: string;
  readonly measure: string;
  /** The dimension along x. */
  readonly x: string;
  readonly panels: readonly Panel[];
  readonly curves: readonly PanelCurve[];
  readonly xAxis: Partial<NumberAxis> & Pick<NumberAxis, 'kind'>;
  /** Ticks beyond the values are left out. */
  readonly yAxis: Partial<NumberAxis> & Pick<NumberAxis, 'kind'>;
  readonly references?: readonly Reference[];
}

/** A panel, ready to be drawn. */
export interface DrawnPanel {
  readonly name: string;
  readonly spec: ChartSpec;
}

interface Curve extends PanelCurve {
  readonly machine: string;
  /** Mark and offset of its measured values. */
  readonly placement: ReturnType<typeof placementOf>;
  readonly values: readonly { readonly x: number; readonly value: Estimate; readonly predicted: number | undefined }[];
}

/** Builds the panels, on axes that hold all of them, and one table. Several machines share a panel. */
export function panelsFigure(
  records: readonly MeasurementRecord[],
  options: PanelsOptions,
): { readonly panels: readonly DrawnPanel[]; readonly table: FigureTable } {
  const [first] = records;
  if (first === undefined) throw new Error(`no record to draw “${options.title}” from`);
  const source = series(first, options.series);
  const dimension = dimensionOf(source, options.x);
  const found = options.panels.map((panel) => {
    const name = panel.measure ?? options.measure;
    const curves = records.flatMap((record) =>
      options.curves.map((curve): Curve => {
        const at = { ...panel.at, ...curve.at };
        const machine = machineOf(record);
        // The only curve of each machine is named after the machine.
        const isAlone = records.length > 1 && options.curves.length === 1 && curve.name === undefined;
        return {
          ...curve,
          ...(isAlone && { name: machine }),
          machine,
          placement: placementOf(shownAs(record)),
          values: valuesOf(series(record, options.series), at, options.x, name),
        };
      }),
    );
    return { panel, unit: measureOf(source, name).unit, curves };
  });
  const values = found.flatMap(({ curves }) => curves.flatMap((curve) => curve.values));
  const rowOf = rowsOfTable(values);
  if (values.length === 0) throw new Error(`series ${options.series} has no points for “${options.title}”`);
  const settings = [...new Set(values.map(({ x }) => x))].sort((a, b) => a - b);
  const [smallest, largest] = [settings[0]!, settings.at(-1)!];
  const ends = values.flatMap(({ value: { low, high } }) => [low, high]);
  const domain: readonly [number, number] =
    options.yAxis.domain ?? (options.yAxis.kind === 'log' ? logExtent(ends) : [0, Math.max(...ends) * 1.06]);
  const withMachine = records.length > 1;
  const withNames = options.curves.some(({ name }) => name !== undefined);
  const withPredicted = values.some(({ predicted }) => predicted !== undefined);
  return {
    panels: found.map(({ panel, unit, curves }) => ({
      name: panel.name,
      spec: {
        title: `${options.title}: ${panel.name}`,
        description: options.description,
        x: {
          title: '',
          domain: [smallest / 1.3, largest * 1.3],
          ...(dimension.unit !== null && { format: tickFormat(dimension.unit) }),
          ...options.xAxis,
        },
        y: {
          title: '',
          domain,
          format: tickFormat(unit),
          ...options.yAxis,
          ...(options.yAxis.ticks && {
            ticks: options.yAxis.ticks.filter((tick) => tick >= domain[0] && tick <= domain[1]),
          }),
        },
        marks: curves.flatMap((curve) => marksOf(curve, rowOf, curve === firstNamed(curves, curve.name))),
        labels: 'direct',
        ...(options.references && { references: options.references }),
      },
    })),
    table: {
      head: [
        ...(withMachine ? ['Machine'] : []),
        'Panel',
        ...(withNames ? ['Curve'] : []),
        ...[dimension.title, capital(measuredWord(first)), '95% interval', 'n'],
        ...(withPredicted ? ['Predicted'] : []),
      ],
      rows: found.flatMap(({ panel, unit, curves }) =>
        curves.flatMap(({ machine, name, values: own }) =>
          own.map(({ x, value, predicted }) => [
            ...(withMachine ? [machine] : []),
            panel.name,
            ...(withNames ? [name ?? ''] : []),
            dimension.unit === null ? settingText(x) : formatBare(x, dimension.unit),
            formatBare(value.value, unit),
            formatIntervalBare(value, unit),
            settingText(value.n),
            ...(withPredicted ? [predicted === undefined ? '' : formatBare(predicted, unit)] : []),
          ]),
        ),
      ),
    },
  };
}

function valuesOf(source: Series, at: Settings, x: string, measure: string): Curve['values'] {
  return points(source, at)
    .flatMap((point) => {
      const [value, setting] = [point.values[measure], Number(point.at[x])];
      // A reader's own file may have words in placement of numbers.
      const isThere = value !== undefined && Number.isFinite(setting);
      return isThere ? [{ x: setting, value, predicted: point.predicted?.[measure] }] : [];
    })
    .toSorted((a, b) => a.x - b.x);
}

/** The first machine's curve of this name, which bears the label. */
const firstNamed = (curves: readonly Curve[], wanted: string | undefined) =>
  curves.find(({ name, values }) => name === wanted && values.length > 0);

/**
 * A thin line leads the eye from dot to dot; the curve's name is at its end, once for all machines. The prediction is dashed, and drawn
 * for the first machine alone, since a dashed line does not say whose it is.
 */
function marksOf(
  { name, quiet = false, hollow = false, placement, values }: Curve,
  rowOf: ReadonlyMap<Curve['values'][number], number>,
  isNamed: boolean,
): Mark[] {
  const isOther = placement.figure !== 'measured';
  const predicted = isOther ? [] : values.flatMap(({ x, predicted: y }) => (y === undefined ? [] : [[x, y] as const]));
  return [
    ...(predicted.length === 0 ? [] : [{ mark: 'line', figure: 'predicted', points: predicted } as const]),
    {
      mark: 'line',
      ...placement,
      quiet: true,
      ...(isNamed && name !== undefined && { label: name }),
      points: values.map(({ x, value }) => [x, value.value] as const),
    },
    {
      mark: 'dots',
      ...placement,
      quiet,
      ...(hollow && { hollow }),
      ...(!isOther && name !== undefined && { says: name }),
      ...tabledDots(values, rowOf, ({ x, value }) => ({ x, y: value.value, low: value.low, high: value.high })),
    },
  ];
}
