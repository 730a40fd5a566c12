/** The table of every mistake in every language, and the cell of it that is opened. */
import { escapeText } from '@/kit/chart/grammar';
import type { Beside } from '@/kit/lab/beside';
import { endsOf, outcomeOf, OUTCOMES, type Measured, type OutcomeName, type Said } from './measured';
import type { LabState } from './state';
import { columnOf, nameOf, outcomeWords } from './words';

/** The letter that stands for an outcome in a cell. */
const LETTERS: Readonly<Record<OutcomeName, string>> = {
  refused: 'R',
  caught: 'C',
  silent: 'S',
  undefined: 'U',
  'cannot-be-written': '–',
  'not-tested': '?',
};

export const drawKey = (measured: Measured): string =>
  OUTCOMES.filter((name) => measured.words[name] !== undefined)
    .map((name) => `<span data-st-ends="${name}"><b>${LETTERS[name]}</b> ${outcomeWords(measured, name)}</span>`)
    .join(' ');

/** A row for each mistake, a column for each language; where a machine that is laid beside came to something else, its letter, too. */
export function drawMatrix(
  measured: Measured,
  state: Readonly<LabState>,
  beside: readonly Beside<Measured>[] = [],
): string {
  const { languages, mistakes } = measured;
  const heads = languages.map(
    ({ id, name }) => `<th scope="col"${id === state.a ? ' data-st-chosen' : ''}><span>${escapeText(name)}</span></th>`,
  );
  const rows = mistakes.map(({ id: mistake, words }) => {
    const cells = languages.map(({ id }) => {
      const ends = outcomeOf(measured, id, mistake, columnOf(state));
      const chosen = id === state.a && mistake === state.mistake ? ' data-st-chosen' : '';
      const others = beside.map(({ name, measured: other }) => {
        const found = endsOf(measured, other, id, mistake, columnOf(state));
        if (!found || found.own === found.other) return '';
        return `<i class="mt-st-other" aria-hidden="true">${LETTERS[found.other]}</i><span class="sr-only">, ${escapeText(name)}: ${outcomeWords(other, found.other)}</span>`;
      });
      return `<td data-st-ends="${ends}" data-st-cell="${escapeText(id)} ${mistake}"${chosen}><b aria-hidden="true">${LETTERS[ends]}</b><span class="sr-only">${outcomeWords(measured, ends)}</span>${others.join('')}</td>`;
    });
    const chosen = mistake === state.mistake ? ' data-st-chosen' : '';
    return `<tr><th scope="row"${chosen}>${escapeText(words)}</th>${cells.join('')}</tr>`;
  });
  return `<table class="mt-st-matrix"><thead><tr><td></td>${heads.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

const pre = (title: string, text: string, code: boolean) =>
  `<div><p class="mt-st-caption">${escapeText(title)}</p><pre tabindex="0" role="region" aria-label="${escapeText(title)}">${code ? '<code>' : '<samp>'}${escapeText(text.trimEnd())}${code ? '</code>' : '</samp>'}</pre></div>`;

/** The program that made the mistake, and what was said of it. */
export function drawCell(
  measured: Measured,
  state: Readonly<LabState>,
  source: string | undefined,
  said: Said | undefined,
): string {
  const language = measured.languages.find(({ id }) => id === state.a);
  const title = `${nameOf(measured, state.a)} ${language?.version ?? ''}`.trim();
  const ends = (column: 'plain' | 'linted') =>
    outcomeWords(measured, outcomeOf(measured, state.a, state.mistake, column));
  const program = source === undefined ? '' : pre(`The program: ${title}`, source, true);
  const plain = pre(`As it is: ${ends('plain')}`, said?.plain ?? 'The record does not say.', false);
  const linted =
    said === undefined || said.linted === ''
      ? ''
      : pre(`With the usual warnings and linters: ${ends('linted')}`, said.linted, false);
  return program + plain + linted;
}
