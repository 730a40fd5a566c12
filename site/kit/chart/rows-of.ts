/** Charts whose rows are named one by one and come from any series, on one axis. */
import { points, series, type Settings } from '@/kit/record/queries.ts';
import { shownAs } from '@/kit/record/shown.ts';
import type { Estimate, MeasurementRecord } from '@/kit/record/types.ts';
import type { Dot, DotMark, Reference } from './chart.ts';
import { formatBare, formatIntervalBare, withUnit } from './format.ts';
import { FIGURE_WORDS } from './grammar.ts';
import { machineOf } from './machines.ts';
import { capital, tickFormat, type RecordFigure } from './record-chart.ts';
import { settingText } from './settings.ts';
import { laneAt, logExtent } from './row-chart.ts';
import { rowsOfTable, tabledDots } from './tabled.ts';

/** A row: one point of a series, or one for each lane. */
export interface NamedRow {
  readonly name: string;
  /** Series, measure and settings, as far as they differ from the chart's. */
  readonly series?: string;
  readonly measure?: string;
  readonly at: Settings;
}

/** One of several values in every row. */
export interface NamedLane {
  readonly name: string;
  readonly at: Settings;
  /** Draws it in the background. */
  readonly quiet?: boolean;
}

/** Selection from the records. */
export interface RowsOfOptions {
  readonly title: string;
  readonly description: string;
  readonly series: string;
  readonly measure: string;
  /** The rows, from the top; those that no record has are left out. */
  readonly rows: readonly NamedRow[];
  /** Several values a row. A row whose series does not know a lane's dimension has one value, on the first lane. */
  readonly lanes?: readonly NamedLane[];
  readonly scale: 'linear' | 'log';
  /** Ends of the axis; by default the extent of the values. */
  readonly domain?: readonly [number, number];
  readonly ticks?: readonly number[];
  readonly xTitle: string;
  /** Title of the table's column of names. */
  readonly rowTitle: string;
  readonly references?: readonly Reference[];
}

/** A record's values of a row on a lane. */
interface Found {
  readonly row: string;
  readonly lane: NamedLane | undefined;
  readonly value: Estimate | undefined;
  readonly predicted: number | undefined;
  readonly published: number | undefined;
  readonly unit: string;
}

/** Tells if any record has one of the rows: else there is nothing to draw. */
export const hasRows = (records: readonly MeasurementRecord[], options: RowsOfOptions): boolean =>
  records.some((record) => findRows(record, options).some(({ value }) => value !== undefined));

/** Builds the chart and its table. Several machines share the rows, each on lanes of its own. */
export function rowsOfFigure(records: readonly MeasurementRecord[], options: RowsOfOptions): RecordFigure {
  const all = records.map((record) => ({
    machine: machineOf(record),
    kind: shownAs(record),
    found: findRows(record, options),
  }));
  const measured = all.flatMap(({ found }) => found.filter(({ value }) => value !== undefined));
  const [shown] = measured;
  if (shown === undefined) throw new Error(`no record has a row of “${options.title}”`);

  const tabled = all.flatMap(({ machine, found }) => found.filter(isKnown).map((one) => ({ machine, one })));
  const known = tabled.map(({ one }) => one);
  const rowOf = rowsOfTable(known);
  const values = options.rows.map(({ name }) => name).filter((name) => known.some(({ row }) => row === name));
  const lanes = options.lanes ?? [undefined];
  const marksOf = (
    figure: 'measured' | 'predicted' | 'published',
    dotOf: (found: Found) => Dot | undefined,
  ): DotMark[] =>
    all.flatMap(({ found, kind, machine }, machineIndex) =>
      // Measured values have a mark for each machine; the other kinds have one, of the first machine.
      (figure === 'measured' || kind === 'measured' ? lanes : []).map((lane, index): DotMark => {
        const isOther = kind !== 'measured';
        return {
          mark: 'dots',
          interval: 'x',
          figure: isOther ? kind : figure,
          lane: laneAt(index * all.length + machineIndex, lanes.length * all.length),
          ...tabledDots(
            found.filter((one) => one.lane === lane),
            rowOf,
            dotOf,
          ),
          ...(figure === 'measured' &&
            lane && {
              quiet: lane.quiet ?? false,
              ...(!isOther && { says: all.length > 1 ? `${lane.name}, ${machine}` : lane.name }),
            }),
        };
      }),
    );
  const marks = [
    ...marksOf('measured', ({ row, value }) => value && { x: value.value, y: row, low: value.low, high: value.high }),
    ...marksOf('predicted', ({ row, predicted }) => (predicted === undefined ? undefined : { x: predicted, y: row })),
    // Published values are the same for every machine: drawn once, next to the first machine's values.
    ...marksOf('published', ({ row, published }) =>
      published === undefined ? undefined : { x: published, y: row },
    ).slice(0, lanes.length),
  ];
  const ends = known.flatMap(({ value, predicted, published }) => [
    // Including the value: where an interval reaches down to 0, a logarithmic axis can hold its other end alone.
    ...(value ? [value.low, value.value, value.high] : []),
    ...[predicted, published].filter((end) => end !== undefined),
  ]);
  const kinds = (['predicted', 'published'] as const).filter((kind) => known.some((one) => one[kind] !== undefined));
  const withMachine = all.length > 1;
  return {
    spec: {
      title: options.title,
      description: options.description,
      x: {
        kind: options.scale,
        title: options.xTitle,
        domain: options.domain ?? (options.scale === 'log' ? logExtent(ends) : [0, Math.max(...ends) * 1.06]),
        format: tickFormat(shown.unit),
        ...(options.ticks && { ticks: options.ticks }),
      },
      y: { kind: 'band', title: '', values },
      marks: marks.filter(({ points }) => points.length > 0),
      labels: 'none',
      ...(options.references && { references: options.references }),
    },
    table: {
      head: [
        ...(withMachine ? ['Machine'] : []),
        options.rowTitle,
        ...(options.lanes ? ['Which'] : []),
        withUnit('Measured', shown.unit),
        '95% interval',
        'n',
        ...kinds.map((kind) => capital(FIGURE_WORDS[kind])),
      ],
      rows: tabled.map(({ machine, one: { row, lane, value, unit, ...other } }) => [
        ...(withMachine ? [machine] : []),
        row,
        ...(options.lanes ? [lane?.name ?? ''] : []),
        ...(value
          ? [formatBare(value.value, unit), formatIntervalBare(value, unit), settingText(value.n)]
          : ['', '', '']),
        ...kinds.map((kind) => (other[kind] === undefined ? '' : formatBare(other[kind], unit))),
      ]),
    },
  };
}

const isKnown = ({ value, predicted, published }: Found): boolean =>
  value !== undefined || predicted !== undefined || published !== undefined;

/** Looks up every row in a record. A series that the record lacks (for want of a program, say) has no rows. */
function findRows(record: MeasurementRecord, options: RowsOfOptions): Found[] {
  return options.rows.flatMap((row): Found[] => {
    const id = row.series ?? options.series;
    if (!record.series.some((known) => known.id === id)) return [];
    const source = series(record, id);
    const name = row.measure ?? options.measure;
    const measure = source.measures.find((candidate) => candidate.name === name);
    if (measure === undefined) throw new Error(`series ${id} has no measure ${name}, for the row “${row.name}”`);
    const knows = (settings: Settings) =>
      Object.keys(settings).every((key) => source.dimensions.some((dimension) => dimension.name === key));
    const lanes = (options.lanes ?? [undefined]).filter((lane, index) => index === 0 || (lane && knows(lane.at)));
    return lanes.flatMap((lane): Found[] => {
      const found = points(source, { ...(lane && knows(lane.at) && lane.at), ...row.at });
      if (found.length > 1) throw new Error(`the row “${row.name}” of “${options.title}” is ${found.length} points`);
      return found.map(({ values, predicted, published }) => ({
        row: row.name,
        lane,
        value: values[name],
        predicted: predicted?.[name],
        published: published?.[name],
        unit: measure.unit,
      }));
    });
  });
}
