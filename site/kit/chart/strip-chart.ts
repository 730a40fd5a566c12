/**
 * Strips: every round of a condition on a line of its own, with the median, the prediction and the published value. For measurements
 * whose spread is the finding.
 */
import { points, series, settingAt, type Settings } from '@/kit/record/queries.ts';
import { shownAs } from '@/kit/record/shown.ts';
import type { Estimate, MeasurementRecord, Point } from '@/kit/record/types.ts';
import type { DotMark, Reference } from './chart.ts';
import { formatBare, formatIntervalBare } from './format.ts';
import { machineOf } from './machines.ts';
import { tickFormat, type RecordFigure } from './record-chart.ts';
import { dimensionOf, measureOf, settingText, settingWords } from './settings.ts';
import { laneAt } from './row-chart.ts';
import { rowsOfTable, tabledDots } from './tabled.ts';

/** Selection from the records. */
export interface StripChartOptions {
  readonly title: string;
  readonly description: string;
  /** The series of conditions: medians, predictions, published values. */
  readonly series: string;
  /** The series of their rounds, with the same dimensions and one more. */
  readonly rounds: string;
  readonly where?: Settings;
  /** The dimensions whose settings together make a row. */
  readonly rows: readonly string[];
  /** The measure, of the same name in both series. */
  readonly measure: string;
  readonly xTitle: string;
  /** Name of a row, from its settings. */
  readonly nameOf?: (at: Point['at']) => string;
  /** Title of the table's column of rows. */
  readonly rowTitle: string;
  /** Rows whose rounds are of several kinds: neither a median nor a prediction of one describes them. */
  readonly modes?: Settings;
  readonly references?: readonly Reference[];
}

/** A condition of one machine. */
interface Strip {
  readonly row: string;
  /** The value of each round. */
  readonly each: readonly number[];
  readonly median: Estimate | undefined;
  readonly predicted: number | undefined;
  readonly published: number | undefined;
}

/** Builds the chart and its table. Several machines share the rows, each on a lane of its own. */
export function stripFigure(records: readonly MeasurementRecord[], options: StripChartOptions): RecordFigure {
  const [first] = records;
  if (first === undefined) throw new Error(`no record to draw “${options.title}” from`);
  const source = series(first, options.series);
  const { unit } = measureOf(source, options.measure);
  const nameOf =
    options.nameOf ??
    ((at) => options.rows.map((name) => settingWords(dimensionOf(source, name), at[name])).join(', '));

  const modes = Object.entries(options.modes ?? {});
  const hasModes = ({ at }: Point) => modes.length > 0 && modes.every(([name, setting]) => at[name] === setting);

  const machines = records.map((record, index) => {
    const rounds = points(series(record, options.rounds), options.where ?? {});
    const inOrder = points(series(record, options.series), options.where ?? {}).toSorted(byRows(options.rows));
    const conditions = inOrder.flatMap((condition): Strip[] => {
      const value = condition.values[options.measure];
      const own = rounds.filter((round) => options.rows.every((name) => round.at[name] === condition.at[name]));
      const each = own.flatMap((round) => round.values[options.measure]?.value ?? []);
      // A condition without rounds of its own (one thread alone) has no spread to show.
      if (value === undefined || each.length === 0) return [];
      const [median, predicted] = hasModes(condition) ? [] : [value, condition.predicted?.[options.measure]];
      const at = Object.fromEntries(options.rows.map((name) => [name, settingAt(condition, name)]));
      return [{ row: nameOf(at), each, median, predicted, published: condition.published?.[options.measure] }];
    });
    // Rounds on one lane and their median on the next, so that neither hides the other.
    const [above, below] = [2 * index, 2 * index + 1].map((lane) => laneAt(lane, 2 * records.length));
    return { machine: machineOf(record), kind: shownAs(record), above: above!, below: below!, conditions };
  });

  const tabled = machines.flatMap(({ machine, conditions }) => conditions.map((strip) => ({ machine, strip })));
  const rowOf = rowsOfTable(tabled.map(({ strip }) => strip));
  const dotsOf = (kind: 'predicted' | 'published', drawn: readonly (typeof machines)[number][]): DotMark[] =>
    drawn.map(({ above, below, conditions }) => ({
      mark: 'dots',
      figure: kind,
      interval: 'x',
      // Published values are about none of these machines, and lie in the middle of their row.
      ...(kind === 'predicted' && { lane: (above + below) / 2 }),
      ...tabledDots(conditions, rowOf, ({ row, [kind]: value }) =>
        value === undefined ? undefined : { x: value, y: row },
      ),
    }));
  const withMachine = records.length > 1;
  const marks: DotMark[] = [
    ...machines.map(({ machine, kind, above, conditions }): DotMark => ({
      mark: 'dots',
      figure: kind,
      quiet: true,
      says: withMachine ? `a round, ${machine}` : 'a round, measured',
      lane: above,
      points: conditions.flatMap(({ row, each }) => each.map((value) => ({ x: value, y: row }))),
      rows: conditions.flatMap((strip) => strip.each.map(() => rowOf.get(strip))),
      each: conditions.flatMap(({ each }) => each.map((value) => formatBare(value, unit))),
    })),
    // Measured values have a mark for each machine; predictions have one, of the first machine.
    ...dotsOf(
      'predicted',
      machines.filter(({ kind }) => kind === 'measured'),
    ),
    ...machines.map(({ machine, kind, below, conditions }): DotMark => ({
      mark: 'dots',
      figure: kind,
      interval: 'x',
      says: withMachine ? `their median, ${machine}` : 'their median, with its interval',
      lane: below,
      ...tabledDots(
        conditions,
        rowOf,
        ({ row, median }) => median && { x: median.value, y: row, low: median.low, high: median.high },
      ),
    })),
    ...dotsOf('published', machines.slice(0, 1)),
  ];

  const highest = Math.max(
    ...marks.flatMap(({ points }) => points.flatMap(({ x, high }) => [Number(x), high ?? Number(x)])),
  );
  const isKnown = (kind: 'predicted' | 'published') =>
    machines.some(({ conditions }) => conditions.some((condition) => condition[kind] !== undefined));
  const kinds = (['predicted', 'published'] as const).filter(isKnown);
  return {
    spec: {
      title: options.title,
      description: options.description,
      x: { kind: 'linear', title: options.xTitle, domain: [0, highest * 1.04], format: tickFormat(unit) },
      y: {
        kind: 'band',
        title: '',
        values: [...new Set(machines.flatMap(({ conditions }) => conditions.map(({ row }) => row)))],
      },
      marks: marks.filter(({ points }) => points.length > 0),
      labels: 'none',
      ...(options.references && { references: options.references }),
    },
    table: {
      head: [
        ...(withMachine ? ['Machine'] : []),
        options.rowTitle,
        'Rounds',
        'Median (95% interval)',
        'Smallest',
        'Largest',
        ...kinds.map((kind) => (kind === 'predicted' ? 'Predicted' : 'Published')),
      ],
      rows: tabled.map(({ machine, strip: { row, median, each, ...others } }) => [
        ...(withMachine ? [machine] : []),
        row,
        settingText(each.length),
        median ? `${formatBare(median.value, unit)} (${formatIntervalBare(median, unit)})` : '',
        formatBare(Math.min(...each), unit),
        formatBare(Math.max(...each), unit),
        ...kinds.map((kind) => (others[kind] === undefined ? '' : formatBare(others[kind], unit))),
      ]),
    },
  };
}

/** Compares points by their settings of some dimensions, the first of which counts most. */
function byRows(names: readonly string[]): (a: Point, b: Point) => number {
  return (a, b) => {
    for (const name of names) {
      const [one, other] = [a.at[name] ?? '', b.at[name] ?? ''];
      if (one !== other) return one < other ? -1 : 1;
    }
    return 0;
  };
}
