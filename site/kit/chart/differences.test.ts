import { describe, expect, test } from 'vitest';
import { madeUpRecord } from '@/kit/record/fixtures/record.ts';
import { measuredElsewhere } from '@/kit/record/fixtures/yours.ts';
import type { MeasurementRecord } from '@/kit/record/types.ts';
import { differences } from './differences.ts';

const ours = madeUpRecord();
const differing = (change: (record: MeasurementRecord) => void) => {
  const yours = madeUpRecord();
  change(yours);
  return differences(yours, ours);
};
const first = ({ series }: MeasurementRecord) => series[0]!.points[0]!.values['p99_items']!;

describe('figures differ', () => {
  test('not from their like', () => expect(differing(() => {})).toEqual([]));

  test('where their intervals do not meet, by the ratio of the ends that face each other', () => {
    expect(differing((record) => Object.assign(first(record), { value: 244, low: 236, high: 250 }))).toEqual([
      {
        figure: 'Items per server: one choice, 1,000\u00a0items, 10\u00a0servers: 99th percentile',
        unit: 'items',
        ours: { n: 1000, value: 120, low: 118, high: 122 },
        yours: { n: 1000, value: 244, low: 236, high: 250 },
        factor: 236 / 122,
      },
    ]);
  });

  test('and not where they do', () => {
    expect(differing((record) => Object.assign(first(record), { value: 130, low: 122, high: 140 }))).toEqual([]);
  });

  test('endlessly where one is zero', () => {
    const [only] = differing((record) => Object.assign(first(record), { value: 0, low: 0, high: 0 }));
    expect(only!.factor).toBe(Infinity);
  });

  test('not where there were too few observations for an interval', () => {
    expect(differing((record) => Object.assign(first(record), { value: 1, low: 1, high: 1, confidence: 0.9 }))).toEqual(
      [],
    );
  });

  test('the farthest first, and each once, though a claim stands on it', () => {
    const all = differences(measuredElsewhere(ours), ours);
    expect(all.length).toBeGreaterThan(2);
    const factors = all.map(({ factor }) => factor);
    expect(factors).toEqual([...factors].sort((a, b) => b - a));
    expect(all.filter(({ figure }) => figure.startsWith('Thirteen servers'))).toEqual([]);
  });
});
