/** What the lab says: the same at build time, on the page and out loud. */
import type { Beside } from '@/kit/lab/beside';
import { endsOf, outcomeOf, type Measured, type OutcomeName } from './measured';
import type { LabState } from './state';

export const outcomeWords = ({ words }: Measured, name: OutcomeName): string => words[name] ?? 'not tested';
export const columnOf = ({ linted }: Pick<LabState, 'linted'>): 'plain' | 'linted' =>
  linted === 'on' ? 'linted' : 'plain';

export const nameOf = ({ languages }: Measured, id: string): string =>
  languages.find((language) => language.id === id)?.name ?? id;

export function matrixSentence(measured: Measured, state: Readonly<LabState>): string {
  const ends = outcomeOf(measured, state.a, state.mistake, columnOf(state));
  const mistake = measured.mistakes.find(({ id }) => id === state.mistake)?.words ?? state.mistake;
  return `${nameOf(measured, state.a)}, ${mistake}: ${outcomeWords(measured, ends)}.`;
}

/** How machines that are laid beside differ, a sentence or two each. */
export const besideWords = (
  measured: Measured,
  state: Readonly<LabState>,
  beside: readonly Beside<Measured>[],
): string[] =>
  beside.map(({ name, measured: other }) => {
    const endsAt = (language: string, mistake: string) => endsOf(measured, other, language, mistake, columnOf(state));
    const tried = measured.languages.flatMap(({ id }) =>
      measured.mistakes.flatMap((mistake) => endsAt(id, mistake.id) ?? []),
    );
    const differing = tried.filter((ends) => ends.own !== ends.other).length;
    if (differing === 0) return `${name}: the same in all ${tried.length} cells.`;
    const here = endsAt(state.a, state.mistake);
    const said = here && here.own !== here.other ? ` Here: ${outcomeWords(other, here.other)}.` : '';
    return `${name}: something else in ${differing} of ${tried.length} cells, where a second letter says what.${said}`;
  });
