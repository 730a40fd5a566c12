import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatSpan, parseSpan, span, tickSpan } from './spans';

describe('a time', () => {
  test.each([
    ['90', 90],
    ['1e3', 1000],
    ['90 s', 90],
    ['90\u00a0s', 90],
    ['1.5 min', 90],
    ['2 hours', 7200],
    ['2 h 30 min', 9000],
    ['14\u00a0min\u00a059\u00a0s', 899],
  ])('%j is read as %d seconds', (text, seconds) => {
    expect(parseSpan(text)).toBe(seconds);
  });

  test.each(['', 'soon', '5 parsecs', 'min', '1 min 5', '1 min, please', '<b>'])('%j is none', (text) => {
    expect(parseSpan(text)).toBeNaN();
  });

  test.each([
    [8.704, '8.7 s'],
    [90, '90 s'],
    [119.9, '120 s'],
    [899.536, '15 min'],
    [899.4, '14 min 59 s'],
    [3600, '1 h'],
    [3733, '62 min 13 s'],
    [7875, '2 h 11 min'],
    [86_400, '24 h'],
  ])('of %d seconds is written %j', (seconds, words) => {
    expect(formatSpan(seconds).replaceAll('\u00a0', ' ')).toBe(words);
  });

  test('is written so that it is read as nearly the same', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 86_400 }), (seconds) => {
        expect(Math.abs(parseSpan(formatSpan(seconds)) - seconds)).toBeLessThanOrEqual(seconds < 7200 ? 0 : 30);
      }),
    );
  });

  test('is short under a tick', () => {
    expect([2, 60, 600, 3600, 86_400].map(tickSpan)).toEqual(['2 s', '1 min', '10 min', '1 h', '24 h'].map((text) => text.replace(' ', '\u00a0'))); // prettier-ignore
  });

  test('out of its limits becomes the nearest one inside, and a whole number of seconds', () => {
    const field = span({ initial: 90, min: 2, max: 3600 });
    expect(field.read('1')).toEqual({ value: 2, because: 'must be at least 2\u00a0s' });
    expect(field.read('2 h')).toEqual({ value: 3600, because: 'must be at most 1\u00a0h' });
    expect(field.read('2.4')).toEqual({ value: 2, because: 'must be a whole number of seconds' });
    expect(field.read('soon')).toEqual({ value: 90, because: 'is not a number' });
  });
});
