/** Sizes of buffers as readers type them, in powers of two. */
import { formatBytes } from '@/kit/chart/format';
import { parseNumber, type Field } from '@/kit/lab/state';

/** Bytes in a unit of size. Buffers are counted in powers of two, so a bare "64k" is that too. */
const BYTE_UNITS: Readonly<Record<string, number>> = {
  '': 1,
  b: 1,
  k: 2 ** 10,
  ki: 2 ** 10,
  kib: 2 ** 10,
  kb: 1e3,
  m: 2 ** 20,
  mi: 2 ** 20,
  mib: 2 ** 20,
  mb: 1e6,
};

/** Reads "65536", "64k", "64 KiB" and "1 MB" as bytes; NaN for anything else. */
export function parseBytes(text: string): number {
  const [, number = '', unit = ''] = /^(.*?)\s*(\p{L}*)$/u.exec(text.trim()) ?? [];
  const size = Object.hasOwn(BYTE_UNITS, unit.toLowerCase()) ? BYTE_UNITS[unit.toLowerCase()] : undefined;
  return size === undefined ? Number.NaN : parseNumber(number) * size;
}

/** A whole number of bytes from `min` to `max`, written in addresses as a bare number. */
export function bytes({ initial, min, max }: { initial: number; min: number; max: number }): Field<number> {
  return {
    initial,
    read(text) {
      const given = parseBytes(text);
      if (Number.isNaN(given)) return { value: initial, because: 'is not a number' };
      if (given < min) return { value: min, because: `must be at least ${formatBytes(min)}` };
      if (given > max) return { value: max, because: `must be at most ${formatBytes(max)}` };
      return { value: Math.round(given) };
    },
    write: String,
  };
}
