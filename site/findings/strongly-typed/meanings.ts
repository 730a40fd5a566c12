/** The five meanings of “strongly typed”, by their names in the record: the mistakes that each looks at, and the scores that it gives. */
import { outcomeOf, wasTried, type Measured, type OutcomeName } from './lab/measured.ts';

export const MEANINGS = {
  static: 'refused early',
  safe: 'never undefined',
  promise: 'promise kept',
  mixed: 'mixed types stopped',
  modelling: 'meaning checked',
} as const;
export type Meaning = keyof typeof MEANINGS;
export const MEANING_NAMES = Object.keys(MEANINGS) as Meaning[];

/** Outcomes that a meaning approves. */
const APPROVED: Readonly<Record<Meaning, readonly OutcomeName[]>> = {
  static: ['refused'],
  safe: ['refused', 'caught', 'silent'],
  promise: ['refused', 'caught'],
  mixed: ['refused', 'caught'],
  modelling: ['refused'],
};

/** Names of the languages of which a meaning approves all mistakes, some, or none; and of those that promise nothing. */
const BANDS: Readonly<Record<Meaning, readonly string[]>> = {
  static: ['refuses every mistake', 'refuses some', 'refuses none'],
  safe: ['never undefined', 'sometimes undefined', 'always undefined'],
  promise: ['keeps every promise', 'keeps some', 'keeps none', 'checks no declared type'],
  mixed: ['stops every mix of types', 'stops some', 'stops none'],
  modelling: ['checks every meaning', 'checks some', 'checks none'],
};

/** The mistakes that one of the meanings looks at, besides the two that look at all. */
export const GROUPS: Readonly<Partial<Record<Meaning, readonly string[]>>> = {
  mixed: ['text-for-number', 'number-plus-text', 'equal-across-types', 'implicit-narrowing', 'bool-as-int'],
  promise: ['covariant-store', 'wrong-downcast', 'unsound-generic', 'gradual-hole', 'use-after-free'],
  modelling: ['null', 'missing-case', 'misspelt-field', 'metre-plus-foot'],
};

/** True if a meaning looks at a mistake. */
export const looksAt = (meaning: Meaning, mistake: string): boolean => GROUPS[meaning]?.includes(mistake) ?? true;

/** The score of a language by a meaning; none where it promises nothing, or no such mistake was tried. */
export function scoreOf(measured: Measured, language: string, meaning: Meaning, column: 'plain' | 'linted') {
  const promises = measured.languages.find(({ id }) => id === language)?.promises;
  if (meaning === 'promise' && !promises) return undefined;
  const ends = measured.mistakes
    .filter(({ id }) => looksAt(meaning, id))
    .map(({ id }) => outcomeOf(measured, language, id, column))
    .filter(wasTried);
  const [good, of] = [ends.filter((one) => APPROVED[meaning].includes(one)).length, ends.length];
  return of > 0 ? { good, of, share: good / of } : undefined;
}

/** The name that languages of such a score go by. */
export const bandOf = (meaning: Meaning, score: ReturnType<typeof scoreOf>): string =>
  BANDS[meaning][!score ? 3 : score.good === score.of ? 0 : score.good > 0 ? 1 : 2] ?? 'not tested';

/** The column that counts: of the meanings, the last one takes warnings for refusals. */
export const countedIn = (meaning: Meaning): 'plain' | 'linted' => (meaning === 'modelling' ? 'linted' : 'plain');
