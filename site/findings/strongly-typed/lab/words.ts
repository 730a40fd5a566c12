/** What the lab says: the same at build time, on the page and out loud. */
import { outcomeOf, type Measured, type OutcomeName } from './measured';
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
