/** How the lab's quantities are written, and read again: times with their unit, buffers in powers of two. */
import { formatBytes, formatSeconds } from '@/kit/chart/format';
import { parseNumber, type Field } from '@/kit/lab/state';

/** Nanoseconds in a unit of time. */
const TIME_UNITS: Readonly<Record<string, number>> = {
  '': 1,
  ps: 1e-3,
  ns: 1,
  us: 1e3,
  µs: 1e3,
  // The Greek letter, which looks the same.
  μs: 1e3,
  ms: 1e6,
  s: 1e9,
};

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

function parseWithUnit(text: string, units: Readonly<Record<string, number>>): number {
  const [, number = '', unit = ''] = /^(.*?)\s*(\p{L}*)$/u.exec(text.trim()) ?? [];
  const size = Object.hasOwn(units, unit.toLowerCase()) ? units[unit.toLowerCase()] : undefined;
  if (size === undefined) return Number.NaN;
  // Dividing by a power of ten is exact where multiplying by its inverse is not.
  return size < 1 ? parseNumber(number) / Math.round(1 / size) : parseNumber(number) * size;
}

/** Reads "167", "167 ns", "0.5 us" and "2 ms" as nanoseconds; NaN for anything else. */
export const parseNanoseconds = (text: string): number => parseWithUnit(text, TIME_UNITS);

/** Reads "65536", "64k", "64 KiB" and "1 MB" as bytes; NaN for anything else. */
export const parseBytes = (text: string): number => parseWithUnit(text, BYTE_UNITS);

/** A time in nanoseconds: `167 ns`, `500 µs`, `23.5 ps`. */
export const writeNanoseconds = (nanoseconds: number): string => formatSeconds(nanoseconds / 1e9);

/** A number from `min` to `max` in a unit, written in addresses as a bare number of that unit. */
function measure(
  options: { initial: number; min: number; max: number; whole?: boolean },
  parse: (text: string) => number,
  say: (value: number) => string,
): Field<number> {
  const { initial, min, max, whole = false } = options;
  return {
    initial,
    read(text) {
      const given = parse(text);
      if (Number.isNaN(given)) return { value: initial, because: 'is not a number' };
      if (given < min) return { value: min, because: `must be at least ${say(min)}` };
      if (given > max) return { value: max, because: `must be at most ${say(max)}` };
      return { value: whole ? Math.round(given) : given };
    },
    write: String,
  };
}

/** A time in nanoseconds. */
export const nanoseconds = (options: { initial: number; min: number; max: number }): Field<number> =>
  measure(options, parseNanoseconds, writeNanoseconds);

/** A whole number of bytes. */
export const bytes = (options: { initial: number; min: number; max: number }): Field<number> =>
  measure({ ...options, whole: true }, parseBytes, formatBytes);
