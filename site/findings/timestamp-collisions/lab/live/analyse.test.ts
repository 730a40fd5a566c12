import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { modelsAtBuild } from '@/kit/lab/models-at-build';
import * as models from '@/wasm-pkg/timestamp-collisions/models.js';
import * as analysis from './analyse';
import type { Readings } from './readings';

const counting = modelsAtBuild('timestamp-collisions', models);
const { ClockSetup } = counting;
const { spacing } = analysis;
const analyse = (all: readonly Readings[]) => analysis.analyse(all, counting);

/** Runs as a worker would have recorded them; times in milliseconds since the worker's origin. */
const readings = (origin: number, runs: readonly (readonly [number, number])[], isolated = false): Readings => ({
  origin,
  values: Float64Array.from(runs, ([value]) => value),
  counts: Uint32Array.from(runs, ([, count]) => count),
  isolated,
});

/** Every step of `step` ms from `from` on, each read `count` times. */
const steady = (origin: number, step: number, from: number, length: number, count = 100): Readings =>
  readings(
    origin,
    Array.from({ length }, (_, index) => [from + index * step, count] as const),
  );

/** A worker's readings as it records them: each value with how often it came in a row. */
function runsOf(values: Float64Array): [number, number][] {
  const runs: [number, number][] = [];
  for (const value of values) {
    const last = runs.at(-1);
    if (last?.[0] === value) last[1]++;
    else runs.push([value, 1]);
  }
  return runs;
}

const ORIGIN = 1_795_231_387_988.8;

describe('counting', () => {
  it('of runs agrees with that of single readings', () => {
    const threads = fc.integer({ min: 1, max: 6 });
    const unit = fc.integer({ min: 1, max: 500 });
    fc.assert(
      fc.property(threads, unit, fc.nat(), fc.integer({ min: 1, max: 200 }), (threads, unit, seed, samples) => {
        using setup = new ClockSetup(threads, 1000, unit, 33_000, 12_000);
        using expected = setup.simulate(seed, samples);
        const { values } = setup.trace(seed, samples);
        const all = Array.from({ length: threads }, (_, n) => runsOf(values.slice(n * samples, (n + 1) * samples)));
        const { sums, neighbours } = analyse(all.map((runs) => readings(0, runs)));
        expect(sums.colliding / values.length).toBe(expected.samples);
        expect(sums.coincidences / values.length).toBe(expected.published);
        expect(neighbours.pairs === 0 ? 0 : neighbours.equal / neighbours.pairs).toBe(expected.equalNeighbours);
      }),
    );
  });

  it('counts a value once for each further worker, however often it was read', () => {
    const analysis = analyse([steady(ORIGIN, 0.1, 5, 10), steady(ORIGIN, 0.1, 5, 10), steady(ORIGIN, 0.1, 5.5, 10)]);
    expect(analysis.readings).toBe(3000);
    expect(analysis.collisions).toEqual({ colliding: 2500, coincidences: 15 });
  });

  it('finds no collision with nobody', () => {
    const { collisions, workers } = analyse([steady(ORIGIN, 0.1, 5, 10)]);
    expect(workers).toBe(1);
    expect(collisions).toEqual({ colliding: 0, coincidences: 0 });
  });
});

describe('the rounding of sums', () => {
  it('is a quarter of a microsecond in this century', () => {
    expect(spacing(ORIGIN)).toBe(2 ** -12);
    expect(ORIGIN + spacing(ORIGIN)).toBeGreaterThan(ORIGIN);
    expect(ORIGIN + spacing(ORIGIN) / 2.5).toBe(ORIGIN);
  });

  it('tears apart sums of the same time, but not the times', () => {
    // Origins on steps of 0.1 ms, as browsers give them: no double is exactly that.
    const later = 1_795_231_388_036.1;
    const all = [steady(ORIGIN, 0.1, 100, 500), steady(later, 0.1, 100 - 47.3, 500)];
    const { collisions, sums, even } = analyse(all);
    expect(even).toBe(true);
    expect(collisions).toEqual({ colliding: 100_000, coincidences: 500 });
    expect(sums.colliding).toBeGreaterThan(0);
    expect(sums.colliding).toBeLessThan(100_000);
  });

  it('is not mistaken for steps that really lie apart', () => {
    const between = steady(ORIGIN + 20.05, 0.1, 80, 500);
    const { collisions, lanes } = analyse([steady(ORIGIN, 0.1, 100, 500), between]);
    expect(collisions).toEqual({ colliding: 0, coincidences: 0 });
    expect(lanes.at[1]).toBeCloseTo(50e-6, 6);
  });

  it('holds for any origins and steps that browsers use', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(0.005, 0.02, 0.1, 1),
        fc.array(fc.integer({ min: 0, max: 1e7 }), { minLength: 2, maxLength: 6 }),
        (step, offsets) => {
          const all = offsets.map((offset) =>
            steady(1_795_231_380_000 + offset * step, step, (2e7 - offset) * step, 50),
          );
          expect(analyse(all).collisions.colliding).toBe(offsets.length * 5000);
        },
      ),
    );
  });
});

describe('a clock', () => {
  it('is described by its smallest and its typical step', () => {
    const { step, neighbours, secondsPerRead } = analyse([
      readings(ORIGIN, [[5, 3], [5.2, 10], [5.4, 10], [5.5, 20], [5.7, 1]]), // prettier-ignore
    ]);
    expect(step).toEqual({ smallest: 100e-6, typical: 200e-6 });
    expect(neighbours).toEqual({ pairs: 43, equal: 39, backward: 0 });
    expect(secondsPerRead).toBeCloseTo(0.5e-3 / 40, 12);
  });

  it('that stands still has no step, and no cost that could be told', () => {
    const { step, secondsPerRead, collisions } = analyse([readings(ORIGIN, [[5, 300]]), readings(ORIGIN, [[5, 100]])]);
    expect([step, secondsPerRead]).toEqual([null, null]);
    expect(collisions).toEqual({ colliding: 400, coincidences: 1 });
  });

  it('that steps back is noticed, and still counted right', () => {
    const back = readings(ORIGIN, [[5, 1], [5.1, 2], [5, 4], [5.2, 1]]); // prettier-ignore
    const { neighbours, collisions } = analyse([back, readings(ORIGIN, [[5, 1], [5.3, 1]])]); // prettier-ignore
    expect(neighbours.backward).toBe(1);
    expect(collisions).toEqual({ colliding: 6, coincidences: 1 });
  });

  it('without even steps is compared by its sums', () => {
    const fine = (from: number) => steady(ORIGIN, 0.000_07, from, 200, 1);
    const { even, collisions, sums } = analyse([fine(5), fine(5)]);
    expect(even).toBe(false);
    expect(collisions).toEqual(sums);
    expect(collisions.colliding).toBe(400);
  });

  it('with one odd step keeps the others', () => {
    const odd = steady(ORIGIN, 0.1, 5, 500);
    odd.values[250] = (odd.values[250] as number) + 0.03;
    const { even, step } = analyse([odd, steady(ORIGIN, 0.1, 5, 500)]);
    expect(even).toBe(true);
    expect(step?.typical).toBeCloseTo(100e-6, 9);
  });
});

it('says how much of the time all workers were reading', () => {
  const { overlap, seconds } = analyse([steady(ORIGIN, 1, 0, 101), steady(ORIGIN, 1, 50, 51)]);
  expect(seconds).toBeCloseTo(0.1, 6);
  expect(overlap).toBeCloseTo(0.5, 3);
  // The one begins late, the other ends early: nothing is left.
  expect(analyse([steady(ORIGIN, 1, 0, 51), steady(ORIGIN, 1, 50, 51)]).overlap).toBeCloseTo(0, 3);
});

it('shows steps from the first that all workers read', () => {
  const { lanes } = analyse([steady(ORIGIN, 0.1, 5, 60, 7), steady(ORIGIN, 0.1, 5.3, 60, 9)]);
  expect(lanes.at).toHaveLength(24);
  expect(lanes.at[0]).toBe(0);
  expect(lanes.at[2]).toBeCloseTo(200e-6, 9);
  expect(lanes.reads.map(([first]) => first)).toEqual([7, 9]);
});

it('passes over a worker that read nothing', () => {
  const { workers, collisions } = analyse([steady(ORIGIN, 0.1, 5, 10), readings(ORIGIN, [])]);
  expect(workers).toBe(1);
  expect(collisions.colliding).toBe(0);
});
