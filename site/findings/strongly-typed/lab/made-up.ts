/** Outcomes that no run has found: for tests, and for the lab until there is a record. */
import { MISTAKES, OUTCOMES, type OutcomeName } from './state';
import type { Measured } from './measured';

/** Languages, each with the same end of all its mistakes but the first ones, which another end. */
const ROWS: readonly [id: string, name: string, most: OutcomeName, first: OutcomeName][] = [
  ['cpp', 'C++', 'undefined', 'refused'],
  ['javascript', 'JavaScript', 'silent', 'caught'],
  ['c', 'C', 'undefined', 'refused'],
  ['haskell', 'Haskell <8>', 'refused', 'refused'],
  ['none', 'None', 'cannot-be-written', 'cannot-be-written'],
];
const FIRST = 6;

export function madeUp(): Measured {
  const plain = ROWS.flatMap(([, , most, first]) =>
    MISTAKES.map((_, at) => OUTCOMES.indexOf(at < FIRST ? first : most)),
  );
  return {
    languages: ROWS.map(([id, name]) => ({ id, name, version: '1.2' })),
    plain,
    linted: plain.map((number) => (OUTCOMES[number] === 'undefined' ? OUTCOMES.indexOf('refused') : number)),
  };
}

/** The same of languages that there are not: nothing is said of any that there is. */
export const unmeasured = (): Measured => ({
  ...madeUp(),
  languages: ROWS.map((_, at) => ({ id: `made-up-${at + 1}`, name: `Made-up ${at + 1}`, version: '' })),
});
