import { describe, expect, test } from 'vitest';
import { madeUpRecord } from '@/kit/record/fixtures/record.ts';
import { measuredElsewhere, YOUR_FACTOR } from '@/kit/record/fixtures/yours.ts';
import { assignMarks } from '@/kit/record/shown.ts';
import type { Claim, Estimate, MeasurementRecord, Point } from '@/kit/record/types.ts';
import type { DotMark } from '@/kit/chart/chart.ts';
import { retriesFigure } from './retries.ts';

const words = { title: 'A chart', description: 'What one sees in it' };
const estimate = (value: number): Estimate => ({ n: 5, value, low: value * 0.9, high: value * 1.2 });

/** A made-up outcome of plain TCP with a request under way. */
const outcome = (settings: Point['at'], after?: number, predicted?: number, more: Point['at'] = {}): Point => ({
  at: {
    ...{ program: 'tcp', scenario: 'drop-outbound', pattern: 'awaiting' },
    ...{ settings: JSON.stringify(settings), ...settings, ...more },
  },
  outcomes: { call: { read: 5 }, errno: { ETIMEDOUT: 5 } },
  predicted_outcomes: { call: 'read', errno: 'ETIMEDOUT' },
  values: { noticed_share: estimate(1), ...(after !== undefined && { noticed_after_seconds: estimate(after) }) },
  predicted: predicted === undefined ? {} : { noticed_after_seconds: predicted, latest_after_seconds: predicted * 1.1 },
});

const published = (value: number): Claim => ({
  id: 'fifteen-retries',
  statement: 'It takes that long',
  source: null,
  figures: [
    {
      ...{ label: 'default', unit: 's', published: { low: value, high: value } },
      ...{ measured: null, exact: null, predicted: null },
    },
  ],
  rule: { cases: [] },
  verdict: 'reproduced',
  why: 'because',
});

function madeUp(series: Record<string, Point[]>, machine = 'made-up'): MeasurementRecord {
  const record = madeUpRecord(machine);
  return {
    ...record,
    claims: [published(900)],
    series: Object.entries({ fates: [], 'predicted-only': [], ...series }).map(([id, points]) => ({
      ...{ id, title: id, dimensions: [], measures: [], method: 1, published_source: null, points },
    })),
  };
}

const dotsOf = (figure: ReturnType<typeof retriesFigure>, kind: string): DotMark[] =>
  figure.spec.marks.filter((mark): mark is DotMark => mark.mark === 'dots' && mark.figure === kind);

describe('the chart of retries', () => {
  const record = madeUp({
    fates: [
      outcome({ tcp_retries2: 2 }, 3.3, 3.2),
      outcome({ keepalive_idle_seconds: 1, keepalive_interval_seconds: 1, keepalive_probes: 3, tcp_retries2: 3 }, 6, 6),
      outcome({ tcp_retries2: 3 }, 6.5, 6.4, { scenario: 'drop-inbound' }),
      outcome({}, undefined, 929),
    ],
    'predicted-only': [outcome({ tcp_retries2: 8 }, undefined, 104)],
  });
  const figure = retriesFigure([record], words);

  test('takes rows where nothing else is set, and the default where nothing is', () => {
    expect(dotsOf(figure, 'measured').map(({ points }) => points.map(({ x, y }) => [x, y]))).toEqual([[[2, 3.3]]]);
    expect(dotsOf(figure, 'predicted')[0]!.points.map(({ x, y }) => [x, y])).toEqual([
      [2, 3.2],
      [15, 929],
      [8, 104],
    ]);
  });
  test('has what was published at the default', () =>
    expect(dotsOf(figure, 'published')[0]!.points).toEqual([{ x: 15, y: 900 }]));
  test('has a row of its table for each', () => expect(figure.table.rows).toHaveLength(3));
});

test('another machine has dots of its own', () => {
  const record = madeUp({ fates: [outcome({ tcp_retries2: 2 }, 3.3, 3.2)] });
  const figure = retriesFigure(assignMarks([record, measuredElsewhere(record)]), words);
  expect(dotsOf(figure, 'second').map(({ points }) => points.map(({ x, y }) => [x, y]))).toEqual([
    [[2, 3.3 * YOUR_FACTOR]],
  ]);
});
