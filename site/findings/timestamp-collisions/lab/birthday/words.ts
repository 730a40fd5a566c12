/** The birthday calculator's figures and sentences: the same at build time, on the page, in the CSV and out loud. */
import { formatShare } from '@/kit/chart/format';
import type { Figure } from '@/kit/lab/figures';
import { formatInteger } from '@/kit/lab/state';
import { formatChance, formatLarge, formatRisk, formatSpan } from './format';
import type { BirthdayState } from './state';
import type { Risk } from './tasks';

const NBSP = '\u00a0';

/** Whether a probability is known exactly or lies between two bounds, and how far apart they are. */
export function certainty({ low, high }: Risk): string {
  if (low === high) return 'exact';
  const [from, to] = [formatChance(low), formatChance(high)];
  return from === to ? 'bounded: certain in all digits shown' : `bounded: ${from} to ${to}`;
}

export function birthdayFigures(state: BirthdayState, risk: Risk): Figure[] {
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
