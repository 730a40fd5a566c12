import { describe, expect, it } from 'vitest';
import type { MeasurementRecord } from '@/kit/record/types';
import { madeUpRecord } from '@/kit/record/fixtures/record';
import { comparable, sharesBeside, besideWords } from './comparable';
import { measuredFrom, type Measured } from './measured';
import { measuredAt, measuredSentence, offsetOf, whyNoMore, whyNoOffset } from './offset';
import { presets } from './presets';
import { offsetRuler } from './rulers';
import { STOPS, schema, type LabState } from './state';

const estimate = (value: number) => ({ n: 5, value, low: value / 2, high: value * 2 });
const series = (id: string, dimensions: string[], points: MeasurementRecord['series'][number]['points']) => ({
  id,
  title: id,
  dimensions: dimensions.map((name) => ({ name, title: name, unit: null })),
  measures: [],
  method: 1,
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
  const offset = (round: number, residue_difference: number | string) =>
    point({ clock: 'realtime', round, residue_difference, counter_step: 26 }, { collision_share: round / 10 });
  return {
    ...madeUpRecord(),
    experiment: 'timestamp-collisions',
    claims: [
      { id: 'residues-decide', figures: [{ label: 'step of the counter', measured: estimate(1.001_485e-8) }] },
    ] as MeasurementRecord['claims'],
    series: [
      series(
        'collisions',
        ['clock', 'threads', 'placement'],
        [
          point(at(2), { ...shares, read_seconds: 2.6028e-8 }, { published_share: 0.02 }),
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
        'residues',
        ['clock', 'round', 'residue_difference', 'counter_step'],
        [offset(4, 0), offset(2, 1), offset(3, 'moved'), offset(5, 0), offset(0, 13)],
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

describe('the machine', () => {
  it('has the pace of two pinned threads, and the counter that they had below their clock', () => {
    expect(measured).toMatchObject({ machine: 'made-up', cores: 2, cost: 26, step: 10.015, ticks: 26 });
  });

  it('has a counter without steps where nobody could look at one', () => {
    const { step, ticks, offsets } = measuredFrom({ ...record(), claims: [] });
    expect({ step, ticks, offsets }).toEqual({ step: 1, ticks: 1, offsets: [] });
  });
});

describe('an offset between the cores’ counters', () => {
  const at = (ticks: number, values: Partial<LabState> = {}) =>
    presetState('measured', { residue: offsetOf(measured, ticks), ...values });

  it('stands beside the rounds that had it, and not beside those in which a counter moved', () => {
    expect([0, 1, 2, 13].map((ticks) => measuredAt(at(ticks), measured))).toEqual([[0.4, 0.5], [0.2], [], [0]]);
  });

  it('of another machine, of other threads or between two ticks stands beside nothing', () => {
    for (const values of [{ step: 10 }, { threads: 3 }, { cores: 4 }, { residue: 0.4 }]) {
      expect(measuredAt(at(0, values), measured), JSON.stringify(values)).toEqual([]);
    }
    expect(measuredAt(at(0), null)).toEqual([]);
  });

  it('is said with what was measured, or that nothing was', () => {
    expect(measuredSentence(at(0), measured)).toBe('Measured on made-up: 40% to 50%, in 2 rounds with this offset.');
    expect(measuredSentence(at(1), measured)).toContain('20%, in the one round with this offset');
    expect(measuredSentence(at(2), measured)).toContain('no round was measured');
  });

  it('is under the hand tick by tick, up to half a step, and said in both units', () => {
    const { stops, say, writeTick, ticks } = offsetRuler(measured);
    expect(stops.values).toHaveLength(14);
    expect(stops.values.slice(0, 4)).toEqual([0, 0.385, 0.77, 1.156]);
    expect(ticks.map((offset) => writeTick!(offset)).slice(-2)).toEqual(['12', '13']);
    expect([0, 0.385, 1.156, 0.4].map(say)).toEqual(['none', '1 tick, 0.385 ns', '3 ticks, 1.156 ns', '0.4 ns']);
    expect(offsetRuler(null).stops).toBe(STOPS.residue);
  });

  it('goes by half ticks where a counter advances by half of one more than a whole number', () => {
    const half: Measured = { ...measured, step: 10, ticks: 24.5, offsets: [{ ticks: 2.5, value: 0.25 }] };
    const { stops, ticks, say, writeTick } = offsetRuler(half);
    expect(stops.values).toHaveLength(25);
    expect(stops.values.slice(0, 3)).toEqual([0, 0.204, 0.408]);
    expect(ticks.map((offset) => writeTick!(offset)).slice(0, 3)).toEqual(['0', '1', '2']);
    expect([0.204, 0.408, 1.02].map(say)).toEqual(['0.5 ticks, 0.204 ns', '1 tick, 0.408 ns', '2.5 ticks, 1.02 ns']);
    const state = { ...presetState('measured'), step: half.step, residue: offsetOf(half, 2.5) };
    expect(measuredAt(state, half)).toEqual([0.25]);
  });

  it('changes nothing where there is one counter, or one as fine as the clock’s unit, and says why', () => {
    expect(whyNoOffset(at(3))).toBe('');
    expect(whyNoOffset(at(0, { threads: 1 }))).toContain('single core');
    expect(whyNoOffset(presetState('linux'))).toContain('hides any offset');
  });
});

it('says that threads wait where there are more than can run', () => {
  const reasons = [2, 3].map((threads) => whyNoMore(presetState('measured', { threads })));
  expect(reasons).toEqual(['', expect.stringContaining('Only 2 can run at a time')]);
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

it('shows a machine that is laid over the page beside the page’s own, whatever clock it has, and beside no other', () => {
  const beside = [{ name: 'your machine', measured: { ...measured, cost: 99, step: 1 } }];
  const [shown] = sharesBeside(presetState('measured'), measured, beside);
  expect(shown).toMatchObject({ machine: 'your machine', measured: [{ threads: 2, value: 0.5 }] });
  expect(besideWords({ threads: 2 }, [shown!])).toEqual([
    expect.stringMatching(/^your machine, with 2 threads, by its own clock: 50% \(95% interval 25% to 100%\)\.$/),
  ]);
  expect(besideWords({ threads: 64 }, [shown!])).toEqual(['your machine: not measured with 64 threads.']);
  expect(sharesBeside(presetState('linux'), measured, beside)).toEqual([]);
  expect(sharesBeside(presetState('measured'), null, beside)).toEqual([]);
});
