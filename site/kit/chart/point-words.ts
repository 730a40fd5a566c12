/** What a reader is told of a point of a chart: its row of a table, whose figure it is, and where that comes from. */
import { FIGURE_WORDS, SIMULATED, type FigureKind } from './grammar.ts';
import type { FigureTable } from './tabled.ts';

/** A run that a figure is drawn from: the machine's name, and when. */
export interface Run {
  readonly machine: string;
  readonly date: string;
}

/** A row of a table, below what its columns are. */
export interface TableRow {
  readonly head: readonly string[];
  readonly cells: readonly string[];
}

/** The words of a point. */
export interface PointWords {
  /** What its mark means. */
  readonly kind: string;
  /** What is known there, each with what it is. */
  readonly known: readonly (readonly [what: string, words: string])[];
  /** Machine and date; empty where no record stands behind it. */
  readonly source: string;
}

/** What tables call the column that tells machines apart: it is said with the date. */
const MACHINE = 'Machine';

/**
 * Puts together what is known of a point.
 *
 * @param each what the point itself comes to, where its row says it of several together
 * @param runs those that the figure is drawn from; where the row names machines, theirs count
 */
export function pointWords(
  kind: FigureKind,
  { head, cells }: TableRow,
  each: string | undefined,
  runs: readonly Run[],
): PointWords {
  const known = head.map((what, column) => [what, cells[column] ?? ''] as const);
  // Names that have a comma are parted by semicolons.
  const named = new Set(cells.flatMap((cell) => [...cell.split('; '), ...cell.split(', ')]));
  const own = runs.some(({ machine }) => named.has(machine)) ? runs.filter(({ machine }) => named.has(machine)) : runs;
  const isSimulated = kind === 'measured' && head.some((what) => what.toLowerCase().includes(SIMULATED));
  const word = isSimulated ? SIMULATED : FIGURE_WORDS[kind];
  const itself = each ? [[word, each] as const] : [];
  return {
    kind: word,
    known: [...itself, ...known.filter(([what, words]) => what !== MACHINE && words !== '')],
    source: [own.map(({ machine }) => machine), own.map(({ date }) => date)]
      .map((words) => [...new Set(words)].join(' and '))
      .filter((words) => words !== '')
      .join(', '),
  };
}

/** All of it in a sentence, for those who hear it or take it along. */
export const inOneLine = ({ kind, known, source }: PointWords): string =>
  [`${kind}: ${known.map(([what, words]) => (what ? `${what} ${words}` : words)).join(', ')}`, source]
    .filter((words) => words !== '')
    .join('; ');

/** The table that a drawing carries itself: its rows in lines, their cells between tabs. */
export function ownTable(text: string): FigureTable {
  const [head = [], ...rows] = text.split('\n').map((line) => line.split('\t'));
  return { head, rows };
}
