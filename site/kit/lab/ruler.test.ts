import { expect, it } from 'vitest';
import { decades, sliderStops, steps } from './ruler';

it('writes powers of ten without the dust of binary fractions', () => {
  expect(decades(1e-6, 0.5, [1, 2, 5])).toEqual([
    1e-6, 2e-6, 5e-6, 1e-5, 2e-5, 5e-5, 1e-4, 2e-4, 5e-4, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5,
  ]);
  expect(steps(0, 1, 0.25)).toEqual([0, 0.25, 0.5, 0.75, 1]);
  expect(sliderStops([5]).share(5)).toBe(0);
});

it('takes a value for the nearest stop, and one amid two for the larger', () => {
  const stops = sliderStops([100, 1, 10]);
  const nearest = (value: number) => stops.value(stops.position(value));
  expect([0, 1, 5, 5.5, 6, 54, 56, 100, 1e9].map(nearest)).toEqual([1, 1, 1, 10, 10, 10, 100, 100, 100]);
});
