/** Words for a point of a chart: its row of a table, the kind of its figure, and its source. */
import { FIGURE_WORDS, SIMULATED, type FigureKind } from './grammar.ts';
import type { FigureTable } from './tabled.ts';

export interface Run {
  readonly machine: string;
  readonly date: string;
}

export interface TableRow {
  readonly head: readonly string[];
  readonly cells: readonly string[];
}

export interface PointWords {
  /** Meaning of the point's mark. */
  readonly kind: string;
  /** Columns and cells of its row. */
  readonly known: readonly (readonly [what: string, words: string])[];
  /** Machine and date; empty where no record has it. */
  readonly source: string;
}

/** Title of the column of machines, which are named in the source instead. */
const MACHINE = 'Machine';

/**
 * Composes the words for a point.
 *
 * @param each the point's own value, where its row describes several together
 * @param runs the runs that the figure is drawn from; only those whose machines the row names, if it names any
 */
export function pointWords(
  kind: FigureKind,
  { head, cells }: TableRow,
  each: string | undefined,
  runs: readonly Run[],
): PointWords {
  const known = head.map((what, column) => [what, cells[column] ?? ''] as const);
  // Names that contain a comma are separated by semicolons.
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

/** The words as one sentence, to be announced or copied. */
export const oneLine = ({ kind, known, source }: PointWords): string =>
  [`${kind}: ${known.map(([what, words]) => (what ? `${what} ${words}` : words)).join(', ')}`, source]
    .filter((words) => words !== '')
    .join('; ');

/** Parses the table that a drawing carries: rows in lines, cells between tabs. */
export function ownTable(text: string): FigureTable {
  const [head = [], ...rows] = text.split('\n').map((line) => line.split('\t'));
  return { head, rows };
}
