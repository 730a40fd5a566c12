import { expect, it } from 'vitest';
import { formatNanoseconds, formatTime, tickTime, unitFor } from './time';

it('writes times in the unit that suits them', () => {
  expect([0.5, 33, 41.667, 1000, 15_625_000, 1e9].map(formatTime)).toEqual([
    '0.5 ns',
    '33 ns',
    '41.67 ns',
    '1 µs',
    '15.63 ms',
    '1 s',
  ]);
  expect(unitFor(999_999.9).name).toBe('ms');
});

it('writes a ruler’s values in nanoseconds, and its ticks short', () => {
  expect(formatNanoseconds(15_625_000)).toBe('15,625,000');
  expect(formatNanoseconds(41.667)).toBe('41.667');
  expect([0, 10, 1e4, 1e8].map(tickTime)).toEqual(['0', '10 ns', '10 µs', '100 ms']);
});
