/** Times from seconds to hours, as they are typed, written into addresses and said. */
import { parseNumber, type Field } from '@/kit/lab/state';

const NBSP = '\u00a0';
const MINUTE = 60;
const HOUR = 60 * MINUTE;

const UNITS: Readonly<Record<string, number>> = {
  s: 1,
  sec: 1,
  second: 1,
  seconds: 1,
  m: MINUTE,
  min: MINUTE,
  minute: MINUTE,
  minutes: MINUTE,
  h: HOUR,
  hour: HOUR,
  hours: HOUR,
};

/** Reads "90", "1.5 min" and "2 h 30 min"; NaN for anything else. */
export function parseSpan(text: string): number {
  const bare = parseNumber(text);
  if (!Number.isNaN(bare)) return bare;
  const parts = [...text.matchAll(/([^\p{L}]+)(\p{L}+)/gu)];
  const rest = text.replaceAll(/[^\p{L}]+\p{L}+/gu, '').trim();
  if (parts.length === 0 || rest !== '') return Number.NaN;
  return parts.reduce((sum, [, number = '', name = '']) => {
    return sum + parseNumber(number) * (UNITS[name.toLowerCase()] ?? Number.NaN);
  }, 0);
}

/** In three digits or to the second, in one unit or two: `8.7 s`, `90 s`, `14 min 59 s`, `2 h 11 min`. */
export function formatSpan(seconds: number): string {
  if (seconds < 2 * MINUTE) return `${Number(seconds.toPrecision(3))}${NBSP}s`;
  const [size, whole, part, name] =
    seconds < 2 * HOUR && seconds !== HOUR ? [1, MINUTE, 's', 'min'] : [MINUTE, HOUR, 'min', 'h'];
  const rounded = Math.round(seconds / size) * size;
  const rest = (rounded % whole) / size;
  return `${Math.floor(rounded / whole)}${NBSP}${name}${rest === 0 ? '' : `${NBSP}${rest}${NBSP}${part}`}`;
}

/** Short enough to stand under a tick: `2 s`, `10 min`, `1 h`. */
export const tickSpan = (seconds: number): string =>
  seconds < MINUTE
    ? `${seconds}${NBSP}s`
    : seconds < HOUR
      ? `${seconds / MINUTE}${NBSP}min`
      : `${seconds / HOUR}${NBSP}h`;

/** A whole number of seconds from `min` to `max`. */
export function span({ initial, min, max }: { initial: number; min: number; max: number }): Field<number> {
  return {
    initial,
    read(text) {
      const given = parseSpan(text);
      if (Number.isNaN(given)) return { value: initial, because: 'is not a number' };
      if (given < min) return { value: min, because: `must be at least ${formatSpan(min)}` };
      if (given > max) return { value: max, because: `must be at most ${formatSpan(max)}` };
      const value = Math.round(given);
      return value === given ? { value } : { value, because: 'must be a whole number of seconds' };
    },
    write: String,
  };
}
