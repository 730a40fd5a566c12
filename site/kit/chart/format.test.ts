import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  formatBytes,
  formatCount,
  formatDate,
  formatInterval,
  formatIntervalBare,
  formatMemory,
  formatQuantity,
  formatRatio,
  formatSeconds,
  formatShare,
  formatShareTick,
  intervalInWords,
} from './format.ts';

/** Replaces no-break spaces by plain ones, which the tables below have. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

test.each([
  [0, '0'],
  [97, '97'],
  [1000, '1,000'],
  [10_000_000, '10,000,000'],
  [76.923, '76.9'],
  [333.333, '333.3'],
  [0.5, '0.5'],
  [1234.5, '1,235'],
  [-3, '−3'],
  [999_999_999_999_999, '999,999,999,999,999'],
  [1e99, '1E99'],
  [-1.5e100, '−1.5E100'],
])('the count %f is written %s', (value, text) => expect(formatCount(value)).toBe(text));

test.each([
  [0, '0%'],
  [1, '100%'],
  [0.04503, '4.5%'],
  [0.2115, '21%'],
  [0.2857, '29%'],
  [0.000431, '0.043%'],
  [0.0099, '0.99%'],
  [0.0999, '10%'],
  [0.95, '95.0%'],
  [0.9996, '99.960%'],
  [0.5, '50%'],
  [1e-7, '0.000010%'],
  [1e-9, '<0.000001%'],
  [Number.MIN_VALUE, '<0.000001%'],
  [0.9999, '99.990%'],
  [0.99991, '>99.99%'],
  [0.99999999, '>99.99%'],
  [1 - Number.EPSILON / 2, '>99.99%'],
])('the share %f is written %s', (share, text) => expect(formatShare(share)).toBe(text));

test('a share short of the whole is never written as the whole, nor a positive one as nothing', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, minExcluded: true, max: 1, maxExcluded: true, noNaN: true }), (share) => {
      expect(formatShare(share)).not.toMatch(/^100(\.0+)?%$/);
      expect(formatShare(share)).not.toMatch(/^[0.]+%$/);
    }),
  );
});

test('a larger share is never written as a smaller number', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(share, share, (a, b) => {
      const [small, large] = [Math.min(a, b), Math.max(a, b)].map((value) =>
        Number.parseFloat(formatShare(value).replace(/^[<>]/, '')),
      );
      // Small shares carry more digits than large ones, so rounding may swap their order by half a percent.
      expect(small! - large!).toBeLessThanOrEqual(0.5);
    }),
  );
});

test.each([
  [0.05, '5%'],
  [0.025, '2.5%'],
  [0.00001, '0.001%'],
  [1, '100%'],
])('a tick at %f is written %s', (share, text) => expect(formatShareTick(share)).toBe(text));

test.each([
  [1.23, '1.23'],
  [4, '4.00'],
  [12.44, '12.4'],
  [163.2, '163'],
  [0.5, '0.500'],
])('the ratio %f is written %s', (ratio, text) => expect(formatRatio(ratio)).toBe(text));

test.each([
  [0, '0 s'],
  [212.5, '213 s'],
  [0.0032, '3.20 ms'],
  [8.12e-7, '812 ns'],
  [1e-6, '1 µs'],
  [33 * 1e-9, '33 ns'],
  [2.8000000000000003e-8, '28 ns'],
  [0.004, '4 ms'],
  [9.99984e-10, '1.00 ns'],
  [0.41e-9, '0.410 ns'],
  [2.35e-11, '23.5 ps'],
  [7e-12, '7 ps'],
  [90, '90 s'],
  [131, '131 s'],
  [600, '10 min'],
  [928.896, '15 min 29 s'],
  [3599.6, '1 h'],
  [7875, '2 h 11 min 15 s'],
  [-7875, '−2 h 11 min 15 s'],
])('%f seconds are written %s', (seconds, text) => expect(plain(formatSeconds(seconds))).toBe(text));

test.each([
  [512, '512 B'],
  [65_536, '64 KiB'],
  [50_000, '48.8 KiB'],
  [2 ** 30, '1 GiB'],
])('%i bytes are written %s', (bytes, text) => expect(plain(formatBytes(bytes))).toBe(text));

test('memory is written as it is sold', () => expect(plain(formatMemory(8_589_934_592))).toBe('8 GiB'));

describe('units', () => {
  test.each([
    [97, 'items', '97 items'],
    [1, 'items', '1 item'],
    [1, 'servers', '1 server'],
    [0.045, 'share', '4.5%'],
    [1.23, '1', '1.23'],
    [0.002, 's', '2 ms'],
    [1.5 * 2 ** 20, 'bytes per second', '1.5 MiB/s'],
    [38_996 * 2 ** 20, 'bytes per second', '39,000 MiB/s'],
    [0.5, 's per GiB', '0.5 s per GiB'],
  ])('%f in %s is written %s', (value, unit, text) => expect(plain(formatQuantity(value, unit))).toBe(text));
});

describe('intervals', () => {
  test('the unit is said once', () =>
    expect(plain(formatInterval({ low: 96, high: 98 }, 'items'))).toBe('96 to 98 items'));
  test('percents are all marked', () =>
    expect(formatInterval({ low: 0.041, high: 0.049 }, 'share')).toBe('4.1% to 4.9%'));
  test('an interval of one value is that value', () => {
    expect(plain(formatInterval({ low: 97, high: 97 }, 'items'))).toBe('97 items');
    expect(formatIntervalBare({ low: 97, high: 97 }, 'items')).toBe('97');
  });
  test('a range of observations too few for an interval says what it is', () => {
    const range = { low: 96, high: 98, confidence: 0.75 };
    expect(plain(intervalInWords(range, 'items'))).toBe('range 96 to 98 items');
    expect(formatIntervalBare(range, 'items')).toBe('96–98 (range)');
    expect(plain(intervalInWords({ low: 96, high: 98 }, 'items'))).toBe('95% interval 96 to 98 items');
  });
  test('a table cell is short', () => expect(formatIntervalBare({ low: 96, high: 98 }, 'items')).toBe('96–98'));
});

test('a date is a day in UTC, whatever the reader’s time zone', () => {
  expect(formatDate('2026-11-20T23:59:59Z')).toBe('20 November 2026');
});
