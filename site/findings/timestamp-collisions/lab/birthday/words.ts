/** The birthday calculator's figures and sentences: the same at build time, on the page, in the CSV and out loud. */
import { formatCount, formatShare } from '@/kit/chart/format';
import type { NotedFigure } from '@/kit/lab/figures';
import { formatInteger } from '@/kit/lab/state';
import type { BirthdayState } from './state';
import type { Risk } from './tasks';

const NBSP = '\u00a0';

/** Units of time from the largest, and what two of them are called. */
const SPANS: readonly [seconds: number, one: string, many: string][] = [
  [365 * 86_400, 'year', 'years'],
  [86_400, 'day', 'days'],
  [3600, 'hour', 'hours'],
  [60, 'minute', 'minutes'],
  [1, 'second', 'seconds'],
  [1e-3, 'ms', 'ms'],
  [1e-6, 'µs', 'µs'],
  [1e-9, 'ns', 'ns'],
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

/** A time in words: `1 ns`, `100 µs`, `1 day`, `2.5 years`. */
export function formatSpan(seconds: number): string {
  if (seconds === Infinity) return 'never';
  const [size, one, many] =
    SPANS.find(([least]) => seconds >= least * 0.9995) ?? (SPANS.at(-1) as [number, string, string]);
  const count = Number((seconds / size).toPrecision(3));
  return `${formatLarge(count)}${NBSP}${count === 1 ? one : many}`;
}

/** The timestamp's step in the ruler's typed field. */
export const formatGranularity = (seconds: number): string => (seconds === Infinity ? 'none' : formatSpan(seconds));

/** A time, short enough to stand under a tick: `1 ns`, `30 d`, `100 y`. */
export function tickSpan(seconds: number): string {
  if (seconds === Infinity) return 'none';
  return formatSpan(seconds).replace(/(second|minute|hour|day|year)s?$/, (word) =>
    word.startsWith('min') ? 'min' : word.charAt(0),
  );
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

/** Whether a probability is known exactly or lies between two bounds, and how far apart they are. */
export function certainty({ low, high }: Risk): string {
  if (low === high) return 'exact';
  const [from, to] = [formatChance(low), formatChance(high)];
  return from === to ? 'bounded: certain in all digits shown' : `bounded: ${from} to ${to}`;
}

export function birthdayFigures(state: BirthdayState, risk: Risk): NotedFigure[] {
  return [
    {
      name: 'risk',
      label: 'risk of a duplicate',
      hint: `the probability that any two identifiers made within ${formatSpan(state.span)} are the same`,
      value: risk.high,
      text: formatChance(risk.high),
      note: certainty(risk),
      alarming: risk.high > state.risk,
    },
    {
      name: 'rate-for-risk',
      label: `rate for ${formatRisk(state.risk)}`,
      hint: 'identifiers that each machine may make in a second for the risk to stay at the tolerated one',
      value: risk.rateForRisk,
      text: `${formatLarge(risk.rateForRisk)}${NBSP}/s`,
      note: state.machines === 1 ? '' : 'on each machine',
      alarming: false,
    },
    {
      name: 'half-time',
      label: 'as likely as not after',
      hint: 'how long it takes at this rate until the risk is 1 in 2',
      value: risk.halfTime,
      text: formatSpan(risk.halfTime),
      note: 'at this rate',
      alarming: false,
    },
    {
      name: 'identifiers',
      label: 'identifiers',
      hint: 'made in all, on average',
      value: risk.identifiers,
      text: formatLarge(risk.identifiers),
      note: `in ${formatSpan(state.span)}`,
      alarming: false,
    },
    {
      name: 'pairs',
      label: 'equal pairs',
      hint: 'pairs of equal identifiers, on average',
      value: risk.pairs,
      text: formatLarge(risk.pairs),
      note: 'expected',
      alarming: false,
    },
  ];
}

/** How an identifier is made: "a timestamp in steps of 1 ms and 74 random bits". */
export function recipe({ granularity, bits }: Pick<BirthdayState, 'granularity' | 'bits'>): string {
  const random = bits === 0 ? 'no random bits' : bits === 1 ? '1 random bit' : `${formatInteger(bits)} random bits`;
  if (granularity === Infinity) return `${random} and no timestamp`;
  return `a timestamp in steps of ${formatSpan(granularity)} and ${random}`;
}

export function resultSentence(state: BirthdayState, risk: Risk): string {
  const { machines, rate, span } = state;
  const one = machines === 1;
  const makers = one ? 'One machine makes' : `${formatInteger(machines)} machines each make`;
  const within = `Within ${formatSpan(span)}`;
  const chance =
    risk.low >= 1
      ? `${within} it is all but certain that two of them are equal.`
      : `${within} the risk that two of them are equal is ${formatChance(risk.high)}.`;
  return (
    `${makers} ${formatLarge(rate)} identifiers a second, of ${recipe(state)}. ${chance} To keep the risk at or under ` +
    `${formatRisk(state.risk)}, ${one ? 'it' : 'each'} may make ${formatLarge(risk.rateForRisk)} a second.`
  );
}

/** What the figures take for granted, for this state. */
export function assumptions({ granularity, machines }: BirthdayState): string[] {
  const timed = granularity !== Infinity;
  const said = [
    timed
      ? 'Every identifier is made at a random moment, as requests come in, whatever the others do: bursts are worse, and a ' +
        'steady beat is better. The random bits are uniform and independent.'
      : 'The random bits are uniform and independent. When the identifiers are made does not matter, only how many.',
  ];
  if (!timed) return said;
  const step = formatSpan(granularity);
  said.push(
    `Nothing keeps a machine from making several identifiers within ${step}, and those may be equal too. ` +
      (machines === 1
        ? `If this machine waited for the next step, or counted within one, it would never repeat itself, and the risk would be none.`
        : `If each machine waited for the next step, or counted within one, only pairs from different machines were left: ` +
          `${formatShare((machines - 1) / machines)} of all pairs, and of the risk while it is small.`),
  );
  return said;
}
