/** How the birthday calculator writes numbers: times, large numbers, probabilities. */
import { formatCount, formatShare } from '@/kit/chart/format';

const NBSP = '\u00a0';

/** Units of time from the largest: what one and two of them are called, and either under a tick. */
const SPANS: readonly [seconds: number, one: string, many: string, short: string][] = [
  [365 * 86_400, 'year', 'years', 'y'],
  [86_400, 'day', 'days', 'd'],
  [3600, 'hour', 'hours', 'h'],
  [60, 'minute', 'minutes', 'min'],
  [1, 'second', 'seconds', 's'],
  [1e-3, 'ms', 'ms', 'ms'],
  [1e-6, 'µs', 'µs', 'µs'],
  [1e-9, 'ns', 'ns', 'ns'],
];

/** Three digits, with words where the noughts would be too many: `1.23`, `45,600`, `1.2 million`, `3 × 10²⁰`. */
export function formatLarge(value: number): string {
  // Rounded first: 999,999,999.99 is a billion.
  const rounded = Number(value.toPrecision(3));
  if (rounded >= 1e15 || (rounded < 1e-3 && rounded > 0)) {
    const [mantissa, exponent] = rounded.toExponential(1).split('e') as [string, string];
    return `${Number(mantissa)}${NBSP}×${NBSP}${powerOfTen(Number(exponent))}`;
  }
  const [size, word] = LARGE.find(([least]) => rounded >= least) ?? [1, ''];
  const number = formatCount(Number((rounded / size).toPrecision(3)));
  return word ? `${number}${NBSP}${word}` : number;
}

const LARGE: readonly [size: number, word: string][] = [
  [1e12, 'trillion'],
  [1e9, 'billion'],
  [1e6, 'million'],
];

const powerOfTen = (exponent: number): string => `10${superscript(exponent)}`;

/** A power of ten, short enough to stand under a tick: `0.5`, `1`, `10³`, `10⁻⁶`. */
export function tickPower(value: number): string {
  const exponent = Math.round(Math.log10(value));
  return Math.abs(Math.log10(value) - exponent) > 1e-9 || Math.abs(exponent) < 2 ? String(value) : powerOfTen(exponent);
}

const superscript = (exponent: number): string =>
  [...String(exponent)].map((digit) => (digit === '-' ? '⁻' : '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)])).join('');

/** How many of which unit a time is, and what they are called. */
function inUnits(seconds: number): { count: string; words: string; short: string } {
  const [size, one, many, short] = SPANS.find(([least]) => seconds >= least * 0.9995) ?? SPANS.at(-1)!;
  const count = Number((seconds / size).toPrecision(3));
  return { count: formatLarge(count), words: count === 1 ? one : many, short };
}

/** A time in words: `1 ns`, `100 µs`, `1 day`, `2.5 years`. */
export function formatSpan(seconds: number): string {
  if (seconds === Infinity) return 'never';
  const { count, words } = inUnits(seconds);
  return `${count}${NBSP}${words}`;
}

/** The timestamp's step in the ruler's typed field. */
export const formatGranularity = (seconds: number): string => (seconds === Infinity ? 'none' : formatSpan(seconds));

/** A time, short enough to stand under a tick: `1 ns`, `30 d`, `100 y`. */
export function tickSpan(seconds: number): string {
  if (seconds === Infinity) return 'none';
  const { count, short } = inUnits(seconds);
  return `${count}${NBSP}${short}`;
}

/** One in so many: `1 in 1,000`, `1 in a million`. */
const oneIn = (value: number): string => `1 in ${formatLarge(value).replace(/^1(?=\u00a0\p{L})/u, 'a')}`;

/** A probability that may be far too small for a percentage: `35%`, `1 in 2.9 million`, `none`. */
export function formatChance(chance: number): string {
  if (chance <= 0) return 'none';
  if (chance >= 0.001) return chance > 0.9999 && chance < 1 ? '>99.99%' : formatShare(chance);
  return oneIn(1 / chance);
}

/** A tolerated risk, as it was given: `1 in 2`, `1%`, `1 in 1 million`. */
export function formatRisk(risk: number): string {
  if (risk >= 0.001) return `${Number((risk * 100).toPrecision(3))}%`;
  return oneIn(1 / risk);
}
