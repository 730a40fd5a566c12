import { describe, expect, it } from 'vitest';
import { bytes, parseBytes } from './units';
import { formatBytes } from '@/kit/chart/format';

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
