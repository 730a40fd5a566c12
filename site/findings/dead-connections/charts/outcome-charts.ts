/** Charts of what became of lost connections: how long the kernel keeps trying, and packets in time. */
import { shownAs } from '@/kit/record/shown.ts';
import { claim, points, series, settingAt, type Settings } from '@/kit/record/queries.ts';
import type { MeasurementRecord, Point } from '@/kit/record/types.ts';
import type { DotMark } from '@/kit/chart/chart.ts';
import { outcomesTable } from './outcomes-table.ts';
import { outcomesOf, isSet, type Outcome } from './outcomes.ts';
import { set } from '../settings.ts';
import type { SpecDrawing } from '@/kit/chart/figure.ts';
import { formatBare, formatCount, formatIntervalBare, formatSeconds } from '@/kit/chart/format.ts';
import { placed, machineOf } from '@/kit/chart/machines.ts';
import { laneAt } from '@/kit/chart/row-chart.ts';
import { rowsOfTable, tabledDots } from '@/kit/chart/tabled.ts';

/** What a chart is called, and what one would see in it. */
export interface Words {
  readonly title: string;
  readonly description: string;
}

/** Linux's `tcp_retries2` where nothing is set. */
const DEFAULT_RETRIES = 15;
/** The claim that publishes what the default comes to. */
const DEFAULT_RETRIES_CLAIM = 'fifteen-retries';

/** How often an unanswered request is sent again, by what is set; undefined where something else is set as well. */
function retriesOf(outcome: Outcome): number | undefined {
  const { program, scenario, pattern, point } = outcome;
  const isLost = program === 'tcp' && scenario === 'drop-outbound' && pattern === 'awaiting';
  const retries2 = point.at['tcp_retries2'];
  const count = retries2 === undefined ? undefined : Number(retries2);
  return isLost && isSet(outcome, set(count === undefined ? {} : { retries2: count }))
    ? (count ?? DEFAULT_RETRIES)
    : undefined;
}

/** How long the kernel keeps trying, by the number of retries: measured for few, predicted for all, published for the default. */
export function retriesFigure(records: readonly MeasurementRecord[], words: Words): SpecDrawing {
  const [first] = records;
  if (first === undefined) throw new Error(`no record to draw “${words.title}” from`);
  const isWanted = (outcome: Outcome) => retriesOf(outcome) !== undefined;
  /** In the order of the table. */
  const found = records.flatMap((record) =>
    outcomesOf(record)
      .filter(isWanted)
      .map((outcome) => ({ record, outcome, retries: retriesOf(outcome)! })),
  );
  const rowOf = rowsOfTable(found);
  const ofRecord = (record: MeasurementRecord) => found.filter((one) => one.record === record);
  // Each number of retries once, by what the record says of it last.
  const predicted = [...new Map(ofRecord(first).map((one) => [one.retries, one])).values()];
  const byDefault = ofRecord(first).find(({ retries }) => retries === DEFAULT_RETRIES);
  const published = claim(first, DEFAULT_RETRIES_CLAIM).figures.flatMap((figure) => figure.published?.low ?? []);
  const marks: DotMark[] = [
    {
      mark: 'dots',
      figure: 'predicted',
      ...tabledDots(
        predicted,
        rowOf,
        ({
          retries,
          outcome: {
            predicted: { after },
          },
        }) => (after === undefined ? undefined : { x: retries, y: after }),
      ),
    },
    ...records.map((record): DotMark => ({
      mark: 'dots',
      ...placed(shownAs(record)),
      ...tabledDots(ofRecord(record), rowOf, ({ retries, outcome: { measured } }) => {
        const after = measured?.after;
        return after && { x: retries, y: after.value, low: after.low, high: after.high };
      }),
    })),
    {
      mark: 'dots',
      figure: 'published',
      points: published.map((value) => ({ x: DEFAULT_RETRIES, y: value })),
      rows: published.map(() => byDefault && rowOf.get(byDefault)),
      each: published.map((value) => formatBare(value, 's')),
    },
  ];
  return {
    spec: {
      ...words,
      x: {
        kind: 'linear',
        title: 'tcp_retries2',
        domain: [0.4, DEFAULT_RETRIES + 0.6],
        ticks: Array.from({ length: DEFAULT_RETRIES }, (_, i) => i + 1),
      },
      y: {
        kind: 'log',
        title: 'Until read() says ETIMEDOUT (logarithmic)',
        domain: [1, 1500],
        ticks: [1, 10, 60, 600],
        format: formatSeconds,
      },
      marks,
      labels: 'none',
    },
    table: outcomesTable(records, isWanted),
  };
}

/** One row of the time line of packets: which captured connection, and what it is called. */
export interface Capture {
  readonly says: string;
  readonly at: Settings;
}

/** The series of captured packets, and its measure. */
const [WIRE, AT] = ['wire', 'at_seconds'];

/** Whether a machine captured packets: not every one can. */
export const hasCaptures = ({ series: all }: MeasurementRecord): boolean =>
  all.some(({ id, points: captured }) => id === WIRE && captured.length > 0);

/** From here on a run of ten seconds and one of minutes are drawn on a logarithmic axis, which begins at its second figure, in seconds. */
const [LONG, FROM] = [60, 0.15];

/**
 * When the packets of some connections left this machine, kind by kind: seen on the wire, and as the model says. What left at once
 * has no place on a logarithmic axis and stands in the table alone.
 */
export function packetsFigure(
  records: readonly MeasurementRecord[],
  captures: readonly Capture[],
  words: Words,
): SpecDrawing {
  const packets = captures.flatMap(({ says, at }) =>
    records.flatMap((record, machine) =>
      points(series(record, WIRE), { ...at, direction: 'out' })
        // Our answers to what the peer says are no part of the question.
        .filter((point) => point.at['kind'] !== 'ack')
        .map((point) => ({ row: `${says}: ${settingAt(point, 'kind')}`, point, record, machine })),
    ),
  );
  if (packets.length === 0) throw new Error(`no captured packets for “${words.title}”`);
  const timesOf = ({ values, predicted }: Point) =>
    [values[AT]?.value, predicted?.[AT]].filter((at) => at !== undefined);
  const last = Math.max(...packets.flatMap(({ point }) => timesOf(point)));
  const isLong = last > LONG;
  const isDrawn = (at: number) => !isLong || at >= FROM;
  const rows = [
    ...new Set(packets.flatMap(({ row, point }) => (timesOf(point).some((at) => isDrawn(at)) ? [row] : []))),
  ];
  const rowOf = rowsOfTable(packets);
  const of = (index: number) => packets.filter(({ machine }) => machine === index);
  const marks: DotMark[] = [
    {
      mark: 'dots',
      figure: 'predicted',
      interval: 'x',
      ...tabledDots(of(0), rowOf, ({ row, point }) => {
        const x = point.predicted?.[AT];
        return x === undefined || !isDrawn(x) ? undefined : { x, y: row };
      }),
    },
    ...records.map((record, index): DotMark => ({
      mark: 'dots',
      figure: shownAs(record),
      interval: 'x',
      lane: laneAt(index, records.length),
      ...tabledDots(of(index), rowOf, ({ row, point }) => {
        const seen = point.values[AT];
        return seen && isDrawn(seen.value) ? { x: seen.value, y: row, low: seen.low, high: seen.high } : undefined;
      }),
    })),
  ];
  const withMachine = records.length > 1;
  return {
    spec: {
      ...words,
      x: isLong
        ? {
            kind: 'log',
            title: 'After the last packet from the peer (logarithmic)',
            domain: [FROM, last * 1.2],
            ticks: [1, 10, 60, 600],
            format: formatSeconds,
          }
        : {
            kind: 'linear',
            title: 'After the last packet from the peer',
            format: (value) => `${formatCount(value)}\u00a0s`,
          },
      y: { kind: 'band', title: '', values: rows },
      marks,
    },
    rows: rows.length,
    table: {
      head: [
        ...(withMachine ? ['Machine'] : []),
        'Packet',
        'Which',
        'Seen after',
        '95% interval',
        'Seen in',
        'Predicted',
      ],
      rows: packets.map(({ row, point, record }) => {
        const seen = point.values[AT];
        const predicted = point.predicted?.[AT];
        return [
          ...(withMachine ? [machineOf(record)] : []),
          row,
          String(settingAt(point, 'number')),
          seen ? formatBare(seen.value, 's') : '',
          seen ? formatIntervalBare(seen, 's') : '',
          seen ? `${formatCount(seen.n)} trials` : 'none',
          predicted === undefined ? '' : formatBare(predicted, 's'),
        ];
      }),
    },
  };
}
