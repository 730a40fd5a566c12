import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LADDERS } from '@/findings/load-balancing/lab/state';
import { decades, ladder, steps } from './ladder';

describe.each(Object.entries(LADDERS))('the ruler for %s', (_name, ruler) => {
  it('finds every stop where it is', () => {
    ruler.stops.forEach((stop, index) => {
      expect(ruler.position(stop)).toBe(index);
      expect(ruler.value(index)).toBe(stop);
    });
  });

  it('puts any value between its neighbours', () => {
    const [first = 0] = ruler.stops;
    const last = ruler.stops.at(-1) ?? 1;
    fc.assert(
      fc.property(fc.double({ min: first, max: last, noNaN: true }), (value) => {
        const nearest = ruler.value(ruler.position(value));
        expect(ruler.stops.every((stop) => Math.abs(stop - value) >= Math.abs(nearest - value) - 1e-9)).toBe(true);
        expect(ruler.share(value)).toBeGreaterThanOrEqual(0);
        expect(ruler.share(value)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

it('holds the article’s examples, so that the slider reaches them', () => {
  for (const servers of [10, 11, 13, 14, 21, 26, 28, 33, 1000]) expect(LADDERS.servers.stops).toContain(servers);
  for (const items of [1000, 2000, 5000, 10_000, 100_000]) expect(LADDERS.items.stops).toContain(items);
  for (const capacity of [50, 100, 1000]) expect(LADDERS.capacity.stops).toContain(capacity);
});

it('writes powers of ten without the dust of binary fractions', () => {
  expect(decades(1e-6, 0.5, [1, 2, 5])).toEqual([
    1e-6, 2e-6, 5e-6, 1e-5, 2e-5, 5e-5, 1e-4, 2e-4, 5e-4, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5,
  ]);
  expect(steps(0, 1, 0.25)).toEqual([0, 0.25, 0.5, 0.75, 1]);
  expect(ladder([5]).share(5)).toBe(0);
});
