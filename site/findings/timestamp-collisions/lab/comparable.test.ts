import { expect, it } from 'vitest';
import type { MeasurementRecord } from '@/kit/record/types';
import { madeUpRecord } from '@/kit/record/fixtures/record';
import { comparable } from './comparable';
import { measuredFrom } from './measured';
import { presets } from './presets';
import { schema, type LabState } from './state';

const estimate = (value: number) => ({ n: 5, value, low: value / 2, high: value * 2 });
const series = (id: string, dimensions: string[], points: MeasurementRecord['series'][number]['points']) => ({
  id,
  title: id,
  dimensions: dimensions.map((name) => ({ name, title: name, unit: null })),
  measures: [],
  published_source: null,
  points,
});
/** A point without what this lab does not read. */
const point = (at: Record<string, string | number>, values: Record<string, number>, published = {}) => ({
  at,
  values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, estimate(value)])),
  published,
});

/** A made-up record in the shape of the timestamp-collisions experiment's; its figures mean nothing. */
function record(): MeasurementRecord {
  const at = (threads: number, placement = 'pinned') => ({ clock: 'realtime', threads, placement });
  const shares = { collision_share: 0.5, published_share: 0.25 };
  return {
    ...madeUpRecord(),
    experiment: 'timestamp-collisions',
    series: [
      series(
        'clocks',
        ['clock', 'read_by'],
        [point({ clock: 'realtime', read_by: 'vDSO' }, { read_cost_seconds: 2.1e-8 })],
      ),
      series(
        'collisions',
        ['clock', 'threads', 'placement'],
        [
          point(at(2), shares, { published_share: 0.02 }),
          point(at(2, 'free'), { collision_share: 0.1, published_share: 0.05 }, { published_share: 0.02 }),
          point({ ...at(2), clock: 'monotonic' }, { collision_share: 0.9, published_share: 0.9 }),
        ],
      ),
      series(
        'collision-rounds',
        ['clock', 'threads', 'placement', 'round'],
        [
          point({ ...at(2), round: 1 }, shares),
          point({ ...at(2), round: 2 }, { collision_share: 0, published_share: 0 }),
        ],
      ),
      series(
        'increments',
        ['clock', 'increment'],
        [
          point({ clock: 'counter', increment: 2.0031e-8 }, {}),
          point({ clock: 'counter', increment: 3.0046e-8 }, {}),
          point({ clock: 'realtime', increment: 2.1e-8 }, {}),
        ],
      ),
    ] as MeasurementRecord['series'],
  };
}

const measured = measuredFrom(record());
const presetState = (id: string, values: Partial<LabState> = {}): LabState => ({
  ...presets(measured)
    .find((each) => each.id === id)!
    .state(schema.initial),
  ...values,
});

it('takes the machine’s clock from its record', () => {
  expect(measured).toMatchObject({ machine: '2-core machine', cores: 2, cost: 21, step: 10 });
});

it('shows the pinned threads of the wall clock, and each round', () => {
  const { measured: shares, rounds, published } = comparable(presetState('measured'), measured);
  expect(shares).toEqual([{ threads: 2, value: 0.5, low: 0.25, high: 1 }]);
  expect(rounds.map(({ value }) => value)).toEqual([0.5, 0]);
  expect(published).toEqual([]);
});

it('compares the published figures with the published way to count only', () => {
  expect(comparable(presetState('linux'), measured).published).toEqual([]);
  const { published } = comparable(presetState('linux', { definition: 'published' }), measured);
  expect(published).toEqual([{ threads: 2, value: 0.02 }]);
});

it('compares another clock with nothing', () => {
  for (const values of [{ unit: 100 }, { cores: 64 }, { cost: 40 }]) {
    expect(comparable(presetState('linux', { ...values, definition: 'published' }), measured).published).toEqual([]);
    expect(comparable(presetState('measured', values), measured).measured).toEqual([]);
  }
  expect(comparable(presetState('linux', { definition: 'published' }), null).published).toEqual([]);
});
