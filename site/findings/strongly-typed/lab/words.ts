/** What the lab says: the same at build time, on the page and out loud. */
import type { LabOverlay } from '@/kit/lab/overlay';
import { endsOf, outcomeOf, type Measured, type OutcomeName } from './measured';
import type { LabState } from './state';

/** The ends of a mistake that a reader can guess, and what each means. */
export const GUESSES = {
  refused: 'won’t compile',
  caught: 'stops with an error',
  silent: 'goes on',
  undefined: 'anything may happen',
} as const satisfies Partial<Record<OutcomeName, string>>;
export type Guess = keyof typeof GUESSES;

const ENDS: Readonly<Record<OutcomeName, string>> = {
  refused: 'refused before it runs',
  caught: 'caught as it runs',
  silent: 'goes on silently',
  undefined: 'undefined: anything may happen',
  'cannot-be-written': 'can’t be written',
  'not-tested': 'not tested',
};
export const outcomeWords = (name: OutcomeName): string => ENDS[name];

/** The mistakes by what they are about. The first three groups are those of the meanings that look at some mistakes only. */
export const GROUPS: readonly { words: string; mistakes: readonly string[] }[] = [
  {
    words: 'mixed types',
    mistakes: ['text-for-number', 'number-plus-text', 'equal-across-types', 'implicit-narrowing', 'bool-as-int'],
  },
  {
    words: 'promises',
    mistakes: ['covariant-store', 'wrong-downcast', 'unsound-generic', 'gradual-hole', 'use-after-free'],
  },
  { words: 'modelling', mistakes: ['null', 'missing-case', 'misspelt-field', 'metre-plus-foot'] },
  {
    words: 'the rest',
    mistakes: [
      'unknown-method',
      'out-of-bounds-write',
      'uninitialised',
      'integer-overflow',
      'mutate-while-iterating',
      'printf-format',
      'data-race',
    ],
  },
];

export const columnOf = ({ linted }: Pick<LabState, 'linted'>): 'plain' | 'linted' =>
  linted === 'on' ? 'linted' : 'plain';

export const nameOf = ({ languages }: Measured, id: string): string =>
  languages.find((language) => language.id === id)?.name ?? id;

export const mistakeWords = ({ mistakes }: Measured, id: string): string =>
  mistakes.find((mistake) => mistake.id === id)?.words ?? id;

/** The end of the chosen mistake. */
export const endsAt = (measured: Measured, state: Readonly<LabState>): OutcomeName =>
  outcomeOf(measured, state.a, state.mistake, columnOf(state));

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

/** How the chosen mistake ends, and whether warnings would change that. */
export function verdictWords(measured: Measured, state: Readonly<LabState>): string {
  const own = endsAt(measured, state);
  const linted = outcomeOf(measured, state.a, state.mistake, 'linted');
  const hint = own === linted ? '' : ` With warnings and linters: ${linted}.`;
  return `${capital(outcomeWords(own))}.${hint}`;
}

/** The same with its language and mistake, for who hears it. */
export const sentence = (measured: Measured, state: Readonly<LabState>): string =>
  `${cellName(measured, state)}: ${verdictWords(measured, state)}`;

/** Name of a cell: its language and its mistake. */
export const cellName = (measured: Measured, { a, mistake }: Pick<LabState, 'a' | 'mistake'>): string =>
  `${nameOf(measured, a)}, ${mistakeWords(measured, mistake)}`;

/** The same with its end, and how many languages and checkers end so, of those in which the mistake can be written. */
export function cellWords(measured: Measured, state: Readonly<LabState>): string {
  const column = columnOf(state);
  const own = endsAt(measured, state);
  const name = cellName(measured, state);
  if (!(own in GUESSES)) return `${name}: ${outcomeWords(own)}.`;
  const ends = measured.languages.map(({ id }) => outcomeOf(measured, id, state.mistake, column));
  const [so, of] = [ends.filter((one) => one === own), ends.filter((one) => one in GUESSES)];
  return `${name}: ${own}; in all, ${so.length} of ${of.length}.`;
}

/** How machines that are laid beside differ, a sentence or two each. */
export const besideWords = (
  measured: Measured,
  state: Readonly<LabState>,
  beside: readonly LabOverlay<Measured>[],
): string[] =>
  beside.map(({ name, measured: other }) => {
    const both = (language: string, mistake: string) => endsOf(measured, other, language, mistake, columnOf(state));
    const tried = measured.languages.flatMap(({ id }) =>
      measured.mistakes.flatMap((mistake) => both(id, mistake.id) ?? []),
    );
    const differing = tried.filter((ends) => ends.own !== ends.other).length;
    if (differing === 0) return `${name}: the same in all ${tried.length} cells.`;
    const here = both(state.a, state.mistake);
    const said = here && here.own !== here.other ? ` Here: ${outcomeWords(here.other)}.` : '';
    return `${name}: something else in ${differing} of ${tried.length} cells, which have a corner.${said}`;
  });
