/** What draws all views but the first. */
import { escapeText } from '@/kit/chart/grammar';
import { LIMITS } from '@/wasm-pkg/strongly-typed/limits';
import { VALUES, type Here } from './live';
import { nameOf, outcomeOf, type Measured, type Said } from './measured';
import { MISTAKES, OPERATORS, OUTCOMES, type LabState, type OutcomeName } from './state';
import type { Equal, MadeHere } from './tasks';
import { columnOf, outcomeWords, tripleWords, valueWords } from './words';

/** The letter that stands for an outcome in a cell. */
export const LETTERS: Readonly<Record<OutcomeName, string>> = {
  refused: 'R',
  caught: 'C',
  silent: 'S',
  undefined: 'U',
  'cannot-be-written': '–',
  'not-tested': '?',
};

export const drawKey = (): string =>
  OUTCOMES.map((name) => `<span data-st-ends="${name}"><b>${LETTERS[name]}</b> ${outcomeWords(name)}</span>`).join(' ');

/** A row for each mistake, a column for each language. */
export function drawMatrix(measured: Measured, state: Readonly<LabState>): string {
  const { languages } = measured;
  const heads = languages.map(
    ({ id, name }) => `<th scope="col"${id === state.a ? ' data-st-chosen' : ''}><span>${escapeText(name)}</span></th>`,
  );
  const rows = MISTAKES.map((mistake) => {
    const cells = languages.map(({ id }) => {
      const ends = outcomeOf(measured, id, mistake, columnOf(state));
      const chosen = id === state.a && mistake === state.mistake ? ' data-st-chosen' : '';
      return `<td data-st-ends="${ends}" data-st-cell="${escapeText(id)} ${mistake}"${chosen}><b aria-hidden="true">${LETTERS[ends]}</b><span class="sr-only">${outcomeWords(ends)}</span></td>`;
    });
    const chosen = mistake === state.mistake ? ' data-st-chosen' : '';
    return `<tr><th scope="row"${chosen}>${escapeText(LIMITS.mistakes[mistake])}</th>${cells.join('')}</tr>`;
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
  const ends = (column: 'plain' | 'linted') => outcomeWords(outcomeOf(measured, state.a, state.mistake, column));
  const program = source === undefined ? '' : pre(`The program: ${title}`, source, true);
  const plain = pre(`As it is: ${ends('plain')}`, said?.plain ?? 'The record does not say.', false);
  const linted =
    said === undefined || said.linted === ''
      ? ''
      : pre(`With the usual warnings and linters: ${ends('linted')}`, said.linted, false);
  return program + plain + linted;
}

/** Ten values against each other. */
export function drawGrid({ grid, triples }: Equal, state: Readonly<LabState>): string {
  const operator = OPERATORS[state.operator];
  // The pairs that the first triple is made of.
  const { a, b, c } = triples[0] ?? { a: -1, b: -1, c: -1 };
  const isPair = (one: number, other: number, x: number, y: number) =>
    (one === x && other === y) || (one === y && other === x);
  const heads = VALUES.map((value) => `<th scope="col">${escapeText(valueWords(value))}</th>`);
  const rows = VALUES.map((value, row) => {
    const cells = VALUES.map((_, column) => {
      const isEqual = grid[row * VALUES.length + column] === 1;
      const marked = isPair(row, column, a, b) || isPair(row, column, b, c);
      const broken = isPair(row, column, a, c);
      const mark = broken ? ' data-st-broken' : marked ? ' data-st-chain' : '';
      return `<td${isEqual ? ' data-st-equal' : ''}${mark}>${isEqual ? '=' : '<span aria-hidden="true">·</span><span class="sr-only">differs</span>'}</td>`;
    });
    return `<tr><th scope="row">${escapeText(valueWords(value))}</th>${cells.join('')}</tr>`;
  });
  const list = triples.map((triple) => `<li>${escapeText(tripleWords(triple, operator))}</li>`);
  const told = list.length === 0 ? `<p>No triple breaks ${operator}.</p>` : `<ol>${list.join('')}</ol>`;
  return (
    `<div class="mt-lab-scroll" tabindex="0" role="region" aria-label="Which values ${operator} calls equal"><table class="mt-st-grid"><thead><tr><td><code>${operator}</code></td>${heads.join('')}</tr></thead>` +
    `<tbody>${rows.join('')}</tbody></table></div>${told}`
  );
}

/** What became of mistakes that were made in this engine. */
export function drawHere(measured: Measured, { mistakes, traps }: MadeHere): string {
  const row = ({ name, words, ends, with: value }: Here, recorded: OutcomeName | null) => {
    const label = words === '' ? LIMITS.mistakes[name as keyof typeof LIMITS.mistakes] : words;
    const known = recorded === null ? '' : `<td data-st-ends="${recorded}">${outcomeWords(recorded)}</td>`;
    return `<tr><th scope="row">${escapeText(label)}</th><td data-st-ends="${ends}">${outcomeWords(ends)}</td><td><code>${escapeText(value)}</code></td>${known}</tr>`;
  };
  const head = (title: string, last: string) =>
    `<thead><tr><th scope="col">${title}</th><th scope="col">Here</th><th scope="col">With</th>${last}</tr></thead>`;
  const table = (label: string, inner: string) =>
    `<div class="mt-lab-scroll" tabindex="0" role="region" aria-label="${label}"><table class="mt-lab-table mt-st-here">${inner}</table></div>`;
  return (
    table(
      'WebAssembly, here',
      `${head('WebAssembly', '')}<tbody>${traps.map((here) => row(here, null)).join('')}</tbody>`,
    ) +
    table(
      'JavaScript, here and in the record',
      `${head('JavaScript', '<th scope="col">In the record (Node)</th>')}<tbody>${mistakes
        .map((here) => row(here, outcomeOf(measured, 'javascript', here.name as never, 'plain')))
        .join('')}</tbody>`,
    )
  );
}
