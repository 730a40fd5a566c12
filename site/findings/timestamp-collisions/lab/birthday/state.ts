/** The birthday calculator's state: how identifiers are made, how many, for how long, and the risk that is tolerated. */
import { decades, sliderStops, steps } from '@/kit/lab/ruler';
import { defineState, integer, parseNumber, real, type Field } from '@/kit/lab/state';
import { formatSpan } from './format';

export interface BirthdayState {
  /** How often the timestamp in an identifier changes, in seconds; Infinity for identifiers without one. */
  granularity: number;
  /** Random bits beside it. */
  bits: number;
  /** Machines that make identifiers and know nothing of each other. */
  machines: number;
  /** Identifiers that each of them makes in a second. */
  rate: number;
  /** For how long, in seconds. */
  span: number;
  /** The risk of a duplicate in that time that is tolerated. */
  risk: number;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const YEAR = 365 * DAY;

/** Units of time as they are read; the first of a kind is the one that addresses are written with. */
const UNITS: readonly [seconds: number, ...names: string[]][] = [
  [1e-9, 'ns', 'nanosecond', 'nanoseconds'],
  [1e-6, 'us', 'µs', 'μs', 'microsecond', 'microseconds'],
  [1e-3, 'ms', 'millisecond', 'milliseconds'],
  [1, 's', 'second', 'seconds'],
  [MINUTE, 'min', 'minute', 'minutes'],
  [HOUR, 'h', 'hour', 'hours'],
  [DAY, 'd', 'day', 'days'],
  [YEAR, 'y', 'year', 'years'],
];

/** Reads "100 us", "1ms", "0.5 days" and bare seconds; NaN for anything else. */
export function parseSpan(text: string): number {
  const [, number = '', name = ''] = /^(.*?)\s*(\p{L}*)$/u.exec(text.trim()) ?? [];
  // The unit's letter may be the exponent's: "1e3".
  if (name === '') return parseNumber(number);
  const unit = UNITS.find(([, ...names]) => names.includes(name.toLowerCase()));
  // Dividing by a power of ten is exact where multiplying by its inverse is not.
  return unit === undefined
    ? Number.NaN
    : unit[0] < 1
      ? parseNumber(number) / Math.round(1 / unit[0])
      : parseNumber(number) * unit[0];
}

/** Writes a time so that {@link parseSpan} reads the same again: in the largest unit that it is a round number of. */
export function writeSpan(seconds: number): string {
  for (const [size, name] of UNITS.toReversed()) {
    const count = size < 1 ? seconds * Math.round(1 / size) : seconds / size;
    const short = Number(count.toPrecision(12));
    if (short >= 1 && parseSpan(`${short}${name}`) === seconds) return `${short}${name}`;
  }
  return `${seconds}s`;
}

/** A time from `min` to `max` seconds; with `never`, also none at all, by that name. */
function span(options: { initial: number; min: number; max: number; never?: string }): Field<number> {
  const { initial, min, max, never } = options;
  return {
    initial,
    read(text) {
      if (never !== undefined && text.trim().toLowerCase() === never) return { value: Infinity };
      const given = parseSpan(text);
      if (Number.isNaN(given)) return { value: initial, because: 'is not a number' };
      if (given < min) return { value: min, because: `must be at least ${formatSpan(min)}` };
      if (given > max) return { value: max, because: `must be at most ${formatSpan(max)}` };
      return { value: given };
    },
    write: (value) => (value === Infinity && never !== undefined ? never : writeSpan(value)),
  };
}

export const schema = defineState<BirthdayState>(
  {
    granularity: span({ initial: 1e-9, min: 1e-9, max: 1, never: 'none' }),
    bits: integer({ initial: 0, min: 0, max: 160 }),
    machines: integer({ initial: 10, min: 1, max: 1_000_000 }),
    rate: real({ initial: 10, min: 0.001, max: 1e12 }),
    span: span({ initial: DAY, min: 1, max: 100 * YEAR }),
    risk: real({ initial: 1e-6, min: 1e-12, max: 0.5 }),
  },
  { prefix: 'b-' },
);

export const STOPS = {
  granularity: sliderStops([...decades(1e-9, 1, [1, 2, 5]), Infinity]),
  bits: sliderStops(steps(0, 160, 1)),
  machines: sliderStops(decades(1, 1_000_000, [1, 2, 5])),
  rate: sliderStops(decades(0.001, 1e12, [1, 2, 5])),
  span: sliderStops([1, 10, MINUTE, 10 * MINUTE, HOUR, 6 * HOUR, DAY, 7 * DAY, 30 * DAY, YEAR, 10 * YEAR, 100 * YEAR]),
  risk: sliderStops(decades(1e-12, 0.5, [1, 2, 5])),
} as const;

export type RulerName = keyof typeof STOPS;
