import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import '@/kit/property-tests';
import { lineEnd, longestSpan, schema, type LabState } from './state';
import { fittingSpan, granularity, moved, origin, running, showing, stretchOf, zoomed } from './stretch';
import type { Trace } from './tasks';

const stateWith = (values: Partial<LabState>): LabState => ({ ...schema.initial, ...values });

describe('what is shown at first', () => {
  it('is several reads of each thread', () => {
    const { from, to } = stretchOf(schema.initial);
    expect((to - from) / (schema.initial.cost * schema.initial.sharing)).toBeGreaterThan(5);
  });

  it('is several ticks of a clock that is coarser than its reads', () => {
    for (const unit of [100, 1000, 100_000]) {
      const state = stateWith({ unit, cost: unit / 20 });
      expect(fittingSpan(state)).toBeGreaterThan(2 * granularity(state));
    }
  });

  it('is no more than can be drawn, however coarse the clock', () => {
    const state = stateWith({ unit: 1e9, cost: 1 });
    expect(fittingSpan(state)).toBe(longestSpan(state));
  });

  it('begins at zero, or where a coarse counter gives its first value', () => {
    expect(origin(stateWith({ unit: 1000, step: 41 }))).toBe(0);
    expect(origin(stateWith({ unit: 100, step: 15_625_000 }))).toBe(15_625_000);
  });
});

const stretches = fc
  .tuple(fc.double({ min: -1e7, max: 1e7, noNaN: true }), fc.double({ min: 1e-3, max: 1e7, noNaN: true }))
  .map(([from, length]) => ({ from, to: from + length }));

it('asks for a stretch that the state allows, whatever is wanted', () => {
  fc.assert(
    fc.property(stretches, fc.integer({ min: 1, max: 64 }), (stretch, threads) => {
      const state = stateWith({ threads });
      const wanted = { ...state, ...showing(state, stretch) };
      expect(schema.reconcile(wanted)).toEqual(wanted);
      expect(wanted.from).toBeGreaterThanOrEqual(0);
      expect(wanted.from + wanted.span).toBeLessThanOrEqual(lineEnd(state) * 1.001);
    }),
  );
});

it('keeps the place that is zoomed around where it is', () => {
  const { from, to } = zoomed({ from: 100, to: 300 }, 0.5, 150);
  expect((150 - from) / (to - from)).toBeCloseTo((150 - 100) / 200, 12);
  expect(to - from).toBe(100);
});

it('stands still at a limit instead of sliding away', () => {
  const state = stateWith({});
  const widest = showing(state, { from: -1e9, to: 1e9 });
  const stretch = stretchOf({ ...state, ...widest });
  expect(showing(state, zoomed(stretch, 2, (stretch.from + stretch.to) / 2))).toEqual(widest);
  expect(showing(state, moved(stretchOf(state), -1e6)).from).toBe(0);
});

it('gives a lane to every thread, but not to those that wait for a core', () => {
  const trace: Trace = {
    each: 2,
    at: Float64Array.of(10, 40, 20, 50, 9000, 9040),
    values: new Float64Array(6),
    identifiers: Array.from({ length: 6 }, () => ''),
    promise: { certain: '', probable: '', condition: '' },
  };
  // Nobody reads within it, and two are about to.
  const stretch = { from: 42, to: 48 };
  expect(running(stateWith({ threads: 3, cores: 4 }), trace, stretch)).toEqual([0, 1, 2]);
  expect(running(stateWith({ threads: 3, cores: 2, hardware: 1 }), trace, stretch)).toEqual([0, 1]);
});
