import fc from 'fast-check';
import { expect, it } from 'vitest';
import '@/kit/property-tests';
import { coincidences, coveredUntil, readingsWithin, tally, threadsWithin } from './readings';
import type { Trace } from './tasks';

/** A trace of these threads: when each reading was made; the clock ticks every 10, identifiers are the values. */
function traceOf(threads: readonly (readonly number[])[], unit = 10): Trace {
  const at = Float64Array.from(threads.flat());
  const values = at.map((time) => Math.floor(time / unit) * unit);
  return {
    each: threads[0]?.length ?? 0,
    at,
    values,
    identifiers: Array.from(values, String),
    promise: { certain: '', probable: '', condition: '' },
  };
}

const everything = { from: 0, to: Infinity };

it('finds a value that two threads read, and not one that a thread read twice', () => {
  const readings = readingsWithin(
    traceOf([
      [1, 12, 14],
      [3, 25, 38],
    ]),
    everything,
  );
  expect(readings.map(({ collides }) => collides)).toEqual([true, false, false, true, false, false]);
  expect(coincidences(readings)).toEqual([{ value: 0, threads: [0, 1], duplicate: true }]);
  // The thread's own repetition is a duplicate identifier all the same.
  expect(tally(readings)).toEqual({ shown: 6, colliding: 2, duplicates: 4 });
});

it('tells coinciding readings from duplicate identifiers', () => {
  const trace = traceOf([[1], [2]]);
  trace.identifiers = ['a', 'b'];
  const readings = readingsWithin(trace, everything);
  expect(tally(readings)).toEqual({ shown: 2, colliding: 2, duplicates: 0 });
  expect(coincidences(readings)).toEqual([{ value: 0, threads: [0, 1], duplicate: false }]);
});

it('shows what lies within a stretch, its start included and its end not', () => {
  const trace = traceOf([
    [1, 5, 9],
    [2, 5, 30],
  ]);
  const times = (from: number, to: number) => readingsWithin(trace, { from, to }).map(({ at }) => at);
  expect(times(5, 9)).toEqual([5, 5]);
  expect(times(10, 20)).toEqual([]);
  expect(threadsWithin(trace, { from: 9, to: 20 })).toEqual([0]);
  expect(threadsWithin(trace, { from: 31, to: 99 })).toEqual([]);
});

it('knows until when nothing is missing', () => {
  expect(
    coveredUntil(
      traceOf([
        [1, 5, 9],
        [2, 5, 30],
      ]),
    ),
  ).toBe(9);
});

const threads = fc
  .tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 12 }))
  .chain(([count, each]) =>
    fc.array(fc.array(fc.integer({ min: 0, max: 99 }), { minLength: each, maxLength: each }), {
      minLength: count,
      maxLength: count,
    }),
  )
  .map((all) => all.map((times) => times.sort((a, b) => a - b)));

it('marks exactly what comparing every reading with every other marks', () => {
  fc.assert(
    fc.property(threads, fc.integer({ min: 1, max: 30 }), (all, unit) => {
      const readings = readingsWithin(traceOf(all, unit), everything);
      for (const reading of readings) {
        const same = readings.filter(({ value }) => value === reading.value);
        expect(reading.collides).toBe(same.some(({ thread }) => thread !== reading.thread));
        expect(reading.duplicate).toBe(same.length > 1);
      }
    }),
  );
});
