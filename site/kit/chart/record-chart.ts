/**
 * Charts and tables from records: picks points of a series, and turns their figures (measured, exact, published, predicted) into marks
 * and rows. Several records are drawn together.
 */
import { measured, points, series, settingAt, type Settings } from '@/kit/record/queries.ts';
import { shownAs, type ShownAs } from '@/kit/record/shown.ts';
import type { Estimate, Measure, MeasurementRecord, Point, Series } from '@/kit/record/types.ts';
import type { Axis, BandAxis, ChartSpec, Dot, HistogramMark, Label, Mark, NumberAxis, Reference } from './chart.ts';
import { formatBare, formatCount, formatIntervalBare, formatSeconds, formatShareTick, withUnit } from './format.ts';
import { isOfMachine } from './grammar.ts';
import { joiningLines } from './joining.ts';
import { machineOf, placementOf, wordsOf } from './machines.ts';
import { dimensionOf, isFormatted, measureOf, settingText, settingWords, wordsFor } from './settings.ts';
import { rowsOfTable, type FigureTable } from './tabled.ts';

/** Kinds of figure in a record. */
export type RecordedKind = 'measured' | 'exact' | 'published' | 'predicted';

/** Selection from the records, and how to draw it. */
export interface RecordChartOptions {
  readonly title: string;
  /** Description in words for readers who can't see the chart, without figures that the record could change. */
  readonly description: string;
  readonly series: string;
  /** Settings that select points; all by default. */
  readonly where?: Settings;
  /** The dimension on the x axis, or a measure. */
  readonly x: string;
  /** Selected settings of `x`; all by default. */
  readonly xValues?: readonly (string | number)[];
  /** The measure on the y axis, or several in the same unit. */
  readonly y: string | readonly string[];
  /** A dimension that splits the points into curves. */
  readonly by?: string;
  /** Selected settings of `by`, in this order; all by default. */
  readonly byValues?: readonly (string | number)[];
  /** Kinds of figure, in drawing order. */
  readonly show?: readonly RecordedKind[];
  /** Marks of measured values; dots by default. */
  readonly as?: 'dots' | 'histogram';
  /** Joins the dots of each curve and machine by a pale line, where those of several are close together. */
  readonly joined?: boolean;
  /** Marks of predicted values: a curve, or a dash for each point; a curve by default. */
  readonly predictedAs?: 'line' | 'dashes';
  /** Names for curves: by setting of `by`, or by measure. */
  readonly names?: Readonly<Record<string, string>>;
  /** Positions of curves' names, by the same keys; in the right margin by default. */
  readonly nameAt?: Readonly<Record<string, Pick<Label, 'at' | 'side'>>>;
  readonly xAxis?: Partial<Omit<NumberAxis, 'kind'>> & { readonly kind?: NumberAxis['kind'] | 'band' };
  readonly yAxis?: Partial<NumberAxis>;
  readonly references?: readonly Reference[];
}

/** A chart's spec and its table. */
export interface RecordFigure {
  readonly spec: ChartSpec;
  readonly table: FigureTable;
}

/** Text of ticks in a unit: like the figures, without digits that all ticks share. */
export function tickFormat(unit: string): (value: number) => string {
  if (unit === 'share') return formatShareTick;
  if (unit === '1') return (value) => formatCount(value);
  // Zero needs no unit on a ruler, and would get another one than its neighbours.
  if (unit === 's' || unit === 'seconds')
    return (value) => (value === 0 ? '0' : formatSeconds(value).replace(/\.0+(?=\D)/, ''));
  // Five digits and a unit at every tick would leave little room to plot; the axis' title has the unit.
  if (unit === THROUGHPUT) return (value) => formatCount(value / MEBIBYTE);
  return (value) => formatBare(value, unit);
}

/** Unit of throughput. */
const THROUGHPUT = 'bytes per second';
/** Unit of its ticks, in bytes. */
const MEBIBYTE = 2 ** 20;

/** A dimension's or a measure's title with its unit, unless the figures carry it: `Items per server (items)`. */
export function axisTitle({ title, unit }: { title: string; unit: string | null }): string {
  if (unit === THROUGHPUT) return `${title} (MiB/s)`;
  const said = unit === null || ['1', 'share', 's', 'seconds', 'bytes'].includes(unit);
  return said || title.toLowerCase().includes(unit) ? title : `${title} (${unit})`;
}

/** Counting of an axis' ruler: sizes double, and throughput is in mebibytes per second. */
export const rulerOf = (unit: string | null): Pick<NumberAxis, 'base' | 'per'> => ({
  ...(unit === 'bytes' && { base: 2 }),
  ...(unit === THROUGHPUT && { per: MEBIBYTE }),
});

/** Title and text of a column of a series: of a dimension's settings, or of a measure's values. */
function columnOf(source: Series, name: string) {
  const dimension = source.dimensions.find((candidate) => candidate.name === name);
  if (dimension !== undefined) {
    return { ...dimension, ...(isFormatted(dimension.unit) && { format: tickFormat(dimension.unit) }) };
  }
  const measure = source.measures.find((candidate) => candidate.name === name);
  return measure && { ...measure, format: tickFormat(measure.unit) };
}

const isDimension = ({ dimensions }: Series, name: string): boolean => dimensions.some((one) => one.name === name);

/** Coordinate of a point along a dimension or a measure. */
const settingOf = (point: Point, name: string): string | number => point.at[name] ?? measured(point, name).value;

interface Curve {
  readonly key: string;
  readonly name: string | undefined;
  readonly measure: Measure;
  readonly points: readonly Point[];
  /** Mark of its measured values. */
  readonly kind: ShownAs;
}

/** A curve with the mark of its measured values and their offset from their settings. */
interface PlacedCurve extends Curve {
  readonly placement: ReturnType<typeof placementOf>;
}

/**
 * Builds a chart and its table from records. Exact, predicted and published values come from the first record: other machines contribute
 * measured values only.
 */
export function recordFigure(records: readonly MeasurementRecord[], options: RecordChartOptions): RecordFigure {
  const [first] = records;
  if (first === undefined) throw new Error(`no record to draw “${options.title}” from`);
  const perRecord = records.map((record) => {
    const machine = machineOf(record);
    const own = curvesOf(record, options);
    // The only curve of each machine is named after the machine.
    const isAlone = records.length > 1 && own.length === 1 && own[0]!.name === undefined;
    // Coordinates along a measure must not be offset.
    const isMoved = isDimension(series(record, options.series), options.x);
    return {
      machine,
      curves: own.map((curve): PlacedCurve => ({
        ...curve,
        ...(isAlone && { key: machine, name: machine }),
        placement: isMoved ? placementOf(curve.kind) : { figure: curve.kind },
      })),
    };
  });
  const curves = perRecord[0]?.curves ?? [];
  const source = series(first, options.series);
  const measure = curves[0]?.measure;
  if (measure === undefined) throw new Error(`series ${options.series} has no points for “${options.title}”`);

  const dimension = columnOf(source, options.x);
  if (dimension === undefined) throw new Error(`series ${options.series} has no dimension ${options.x}`);
  const unit = measure.unit;
  const x: Axis =
    options.xAxis?.kind === 'band'
      ? ({
          kind: 'band',
          title: options.xAxis.title ?? axisTitle(dimension),
          values: settingsOf(
            perRecord.flatMap((record) => record.curves),
            options.x,
          ),
        } satisfies BandAxis)
      : {
          title: axisTitle(dimension),
          ...('format' in dimension && { format: dimension.format }),
          ...rulerOf(dimension.unit),
          ...options.xAxis,
          kind: options.xAxis?.kind ?? 'linear',
        };
  const y: Axis = {
    kind: 'linear',
    title: axisTitle(measure),
    format: tickFormat(unit),
    ...rulerOf(unit),
    ...options.yAxis,
  };

  const show = options.show ?? ['exact', 'predicted', 'measured', 'published'];
  const all = perRecord.flatMap((record) => record.curves);
  const tabled = perRecord.flatMap(({ machine, curves }) => pointsOf(curves).map((point) => ({ machine, point })));
  const rowOf = rowsOfTable(tabled.map(({ point }) => point));
  // Measured values have a mark for each machine; the other kinds have one for all, of the first machine.
  const drawnOf = { measured: all, predicted: curves, exact: curves, published: curves };
  const drawn = show.flatMap((kind) =>
    drawnOf[kind].map((curve) => ({
      curve,
      mark: kind === 'measured' ? measuredMark(curve, options, rowOf) : otherMark(curve, kind, options, rowOf),
    })),
  );
  return {
    spec: {
      title: options.title,
      description: options.description,
      x,
      y,
      marks: [
        ...drawn.flatMap(({ mark }) =>
          options.joined && mark.mark === 'dots' && isOfMachine(mark.figure) ? joiningLines(mark) : [],
        ),
        ...withNames(
          drawn.filter(({ mark }) => isNotEmpty(mark)),
          options,
        ),
      ],
      // No key in the chart: the figure's own key explains the marks, and names are of curves.
      labels: 'direct',
      ...(options.references && { references: options.references }),
    },
    table: tableOf(tabled, perRecord, source, options, show, wordsOf([first])),
  };
}

/** The points of all curves, each once: curves of several measures share them. */
const pointsOf = (curves: readonly Curve[]): Point[] => [...new Set(curves.flatMap((curve) => curve.points))];

/** Row of a point in the table. */
type RowOf = ReadonlyMap<Point, number>;

const isNotEmpty = (mark: Mark): boolean =>
  mark.mark === 'histogram'
    ? mark.bins.length > 0
    : mark.mark === 'heat'
      ? mark.cells.length > 0
      : mark.points.length > 0;

/** The settings of a dimension in all curves: numbers in order, then words in the record's order. */
function settingsOf(curves: readonly Curve[], dimension: string): string[] {
  const settings = [...new Set(curves.flatMap((curve) => curve.points.map((point) => settingOf(point, dimension))))];
  const numbers = settings.filter((setting) => typeof setting === 'number').sort((a, b) => a - b);
  return [...numbers, ...settings.filter((setting) => typeof setting === 'string')].map(String);
}

function curvesOf(record: MeasurementRecord, options: RecordChartOptions): Curve[] {
  const source = series(record, options.series);
  const { by, names, xValues } = options;
  const chosen = points(source, options.where ?? {}).filter(
    (point) => xValues?.includes(settingOf(point, options.x)) ?? true,
  );
  const splits =
    by === undefined ? [undefined] : (options.byValues ?? [...new Set(chosen.map((point) => settingAt(point, by)))]);
  const measures = [options.y].flat().map((name) => measureOf(source, name));
  return splits.flatMap((split) =>
    measures.map((measure) => {
      const key = split === undefined ? measure.name : String(split);
      return {
        key,
        name: wordsFor(names, key) ?? (split === undefined ? undefined : settingWords(dimensionOf(source, by!), split)),
        measure,
        points: by === undefined ? chosen : chosen.filter((point) => point.at[by] === split),
        kind: shownAs(record),
      };
    }),
  );
}

function measuredMark(curve: PlacedCurve, options: RecordChartOptions, rowOf: RowOf): Mark {
  const found = curve.points.flatMap((point) => {
    const value = point.values[curve.measure.name];
    return value === undefined ? [] : [{ at: settingOf(point, options.x), value, row: rowOf.get(point) }];
  });
  if (options.as === 'histogram') {
    const rows = new Map(found.map(({ at, row }) => [Number(at), row]));
    const bars = histogram(found.map(({ at, value }) => [Number(at), value.value] as const));
    return { ...bars, figure: curve.kind, rows: bars.bins.map(([at]) => rows.get(at)) };
  }
  const dots = found.map(({ at, value }): Dot => ({ x: at, y: value.value, low: value.low, high: value.high }));
  const rows = found.map(({ row }) => row);
  const each = eachOf(
    curve,
    options,
    found.map(({ value }) => value),
  );
  return { mark: 'dots', ...curve.placement, points: dots, rows, ...each };
}

/** Text of each point's value, where its row has the values of several measures. */
const eachOf = (
  { name, measure }: Curve,
  { y }: RecordChartOptions,
  values: readonly (Estimate | number)[],
): Pick<Mark, 'each'> =>
  typeof y === 'string'
    ? {}
    : { each: values.map((value) => `${name ?? measure.title}, ${cellText(value, measure.unit)}`) };

/** Bins as wide as the smallest gap between two values; values missing in the record become empty bins. */
function histogram(found: readonly (readonly [number, number])[]): HistogramMark {
  const known = found.toSorted(([a], [b]) => a - b);
  const gaps = known.slice(1).map(([value], i) => value - known[i]![0]);
  const width = Math.min(...gaps.filter((gap) => gap > 0));
  if (!Number.isFinite(width)) return { mark: 'histogram', figure: 'measured', bins: known, width: 1 };
  const bins = known.flatMap(([value, height], i) => {
    const missing = Math.round((gaps[i - 1] ?? width) / width) - 1;
    const empty = Array.from({ length: missing }, (_, n) => [value - (missing - n) * width, 0] as const);
    return [...empty, [value, height] as const];
  });
  return { mark: 'histogram', figure: 'measured', bins, width };
}

function otherMark(
  curve: PlacedCurve,
  kind: Exclude<RecordedKind, 'measured'>,
  options: RecordChartOptions,
  rowOf: RowOf,
): Mark {
  const known = curve.points.filter((point) => point[kind]?.[curve.measure.name] !== undefined);
  const found = known.map((point) => ({ x: settingOf(point, options.x), y: point[kind]![curve.measure.name]! }));
  const rows = known.map((point) => rowOf.get(point));
  const each = eachOf(
    curve,
    options,
    found.map(({ y }) => y),
  );
  const isDashes = kind === 'predicted' && options.predictedAs === 'dashes';
  const isCurve = kind !== 'published' && options.xAxis?.kind !== 'band' && !isDashes;
  return isCurve
    ? { mark: 'line', figure: kind, points: found.map((dot) => [Number(dot.x), dot.y] as const), rows }
    : { mark: 'dots', ...(isDashes && curve.placement), figure: kind, points: found, rows, ...each };
}

/** Names each curve once, on the first of its marks. Kinds of figure are named by the figure's key. */
function withNames(drawn: readonly { curve: Curve; mark: Mark }[], options: RecordChartOptions): Mark[] {
  const named = new Set<string>();
  return drawn.map(({ curve: { key, name }, mark }) => {
    if (name === undefined || named.has(key)) return mark;
    named.add(key);
    return { ...mark, label: { text: name, ...options.nameAt?.[key] } };
  });
}

/** Contents of the brackets after a measured value. */
const INTERVAL = '95% interval';

const KIND_ORDER: readonly RecordedKind[] = ['measured', 'exact', 'predicted', 'published'];

function tableOf(
  all: readonly { machine: string; point: Point }[],
  perRecord: readonly { curves: readonly Curve[] }[],
  source: Series,
  options: RecordChartOptions,
  show: readonly RecordedKind[],
  words: Readonly<Record<RecordedKind, string>>,
): FigureTable {
  const dimensions = [options.by, options.x].filter((name) => name !== undefined);
  const titleOf = (name: string) => columnOf(source, name)?.title ?? name;
  const measures = [
    ...new Map(
      perRecord.flatMap(({ curves }) => curves.map(({ measure }) => [measure.name, measure] as const)),
    ).values(),
  ];
  const columns = measures.flatMap((measure) =>
    KIND_ORDER.filter(
      (kind) => show.includes(kind) && all.some(({ point }) => valueOf(point, kind, measure.name) !== undefined),
    ).map((kind) => ({ measure, kind })),
  );
  const withMachine = perRecord.length > 1;
  const countOf = (point: Point) =>
    [...new Set(measures.flatMap(({ name }) => point.values[name]?.n ?? []))].map(settingText).join(', ');
  const withCount = show.includes('measured') && all.some(({ point }) => countOf(point) !== '');
  return {
    head: [
      ...(withMachine ? ['Machine'] : []),
      ...dimensions.map(titleOf),
      ...columns.map(({ measure, kind }) =>
        withUnit(
          measures.length > 1 ? `${measure.title}, ${words[kind]}` : capital(words[kind]),
          measure.unit,
          ...(kind === 'measured' ? [INTERVAL] : []),
        ),
      ),
      ...(withCount ? ['n'] : []),
    ],
    rows: all.map(({ machine, point }) => [
      ...(withMachine ? [machine] : []),
      ...dimensions.map((name) => columnText(source, point, name)),
      ...columns.map(({ measure, kind }) => cellText(valueOf(point, kind, measure.name), measure.unit)),
      ...(withCount ? [countOf(point)] : []),
    ]),
  };
}

/** A setting in its dimension's unit where that is a time or a size; or a measure's value with its interval. */
function columnText(source: Series, point: Point, name: string): string {
  const dimension = source.dimensions.find((candidate) => candidate.name === name);
  if (dimension !== undefined) return settingWords(dimension, point.at[name]);
  return cellText(point.values[name], columnOf(source, name)?.unit ?? '1');
}

const valueOf = (point: Point, kind: RecordedKind, measure: string): Estimate | number | undefined =>
  kind === 'measured' ? point.values[measure] : point[kind]?.[measure];

function cellText(value: Estimate | number | undefined, unit: string): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return formatBare(value, unit);
  const interval = formatIntervalBare(value, unit);
  const estimate = formatBare(value.value, unit);
  return interval === estimate ? estimate : `${estimate} (${interval})`;
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
