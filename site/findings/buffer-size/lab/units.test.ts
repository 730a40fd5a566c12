import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytes, nanoseconds, parseBytes, parseNanoseconds, writeNanoseconds } from './units';
import { formatBytes } from '@/kit/chart/format';

describe('times', () => {
  it.each([
    ['167', 167],
    ['167 ns', 167],
    ['0.5us', 500],
    ['0.5 µs', 500],
    ['0.5 μs', 500],
    ['2 MS', 2e6],
    ['1e3', 1000],
    ['23.5 ps', 0.0235],
  ])('%s is %d ns', (text, expected) => expect(parseNanoseconds(text)).toBe(expected));

  it.each(['', 'fast', '1 h', '1 constructor', 'ns', '-'])('“%s” is none', (text) => {
    expect(parseNanoseconds(text)).toBeNaN();
  });

  it('are read as they are written, to three digits', () => {
    fc.assert(
      fc.property(fc.double({ min: 1, max: 1e8, noNaN: true }), (given) => {
        expect(Math.abs(parseNanoseconds(writeNanoseconds(given)) / given - 1)).toBeLessThan(0.006);
      }),
    );
  });

  it('of a byte keep their digits, however short they are', () => {
    expect(writeNanoseconds(0.0235)).toBe('23.5\u00a0ps');
    expect(parseNanoseconds(writeNanoseconds(0.0235))).toBe(0.0235);
    expect(writeNanoseconds(1e-4)).toBe('0.100\u00a0ps');
  });

  it('outside of their range become its end, and say why', () => {
    const field = nanoseconds({ initial: 100, min: 1, max: 1e8 });
    expect(field.read('0')).toEqual({ value: 1, because: 'must be at least 1\u00a0ns' });
    expect(field.read('1 s')).toEqual({ value: 1e8, because: 'must be at most 100\u00a0ms' });
    expect(field.read('soon')).toEqual({ value: 100, because: 'is not a number' });
  });
});

describe('sizes', () => {
  it.each([
    ['65536', 65_536],
    ['65,536', 65_536],
    ['64k', 65_536],
    ['64 KiB', 65_536],
    ['64 kB', 64_000],
    ['1.5M', 1_572_864],
    ['12 B', 12],
  ])('%s is %d bytes', (text, expected) => expect(parseBytes(text)).toBe(expected));

  it('of powers of two are read as they are written', () => {
    for (let power = 0; power <= 24; power++) expect(parseBytes(formatBytes(2 ** power))).toBe(2 ** power);
  });

  it('are whole', () => {
    expect(bytes({ initial: 1, min: 1, max: 100 }).read('1.4')).toEqual({ value: 1 });
  });
});
