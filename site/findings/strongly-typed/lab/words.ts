/** What the lab says: the same at build time, on the page and out loud. */
import type { LabOverlay } from '@/kit/lab/overlay';
import { countedIn, MEANINGS, scoreOf } from '../meanings.ts';
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

/** Warnings count where the reader or the meaning has them count. */
export const columnOf = ({ linted, view }: Pick<LabState, 'linted' | 'view'>): 'plain' | 'linted' =>
  linted === 'on' ? 'linted' : countedIn(view);

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

/** The same with its end. */
export const cellWords = (measured: Measured, state: Readonly<LabState>): string =>
  `${cellName(measured, state)}. ${capital(outcomeWords(endsAt(measured, state)))}.`;

/** The chosen language and JavaScript, or C++ and JavaScript where that is chosen. */
export const pairOf = ({ a }: Pick<LabState, 'a'>): [string, string] => [a === 'javascript' ? 'cpp' : a, 'javascript'];

/** The stronger one of {@link pairOf} by the meaning that sorts the wall. */
export function orderWords(measured: Measured, state: Readonly<LabState>): string {
  const column = columnOf(state);
  const pair = pairOf(state).map((id) => {
    const score = scoreOf(measured, id, state.view, column);
    const words = score ? `${score.good} of ${score.of}` : 'checks no declared type';
    return { words: `${nameOf(measured, id)} ${words}`, name: nameOf(measured, id), share: score?.share };
  });
  const [one, other] = pair as [(typeof pair)[0], (typeof pair)[0]];
  const means = `${capital(MEANINGS[state.view])}${column === 'linted' ? ', warnings counted' : ''}`;
  const both = `${means}: ${one.words}, ${other.words}`;
  if (one.share === undefined || other.share === undefined) return `${both}.`;
  if (one.share === other.share) return `${both}. Equally strong.`;
  return `${both}. ${(one.share > other.share ? one : other).name} is the stronger.`;
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
