/** What this browser answers, beside the specifications and what was seen of the engines. */
import { escapeText } from '@/kit/chart/grammar';
import type { Row } from './probes';

/** What the page holds for the lab. */
export interface MatrixData {
  rows: readonly Row[];
  /** The questions in words. */
  questions: readonly string[];
  /** The columns: the specifications, then the engines. */
  columns: readonly string[];
}

const ON: Readonly<Record<Row['on'], string>> = {
  block: '',
  inline: 'on an inline box',
  'flex-item': 'on a flex item',
  'grid-item': 'on a grid item',
  dialog: 'on a dialog',
  cell: 'on a table’s cell',
  row: 'on a table’s row',
  popover: 'on a popover',
};

/** Whether a browser knows the declaration at all. */
const isKnown = (answers: string): boolean => !answers.startsWith('-');

/** Where the letters tell whether a declaration lifts. */
const LIFTS = 1;

/** A letter a question, in words: “context, lifts” or “nothing”. */
export function answerWords(answers: string): string {
  if (!isKnown(answers)) return 'not known';
  const words = ['context', 'lifts', 'over inline', 'absolute', 'fixed'].filter(
    // Whatever lifts is over inline content, too.
    (word, question) => answers[question] === 'y' && !(word === 'over inline' && answers[LIFTS] === 'y'),
  );
  return words.length === 0 ? 'nothing' : words.join(', ');
}

/** The rows whose answers are others than by the column; what a browser does not know, it can't do otherwise. */
export const differing = (rows: readonly Row[], found: readonly string[], column: number): number[] =>
  rows.flatMap(({ answers }, index) =>
    isKnown(found[index]!) && isKnown(answers[column]!) && found[index] !== answers[column] ? [index] : [],
  );

/** What this browser's answers come to. */
export function summary({ rows, columns }: MatrixData, found: readonly string[]): string {
  const unknown = found.filter((answers) => !isKnown(answers)).length;
  const [specified, ...engines] = columns.map((_, column) => differing(rows, found, column).length);
  const counts = engines.map((count, index) => `of ${columns[index + 1]} in ${count}`).join(', ');
  const known = unknown === 0 ? `All ${rows.length} are known here` : `${unknown} of ${rows.length} are not known here`;
  return `${known}. This browser differs from the specifications in ${specified} rows; from what we saw ${counts}.`;
}

/** The rows of a table as markup, one by one: those that differ from the specifications are marked. */
export function rowsOf({ rows }: MatrixData, found: readonly string[], shown: readonly number[]): string[] {
  const differs = new Set(differing(rows, found, 0));
  return shown.map((index) => {
    const { css, on, answers } = rows[index]!;
    const mark = differs.has(index) ? ' data-differs' : '';
    return (
      `<tr${mark}><th scope="row"><code>${escapeText(css)}</code> ${ON[on]}</th>` +
      `<td>${answerWords(found[index]!)}</td>` +
      `${answers.map((each) => `<td>${answerWords(each)}</td>`).join('')}</tr>`
    );
  });
}

/** A table with some rows. */
export function tableOf({ columns }: MatrixData, rows: readonly string[]): string {
  const heads = ['Declaration', 'This browser', ...columns];
  return (
    `<table class="mt-lab-table mt-sc-table"><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead>` +
    `<tbody>${rows.join('')}</tbody></table>`
  );
}
