/**
 * From records to charts and tables: picks points of a series, and turns what is known of them (measured, exact,
 * published, predicted) into marks and rows. Takes records of a few machines, and draws them together.
 */
import { measured, points, series, settingAt, type Settings } from '@/kit/record/queries.ts';
import { shownAs, type ShownAs } from '@/kit/record/shown.ts';
import type { Estimate, Measure, MeasurementRecord, Point, Series } from '@/kit/record/types.ts';
import type { Axis, BandAxis, ChartSpec, Dot, HistogramMark, Label, Mark, NumberAxis, Reference } from './chart.ts';
import { formatBare, formatCount, formatIntervalBare, formatSeconds, formatShareTick, withUnit } from './format.ts';
import { isOfMachine } from './grammar.ts';
import { joining } from './joining.ts';
import { machineOf, placed, wordsOf } from './machines.ts';
import { dimensionOf, isFormatted, settingText, settingWords, wordsFor } from './settings.ts';
import { rowsOfTable, type FigureTable } from './tabled.ts';

/** The kinds of figure a record holds. */
export type RecordedKind = 'measured' | 'exact' | 'published' | 'predicted';

/** What to take from the records and how to show it. */
export interface RecordChartOptions {
  /** What the chart shows, as a sentence or a title. */
  readonly title: string;
  /** What a reader would see in it, in words, without figures that the record could change. */
  readonly description: string;
  /** The series, by its name in the record. */
  readonly series: string;
  /** Which of its points; all by default. */
  readonly where?: Settings;
  /** The dimension on the x axis, or a measure. */
  readonly x: string;
  /** Which of its settings; all by default. */
  readonly xValues?: readonly (string | number)[];
  /** The measure on the y axis, or several in the same unit. */
  readonly y: string | readonly string[];
  /** A dimension that splits the points into curves. */
  readonly by?: string;
  /** Which of its settings, in this order; all by default. */
  readonly byValues?: readonly (string | number)[];
  /** Which kinds of figure, in drawing order. */
  readonly show?: readonly RecordedKind[];
  /** How measured values are drawn; dots by default. */
  readonly as?: 'dots' | 'histogram';
  /** Whether a pale line joins the dots of each curve and machine, where those of several stand close together. */
  readonly joined?: boolean;
  /** How what a model predicts is drawn: as a curve, or as a dash for each point; a curve by default. */
  readonly predictedAs?: 'line' | 'dashes';
  /** Names for curves: by setting of `by`, or by measure. */
  readonly names?: Readonly<Record<string, string>>;
  /** Where a curve's name stands, by the same keys; in the right margin by default. */
  readonly nameAt?: Readonly<Record<string, Pick<Label, 'at' | 'side'>>>;
  readonly xAxis?: Partial<Omit<NumberAxis, 'kind'>> & { readonly kind?: NumberAxis['kind'] | 'band' };
  readonly yAxis?: Partial<NumberAxis>;
  readonly references?: readonly Reference[];
}

/** Everything a figure shows and says. */
export interface RecordFigure {
  readonly spec: ChartSpec;
  readonly table: FigureTable;
}

/** How an axis writes its ticks in a unit: like the figures, without digits that all ticks share. */
export function tickFormat(unit: string): (value: number) => string {
  if (unit === 'share') return formatShareTick;
  if (unit === '1') return (value) => formatCount(value);
  // A ruler's zero needs no unit, and would have another one than its neighbours.
  if (unit === 's' || unit === 'seconds')
    return (value) => (value === 0 ? '0' : formatSeconds(value).replace(/\.0+(?=\D)/, ''));
  // Five digits and a unit at every tick would leave little room to plot; the axis' title says it once.
  if (unit === THROUGHPUT) return (value) => formatCount(value / MEBIBYTE);
  return (value) => formatBare(value, unit);
}

/** The unit of throughput, … */
const THROUGHPUT = 'bytes per second';
/** … and what its ticks count. */
const MEBIBYTE = 2 ** 20;

/** A dimension's or a measure's title with its unit, unless the figures carry it: `Items per server (items)`. */
export function axisTitle({ title, unit }: { title: string; unit: string | null }): string {
  if (unit === THROUGHPUT) return `${title} (MiB/s)`;
  const said = unit === null || ['1', 'share', 's', 'seconds', 'bytes'].includes(unit);
  return said || title.toLowerCase().includes(unit) ? title : `${title} (${unit})`;
}

/** How the ruler of an axis counts in a unit: sizes double, and throughput is read in mebibytes per second. */
export const rulerOf = (unit: string | null): Pick<NumberAxis, 'base' | 'per'> => ({
  ...(unit === 'bytes' && { base: 2 }),
  ...(unit === THROUGHPUT && { per: MEBIBYTE }),
});

/** What a column of a series is called: a dimension's settings, or a measure's values with the way to write them. */
function columnOf(source: Series, name: string) {
  const dimension = source.dimensions.find((candidate) => candidate.name === name);
  if (dimension !== undefined) {
    return { ...dimension, ...(isFormatted(dimension.unit) && { format: tickFormat(dimension.unit) }) };
  }
  const measure = source.measures.find((candidate) => candidate.name === name);
  return measure && { ...measure, format: tickFormat(measure.unit) };
}

const isDimension = ({ dimensions }: Series, name: string): boolean => dimensions.some((one) => one.name === name);

/** Where a point lies along a dimension or a measure. */
const settingOf = (point: Point, name: string): string | number => point.at[name] ?? measured(point, name).value;

interface Curve {
  readonly key: string;
  readonly name: string | undefined;
  readonly measure: Measure;
  readonly points: readonly Point[];
  /** What its measured values are drawn as. */
  readonly kind: ShownAs;
}

/** A curve with what its measured values are drawn as, and how far beside their settings. */
interface PlacedCurve extends Curve {
  readonly place: ReturnType<typeof placed>;
}

/**
 * Builds a chart and its table from records. The first record is the one whose exact, predicted and published values are shown: of the
 * other machines only what was measured is drawn.
 */
export function recordFigure(records: readonly MeasurementRecord[], options: RecordChartOptions): RecordFigure {
  const [first] = records;
  if (first === undefined) throw new Error(`no record to draw “${options.title}” from`);
  const perRecord = records.map((record) => {
    const machine = machineOf(record);
    const own = curvesOf(record, options);
    // A curve that is the only one of each machine is told by the machine's name.
    const isAlone = records.length > 1 && own.length === 1 && own[0]!.name === undefined;
    // A measure along x is a place, from which nothing may be moved aside.
    const isMoved = isDimension(series(record, options.series), options.x);
    return {
      machine,
      curves: own.map((curve): PlacedCurve => ({
        ...curve,
        ...(isAlone && { key: machine, name: machine }),
        place: isMoved ? placed(curve.kind) : { figure: curve.kind },
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
  // Each machine's measured values have a mark of their own, and the rest has not.
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
          options.joined && mark.mark === 'dots' && isOfMachine(mark.figure) ? joining(mark) : [],
        ),
        ...withNames(
          drawn.filter(({ mark }) => isNotEmpty(mark)),
          options,
        ),
      ],
      // A key would say what each mark means, which the figure's own key does; names belong to curves.
      labels: 'direct',
      ...(options.references && { references: options.references }),
    },
    table: tableOf(tabled, perRecord, source, options, show, wordsOf([first])),
  };
}

/** The points of all curves, each once: those of several measures have them in common. */
const pointsOf = (curves: readonly Curve[]): Point[] => [...new Set(curves.flatMap((curve) => curve.points))];

/** Which row of the table a point is. */
type RowOf = ReadonlyMap<Point, number>;

const isNotEmpty = (mark: Mark): boolean =>
  mark.mark === 'histogram'
    ? mark.bins.length > 0
    : mark.mark === 'heat'
      ? mark.cells.length > 0
      : mark.points.length > 0;

/** The settings of a dimension in all curves: numbers in order, then words as they come. */
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
  const measures = [options.y].flat().map((name) => {
    const measure = source.measures.find((candidate) => candidate.name === name);
    if (measure === undefined) throw new Error(`series ${source.id} has no measure ${name}`);
    return measure;
  });
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
  return { mark: 'dots', ...curve.place, points: dots, rows, ...each };
}

/** What each point comes to, where its row has the values of several measures. */
const eachOf = (
  { name, measure }: Curve,
  { y }: RecordChartOptions,
  values: readonly (Estimate | number)[],
): Pick<Mark, 'each'> =>
  typeof y === 'string'
    ? {}
    : { each: values.map((value) => `${name ?? measure.title}, ${cellText(value, measure.unit)}`) };

/** Bins as wide as the two nearest values are apart; a value that the record leaves out had nothing to speak of. */
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
    : { mark: 'dots', ...(isDashes && curve.place), figure: kind, points: found, rows, ...each };
}

/** Names each curve once, on the first of its marks. What kinds of figure there are is for the figure's key to say. */
function withNames(drawn: readonly { curve: Curve; mark: Mark }[], options: RecordChartOptions): Mark[] {
  const named = new Set<string>();
  return drawn.map(({ curve: { key, name }, mark }) => {
    if (name === undefined || named.has(key)) return mark;
    named.add(key);
    return { ...mark, label: { text: name, ...options.nameAt?.[key] } };
  });
}

/** What stands behind a measured value, in brackets. */
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

/** A setting in a table, in its dimension's unit where that is a time or a size; or a measure's value with its interval. */
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

/** With a capital letter first. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
