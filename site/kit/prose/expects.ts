/**
 * Expectations of an article's sentences, which are written for the page's record. Where another record replaces it, or it is measured
 * again, the build names those that no longer hold.
 */
import { claim as claimOf } from '@/kit/record/queries.ts';
import type { MeasurementRecord, Verdict } from '@/kit/record/types.ts';
import { findFigure } from './figure.ts';
import { lookUp, recordFor, type Expectation, type FindingFigures, type Known, type Range } from './named.ts';

export type { Expectation, Known } from './named.ts';

/** The verdict of a claim is one of these. */
export const verdict = (claim: string, wanted: Verdict | readonly Verdict[], experiment?: string): Expectation => {
  const all = [wanted].flat();
  return {
    what: `the claim ${claim} ${all.join(' or ')}`,
    check: ({ verdictOf }) =>
      all.includes(verdictOf(claim, experiment)) || `its verdict is “${verdictOf(claim, experiment)}”`,
  };
};

/** A number, or the name of a value. */
type Bound = number | string;

const rangeOf = (known: Known, bound: Bound): Range =>
  typeof bound === 'number' ? { low: bound, high: bound } : known.rangeOf(bound);

const comparison = (
  value: string,
  word: string,
  bound: Bound,
  holds: (own: Range, other: Range) => boolean,
): Expectation => ({
  what: `${value} is ${word} ${bound}`,
  check: (known) => {
    const [own, other] = [known.rangeOf(value), rangeOf(known, bound)];
    return holds(own, other) || `${inWords(own)}, and ${inWords(other)}`;
  },
});

const inWords = ({ low, high }: Range): string => (low === high ? String(low) : `${low} to ${high}`);

/** The whole interval of a value lies above a number, or above that of another value. */
export const above = (value: string, bound: Bound): Expectation =>
  comparison(value, 'above', bound, (own, other) => own.low > other.high);

/** The whole interval of a value lies below a number, or below that of another value. */
export const below = (value: string, bound: Bound): Expectation =>
  comparison(value, 'below', bound, (own, other) => own.high < other.low);

/** A value can't be told from a number, or from another value: their intervals meet. */
export const meets = (value: string, bound: Bound): Expectation =>
  comparison(value, 'not told from', bound, (own, other) => own.low <= other.high && own.high >= other.low);

/** The expectations of a finding that are not met, each as a sentence. `recordsOf` returns the published records, the page's own first. */
export function unmetExpectations(
  finding: string,
  figures: FindingFigures,
  recordsOf: (experiment: string) => readonly MeasurementRecord[],
): string[] {
  const known: Known = {
    recordsOf: (experiment = finding) => recordsOf(experiment),
    rangeOf(name) {
      const value = lookUp(figures, 'values', name);
      const { kind, experiment = finding } = value;
      const found = findFigure(recordFor(value, recordsOf(experiment)), value)[kind];
      if (found === undefined) throw new Error(`${name} has no ${kind} value`);
      return typeof found === 'number' ? { low: found, high: found } : found;
    },
    verdictOf: (id, experiment = finding) => claimOf(recordFor({}, recordsOf(experiment)), id).verdict,
  };
  return (figures.expects ?? []).flatMap(({ what, check }) => {
    const found = answer(() => check(known));
    return found === true ? [] : [`expected: ${what}; but ${found}`];
  });
}

function answer(check: () => true | string): true | string {
  try {
    return check();
  } catch (error) {
    return (error as Error).message;
  }
}
