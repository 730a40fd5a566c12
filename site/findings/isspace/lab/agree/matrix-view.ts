/** Who calls which character a space, as a table: a row for each character, a column for each implementation. */
import { escapeText } from '@/kit/chart/grammar';
import type { Figure } from '@/kit/lab/figures';
import { formatInteger } from '@/kit/lab/state';
import type { Cell } from '@/kit/record/csv';
import { writtenCodePoint } from '../../charts/white-space';
import { ANSWERS as CELLS } from '../csv';
import { figure } from '../figures';
import {
  ALL_CODE_POINTS,
  implementationName,
  isDisputed,
  isSpace,
  type Answer,
  type Character,
  type Measured,
} from '../measured';
import { ANYONE, NOBODY, type AgreeState } from './state';
import { shown } from '../text';

const ANSWERS: Readonly<Record<Answer, string>> = { '1': 'space', '0': 'no', '-': 'not asked' };

/** Whether a character is looked for: by itself, its code point, or part of its name. */
function matches({ codePoint, name }: Character, find: string): boolean {
  if (find === '') return true;
  if ([...find].length === 1 && find.codePointAt(0) === codePoint) return true;
  const wanted = find.trim().toLowerCase();
  if (wanted === '') return false;
  const number = /^(?:u\+|0x|\\u)([0-9a-f]+)$/.exec(wanted)?.[1];
  if (number !== undefined)
    return writtenCodePoint(codePoint).slice(2).toLowerCase().startsWith(number.padStart(4, '0'));
  return `${writtenCodePoint(codePoint)} ${name}`.toLowerCase().includes(wanted);
}

/** The characters that the filters let through. */
export function filtered(measured: Measured, { who, not, differ, find }: Readonly<AgreeState>): Character[] {
  const column = (id: string) => measured.implementations.findIndex((one) => one.id === id);
  return measured.characters.filter(
    (character) =>
      (who === ANYONE || isSpace(character, column(who))) &&
      (not === NOBODY || character.says[column(not)] === '0') &&
      (differ === 'off' || isDisputed(character)) &&
      matches(character, find),
  );
}

/** Neighbours that get the same answers from everybody: they share a row. */
export function runsOf(characters: readonly Character[]): Character[][] {
  const runs: Character[][] = [];
  for (const character of characters) {
    const last = runs.at(-1)?.at(-1);
    const goesOn = last && character.codePoint === last.codePoint + 1 && character.says === last.says;
    if (goesOn) runs.at(-1)!.push(character);
    else runs.push([character]);
  }
  return runs;
}

function rowHead(run: readonly Character[]): string {
  const [first, last] = [run[0]!, run.at(-1)!];
  const ends = first === last ? [first] : [first, last];
  const join = (words: (one: Character) => string, between: string) => ends.map(words).join(between);
  const glyph = join(({ codePoint }) => shown(String.fromCodePoint(codePoint)), '…');
  const code = join(({ codePoint }) => writtenCodePoint(codePoint), '–');
  const name = join(({ name }) => escapeText(name), ' … ');
  const count = run.length > 1 ? ` (${run.length})` : '';
  return `<th scope="row">${glyph} <span class="mt-is-code">${code}${count}</span> <span class="mt-is-name">${name}</span></th>`;
}

/** The columns, with whom the list is filtered by first: beside the characters, where a phone shows them too. */
function columnsOf({ implementations }: Measured, { who, not }: Readonly<AgreeState>) {
  const columns = implementations.map((one, column) => ({ one, column, isChosen: one.id === who || one.id === not }));
  const rank = ({ one, isChosen }: (typeof columns)[number]) => (isChosen ? (one.id === who ? 0 : 1) : 2);
  return columns.toSorted((one, other) => rank(one) - rank(other));
}

export function drawMatrix(measured: Measured, state: Readonly<AgreeState>): string {
  const rows = filtered(measured, state);
  const columns = columnsOf(measured, state);
  /** What a column is marked with: that it is filtered by, and that another language begins. */
  const marks = columns.map(({ one, isChosen }, place) => {
    const before = columns[place - 1];
    const goesOn = before?.isChosen === isChosen && before.one.language === one.language;
    return `${isChosen ? ' data-chosen' : ''}${goesOn ? '' : ' data-begins'}`;
  });
  const heads = columns.map(
    ({ one }, place) => `<th scope="col"${marks[place]}><span>${escapeText(implementationName(one))}</span></th>`,
  );
  const body = runsOf(rows).map((run) => {
    const cells = columns.map(({ column }, place) => {
      const answer = run[0]!.says[column] as Answer;
      return `<td data-says="${answer}"${marks[place]}><span class="sr-only">${ANSWERS[answer]}</span></td>`;
    });
    return `<tr${isDisputed(run[0]!) ? '' : ' data-agreed'}>${rowHead(run)}${cells.join('')}</tr>`;
  });
  const sums = columns.map(({ column }, place) => {
    return `<td${marks[place]}>${rows.filter((character) => isSpace(character, column)).length}</td>`;
  });
  return (
    `<table class="mt-is-matrix"><thead><tr><th scope="col">Character</th>${heads.join('')}</tr></thead>` +
    `<tbody>${body.join('')}</tbody>` +
    `<tfoot><tr><th scope="row">Spaces among these</th>${sums.join('')}</tr></tfoot></table>`
  );
}

/** So many characters are named in a sentence. */
const MOST_NAMED = 6;

/** What one calls a space and another does not. */
function pairSentence(measured: Measured, { who, not }: Readonly<AgreeState>, rows: readonly Character[]): string {
  const nameOf = (id: string) => implementationName(measured.implementations.find((one) => one.id === id)!);
  const [yes, no] = [nameOf(who), nameOf(not)];
  if (rows.length === 0) return `${yes} calls nothing a space that ${no} does not.`;
  const named = rows.map(({ codePoint, name }) => `${writtenCodePoint(codePoint)} ${name}`.trim());
  const list = named.length > MOST_NAMED ? [...named.slice(0, MOST_NAMED), '…'] : named;
  const count = rows.length === 1 ? 'one character' : `${rows.length} characters`;
  return `${yes} takes ${count} for a space that ${no} does not: ${list.join(', ')}.`;
}

export function matrixSentence(measured: Measured, state: Readonly<AgreeState>): string {
  const rows = filtered(measured, state);
  const all = measured.characters.length;
  if (state.who !== ANYONE && state.not !== NOBODY && state.find === '') return pairSentence(measured, state, rows);
  if (rows.length === 0) return `None of ${all} characters that someone calls a space is like this.`;
  const disputed = rows.filter(isDisputed).length;
  const of = rows.length === all ? `${all} characters are a space to someone` : `${rows.length} of ${all} characters`;
  if (rows.length === 1) return `${of}${disputed === 1 ? '; opinions differ on it.' : ', and all agree on it.'}`;
  if (disputed === rows.length) return `${of}; on each of them the ${measured.implementations.length} disagree.`;
  return `${of}; the ${measured.implementations.length} disagree on ${disputed} of them.`;
}

/** How many characters are listed, and who was asked: the same at build time and on the page. */
export function matrixFigures(measured: Measured, state: Readonly<AgreeState>): Figure[] {
  const rows = filtered(measured, state);
  const bytesOnly = measured.implementations.filter(({ asked }) => asked < ALL_CODE_POINTS).length;
  return [
    figure('rows', 'characters', 'that the filters let through', rows.length),
    figure('disputed-rows', 'disputed', 'characters on which they do not agree', rows.filter(isDisputed).length),
    figure(
      'implementations',
      'tests',
      `asked about every character; ${formatInteger(bytesOnly)} more about bytes alone`,
      measured.implementations.length - bytesOnly,
    ),
  ];
}

/** The file: what is listed, in full. */
export const csvOf = (
  measured: Measured,
  state: Readonly<AgreeState>,
): { header: readonly string[]; rows: Cell[][] } => ({
  header: ['code point', 'name', ...measured.implementations.map(implementationName)],
  rows: filtered(measured, state).map(({ codePoint, name, says }): Cell[] => {
    return [writtenCodePoint(codePoint), name, ...[...says].map((answer) => CELLS[answer as Answer])];
  }),
});
