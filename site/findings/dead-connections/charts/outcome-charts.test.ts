import { describe, expect, test } from 'vitest';
import { madeUpRecord } from '@/kit/record/fixtures/record.ts';
import { measuredElsewhere, YOUR_FACTOR } from '@/kit/record/fixtures/yours.ts';
import { together } from '@/kit/record/shown.ts';
import type { Claim, Estimate, MeasurementRecord, Point } from '@/kit/record/types.ts';
import type { DotMark } from '@/kit/chart/chart.ts';
import { hasCaptures, packetsFigure, retriesFigure } from './outcome-charts.ts';

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

const packet = (pattern: string, direction: string, kind: string, number: number, at?: number, predicted?: number) => ({
  at: { pattern, direction, kind, number, packet: number },
  values: at === undefined ? {} : { at_seconds: estimate(at) },
  predicted: predicted === undefined ? {} : { at_seconds: predicted },
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
  const dimensions = ['pattern', 'direction'].map((name) => ({ name, title: name, unit: null }));
  return {
    ...record,
    claims: [published(900)],
    series: Object.entries({ fates: [], 'predicted-only': [], ...series }).map(([id, points]) => ({
      ...{ id, title: id, dimensions, measures: [], method: 1, published_source: null, points },
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

describe('the chart of packets', () => {
  const record = madeUp({
    wire: [
      packet('idle', 'out', 'keepalive probe', 1, 1.02, 1),
      packet('idle', 'out', 'keepalive probe', 2, undefined, 2),
      packet('idle', 'out', 'ack', 1, 0.5),
      packet('idle', 'in', 'ack', 1, 0.5),
      packet('awaiting', 'out', 'retransmission', 1, 0.2, 0.2),
    ],
  });
  const captures = [
    { says: 'Idle', at: { pattern: 'idle' } },
    { says: 'Busy', at: { pattern: 'awaiting' } },
  ];
  const figure = packetsFigure([record], captures, words);

  test('has a row for each kind of packet that left, but for bare answers', () =>
    expect(figure.spec.y).toMatchObject({ values: ['Idle: keepalive probe', 'Busy: retransmission'] }));
  test('keeps a packet that was predicted and never seen', () => {
    expect(dotsOf(figure, 'measured')[0]!.points).toHaveLength(2);
    expect(dotsOf(figure, 'predicted')[0]!.points).toHaveLength(3);
    expect(figure.table.rows[1]).toContain('none');
  });
  test('runs to the end of what was waited for, on a logarithmic axis without what left at once', () => {
    const waited = madeUp({
      wire: [
        packet('awaiting', 'out', 'data', 1, 0, 0),
        packet('awaiting', 'out', 'retransmission', 1, 0.2, 0.2),
        packet('awaiting', 'out', 'retransmission', 15, 811, 808),
      ],
    });
    const { spec, table } = packetsFigure([waited], captures, words);
    expect(spec.x).toMatchObject({ kind: 'log', domain: [0.15, 811 * 1.2] });
    expect(spec.y).toMatchObject({ values: ['Busy: retransmission'] });
    expect(dotsOf({ spec, table }, 'measured')[0]!.points.map(({ x }) => x)).toEqual([0.2, 811]);
    expect(table.rows).toHaveLength(3);
  });
  test('needs a machine that captured some', () => {
    const without = madeUp({ wire: [] }, 'without');
    expect([record, without].map(hasCaptures)).toEqual([true, false]);
    expect(() => packetsFigure([without], captures, words)).toThrow('no captured packets');
  });
});

test('another machine has dots of its own in both charts', () => {
  const record = madeUp({
    fates: [outcome({ tcp_retries2: 2 }, 3.3, 3.2)],
    wire: [packet('idle', 'out', 'keepalive probe', 1, 1.1, 1)],
  });
  const records = together([record, measuredElsewhere(record)]);
  const captures = [{ says: 'Idle', at: { pattern: 'idle' } }];
  const others = (figure: ReturnType<typeof retriesFigure>) =>
    dotsOf(figure, 'second').map(({ points }) => points.map(({ x, y }) => [x, y]));
  expect(others(retriesFigure(records, words))).toEqual([[[2, 3.3 * YOUR_FACTOR]]]);
  expect(others(packetsFigure(records, captures, words))).toEqual([[[1.1 * YOUR_FACTOR, 'Idle: keepalive probe']]]);
});
