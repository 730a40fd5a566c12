/**
 * Text of figures: US English, as many digits as the figure deserves, the unit after a no-break space. Values are in the record's units
 * (SI base units, counted things, `1` for shares and ratios).
 */

/** Space between a number and its unit, which keeps both on one line. */
const NBSP = '\u00a0';

/** Dash between the ends of a range. */
const EN_DASH = '\u2013';

/** A range or an estimate: the ends of an interval are in the same unit as the value. */
export interface Interval {
  readonly low: number;
  readonly high: number;
  /** Confidence of the interval where there were too few observations for one of 95%: it is then their range. */
  readonly confidence?: number | null | undefined;
}

/** Cached by decimals: making a format takes far longer than using it, and a lab writes hundreds of figures in a frame. */
const numberFormats = new Map<number, Intl.NumberFormat>();
const scientific = new Intl.NumberFormat('en-US', { notation: 'scientific', maximumFractionDigits: 2 });

/** Limit from which numbers are written as `1.5E99`: nothing measured has as many digits, and a page has no room for more. */
const LONG = 1e15;

function fixed(value: number, decimals: number): string {
  if (Math.abs(value) >= LONG && Number.isFinite(value)) return scientific.format(value).replace('-', '\u2212');
  let format = numberFormats.get(decimals);
  if (!format) {
    format = new Intl.NumberFormat('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
    numberFormats.set(decimals, format);
  }
  // The true minus sign is as wide as the digits and does not break.
  return format.format(value).replace('-', '\u2212');
}

/** Decimals that show `digits` significant digits of `value`, at most `most`. */
function decimalsFor(value: number, digits: number, most = 12): number {
  if (value === 0 || !Number.isFinite(value)) return 0;
  // By toExponential, so that 0.0999 with two digits counts as 0.10 and not as 0.099.
  const exponent = Number(value.toExponential(digits - 1).split('e')[1]);
  return Math.min(most, Math.max(0, digits - 1 - exponent));
}

/** A count: `1,000`; with a fraction only where it has one and it tells (`76.9`, `0.5`). */
export function formatCount(value: number): string {
  if (Number.isInteger(value)) return fixed(value, 0);
  const decimals = Math.abs(value) >= 1000 ? 0 : decimalsFor(value, Math.abs(value) >= 100 ? 4 : 3);
  return trimZeros(fixed(value, decimals));
}

const trimZeros = (text: string): string =>
  text.includes('.') && !text.includes('E') ? text.replace(/\.?0+$/, '') : text;

/** Limits below and above which a share is written as `<` or `>` of the limit. */
const [SMALLEST_SHARE, LARGEST_SHARE] = [1e-8, 0.9999];

/**
 * A share of one as a percentage, with two significant digits, counted from the nearer end: `4.5%`, `21%`, `0.043%`,
 * `99.96%`. Whole percents from 10% to 90%. Only nothing is `0%` and only all is `100%`: what is too close to them to say
 * in a few digits is `<0.000001%` or `>99.99%`.
 */
export function formatShare(share: number): string {
  if (share > 0 && share < SMALLEST_SHARE) return `<${percent(SMALLEST_SHARE)}`;
  if (share > LARGEST_SHARE && share < 1) return `>${percent(LARGEST_SHARE)}`;
  if (share <= 0 || share >= 1) return `${fixed(share * 100, 0)}%`;
  const fromEnd = Math.min(share, 1 - share) * 100;
  return `${fixed(share * 100, Math.min(6, decimalsFor(fromEnd, 2)))}%`;
}

const percent = (share: number): string => `${trimZeros(fixed(share * 100, 6))}%`;

/** A share on an axis, where all ticks have the same rank: `5%`, `2.5%`, `0.1%`. */
export function formatShareTick(share: number): string {
  return percent(share);
}

/** A ratio: `1.23`, `4.00`, `12.4`, `163`; a thousand and more without decimals. */
export function formatRatio(ratio: number): string {
  return fixed(ratio, decimalsFor(ratio, 3, 3));
}

const SECOND_UNITS: readonly [number, string][] = [
  [1, 's'],
  [1e-3, 'ms'],
  [1e-6, 'µs'],
  [1e-9, 'ns'],
];

/** Limit in seconds below which picoseconds are used: the cost of a byte would begin with zeros in nanoseconds. */
const PICO = [1e-10, [1e-12, 'ps']] as const;

/** Limit in seconds from which hours and minutes are used. */
const LONG_SECONDS = 600;

/**
 * A time in seconds, in the unit that leaves 1 to 999 before the point, with three digits: `3.20 ms`, `812 ns`, `23.5 ps`. A whole number
 * of the unit has no decimals, because it was counted and not timed: `33 ns`, `4 ms`. From ten minutes on, in hours, minutes and whole
 * seconds: `15 min 29 s`, `2 h 11 min 15 s`.
 */
export function formatSeconds(seconds: number): string {
  if (seconds === 0) return `0${NBSP}s`;
  if (Math.abs(seconds) >= LONG_SECONDS && Number.isFinite(seconds)) return formatLong(seconds);
  const [scale, unit] =
    Math.abs(seconds) < PICO[0] ? PICO[1] : (SECOND_UNITS.find(([size]) => Math.abs(seconds) >= size) ?? [1e-9, 'ns']);
  const value = seconds / scale;
  const whole = Math.round(value);
  // Tolerates rounding: neither 33e-9 nor its quotient by 1e-9 is exact.
  const isWhole = Math.abs(value - whole) < 1e-9 * Math.abs(value);
  return `${isWhole ? fixed(whole, 0) : formatDigits(value)}${NBSP}${unit}`;
}

/** Hours, minutes and seconds, without those that are zero. Lines may break between two of them. */
function formatLong(seconds: number): string {
  const whole = Math.round(Math.abs(seconds));
  const parts = [
    [Math.floor(whole / 3600), 'h'],
    [Math.floor(whole / 60) % 60, 'min'],
    [whole % 60, 's'],
  ] as const;
  const said = parts.filter(([count]) => count > 0).map(([count, unit]) => `${fixed(count, 0)}${NBSP}${unit}`);
  return `${seconds < 0 ? '\u2212' : ''}${said.join(' ')}`;
}

const BYTE_UNITS: readonly [number, string][] = [
  [2 ** 40, 'TiB'],
  [2 ** 30, 'GiB'],
  [2 ** 20, 'MiB'],
  [2 ** 10, 'KiB'],
  [1, 'B'],
];

/** A size in bytes, binary prefixes, three digits: `512 B`, `64 KiB`. Buffers are powers of two. */
export function formatBytes(bytes: number): string {
  const [scale, unit] = BYTE_UNITS.find(([size]) => Math.abs(bytes) >= size) ?? [1, 'B'];
  return `${trimZeros(formatDigits(bytes / scale))}${NBSP}${unit}`;
}

/**
 * A throughput in bytes per second, always in mebibytes and with three significant digits, so that figures far apart
 * compare at a glance: `0.953 MiB/s`, `39,000 MiB/s`.
 */
export function formatThroughput(bytesPerSecond: number): string {
  const mebibytes = bytesPerSecond / 2 ** 20;
  const rounded = Number.isFinite(mebibytes) ? Number(mebibytes.toPrecision(3)) : mebibytes;
  return `${trimZeros(formatDigits(rounded))}${NBSP}MiB/s`;
}

/** Memory in binary units, as machines are sold: `8 GiB`. */
export function formatMemory(bytes: number): string {
  const gibibytes = bytes / 2 ** 30;
  return `${trimZeros(fixed(gibibytes, gibibytes < 10 ? 1 : 0))}${NBSP}GiB`;
}

const formatDigits = (value: number): string => fixed(value, decimalsFor(value, 3, 3));

/** Units of a share of one, which is written as a percentage. */
const SHARE_UNITS = new Set(['share', '%', 'probability']);

/** Units that mean a plain number. */
const RATIO_UNITS = new Set(['1', 'ratio', 'times', '×', '']);

/** Units that are written as others, by size: ms of seconds, KiB of bytes. */
const SCALED_UNITS = new Set(['s', 'seconds', 'bytes', 'B', 'bytes per second']);

/**
 * A value with its unit. `unit` is the record's, with `share` for a part of a whole (written as a percentage), `1` for a
 * ratio, `s` or `seconds`, `bytes`, `bytes per second`, or a counted thing such as `items`, which follows the number.
 */
export function formatQuantity(value: number, unit: string): string {
  const bare = formatBare(value, unit);
  return unitIsInNumber(unit) ? bare : `${bare}${NBSP}${value === 1 ? singular(unit) : unit}`;
}

/** A value as {@link formatQuantity} writes it, without a counted unit (`97`), for table cells and ticks. */
export function formatBare(value: number, unit: string): string {
  if (SHARE_UNITS.has(unit)) return formatShare(value);
  if (RATIO_UNITS.has(unit)) return formatRatio(value);
  if (unit === 's' || unit === 'seconds') return formatSeconds(value);
  if (unit === 'bytes' || unit === 'B') return formatBytes(value);
  if (unit === 'bytes per second') return formatThroughput(value);
  return formatCount(value);
}

/** Tells if {@link formatBare} already says the unit (`4.5%`, `3.20 ms`) or there is none. */
export function unitIsInNumber(unit: string): boolean {
  return [SHARE_UNITS, RATIO_UNITS, SCALED_UNITS].some((units) => units.has(unit));
}

/** Head of a column of values as {@link formatBare} writes them, with the other contents of its cells: `Measured (items, 95% interval)`. */
export function withUnit(words: string, unit: string, ...others: readonly string[]): string {
  const isSaid = unitIsInNumber(unit) || words.toLowerCase().includes(unit.toLowerCase());
  const notes = [...(isSaid ? [] : [unit]), ...others];
  return notes.length === 0 ? words : `${words} (${notes.join(', ')})`;
}

const singular = (unit: string): string => (/[^s]s$/.test(unit) ? unit.slice(0, -1) : unit);

/** An interval with its unit: `96 to 98 items`, `4.1% to 4.9%`; one figure where both ends are written alike. */
export function formatInterval({ low, high }: Interval, unit: string): string {
  const from = formatBare(low, unit);
  const to = formatQuantity(high, unit);
  return from === formatBare(high, unit) ? to : `${from} to ${to}`;
}

/** An interval in a sentence, with its kind: `95% interval 4.1% to 4.9%`, or `range 1 to 3 s` of few observations. */
export function intervalInWords(interval: Interval, unit: string): string {
  const kind = isRange(interval) ? 'range' : '95% interval';
  return `${kind} ${formatInterval(interval, unit)}`;
}

/**
 * An interval for a table cell under the words “95% interval”: `96–98`; one figure where both ends are written alike. A range
 * of observations too few for an interval says so: `96–98 (range)`.
 */
export function formatIntervalBare(interval: Interval, unit: string): string {
  const from = formatBare(interval.low, unit);
  const to = formatBare(interval.high, unit);
  if (from === to) return to;
  return isRange(interval) ? `${from}${EN_DASH}${to} (range)` : `${from}${EN_DASH}${to}`;
}

const isRange = ({ confidence }: Interval): boolean => typeof confidence === 'number';

/** A UTC day: `21 November 2026`. */
export function formatDate(rfc3339: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(rfc3339));
}
