/** Sentences of the lab's first view: the same at build time, on the page and out loud. */
import { formatCount } from '@/kit/chart/format';
import { fieldsOf } from './layers-view';
import { isJugs, type LabState, type PuzzleName } from './state';
import type { Explored } from './tasks';

export const movesOf = (moves: number): string => `${formatCount(moves)} ${moves === 1 ? 'move' : 'moves'}`;
const litresOf = (litres: number): string => `${formatCount(litres)} ${litres === 1 ? 'litre' : 'litres'}`;
export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** The claim that something never happens. */
export const claimOf = ({ puzzle, goal }: Pick<LabState, 'puzzle' | 'goal'>): string =>
  isJugs(puzzle)
    ? `the large jug never holds ${goal === 0 ? 'nothing' : `exactly ${litresOf(goal)}`}`
    : 'wolf, goat and cabbage never all get across';

/** The answer to a check, and what it is worth. */
export function searchSentence(state: Pick<LabState, 'puzzle' | 'goal' | 'depth'>, explored: Explored): string {
  const { outcome, visited, depths, deepest, path } = explored;
  const all = `${formatCount(depths.length)} ${depths.length === 1 ? 'state' : 'states'}`;
  const claim = `“${capital(claimOf(state))}”`;
  switch (outcome) {
    case 'fails':
      return path.length === 1
        ? `${claim} fails before the first move: it starts like that.`
        : `${claim} fails, and the counterexample is the solution, in ${movesOf(path.length - 1)}.`;
    case 'holds':
      return `${claim} holds: no state takes more than ${movesOf(deepest)}, and the search looked at ${depths.length === 1 ? 'the only state' : `all ${all}`}. That is a proof.`;
    case 'holds-within':
      return `${claim} holds within ${movesOf(state.depth)}: the search looked at ${formatCount(visited)} of ${all}. The deepest takes ${movesOf(deepest)}, so that is no proof.`;
  }
}

const NAMES = ['farmer', 'wolf', 'goat', 'cabbage'] as const;

/** A state in words. */
export function stateWords(puzzle: PuzzleName, fields: readonly number[]): string {
  if (isJugs(puzzle)) return `${litresOf(fields[0]!)} in the large jug, ${formatCount(fields[1]!)} in the small one`;
  const across = NAMES.filter((_, index) => fields[index] === 1);
  return across.length === 0 ? 'nobody is on the far bank' : `on the far bank: ${across.join(', ')}`;
}

/** The move that has been played last, and what it led to. */
export function moveSentence(puzzle: PuzzleName, explored: Explored, at: number): string {
  const { path, moves } = explored;
  if (path.length === 0) return 'There is no counterexample to play.';
  const state = stateWords(puzzle, fieldsOf(explored, path[at]!));
  return at === 0 ? `At the start: ${state}.` : `${capital(moves[at - 1]!)}: ${state}.`;
}

export const positionWords = ({ path }: Explored, at: number): string =>
  path.length === 0 ? 'nothing to play' : `move ${at} of ${path.length - 1}`;
