/** How long the kernel keeps trying, by its number of retries. */
import { shownAs } from '@/kit/record/shown.ts';
import { claim } from '@/kit/record/queries.ts';
import type { MeasurementRecord } from '@/kit/record/types.ts';
import type { DotMark } from '@/kit/chart/chart.ts';
import { outcomesTable } from './outcomes-table.ts';
import { outcomesOf, isSet, type Outcome } from './outcomes.ts';
import { set } from '../settings.ts';
import type { SpecDrawing } from '@/kit/chart/figure.ts';
import { formatBare, formatSeconds } from '@/kit/chart/format.ts';
import { placementOf } from '@/kit/chart/machines.ts';
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
      ...placementOf(shownAs(record)),
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
