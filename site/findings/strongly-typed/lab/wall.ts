/** The lab's drawings: the program of a cell, what was said of it, and the wall of all cells. */
import { escapeText } from '@/kit/chart/grammar';
import type { LabOverlay } from '@/kit/lab/overlay';
import { endsOf, endsOfLanguage, idsOf, outcomeOf, type Measured, type OutcomeName, type Said } from './measured';
import { linesOf } from './lines';
import { cellOf, type LabState } from './state';
import { columnOf, endsAt, GROUPS, GUESSES, nameOf, outcomeWords } from './words';

/** Languages by their share of mistakes that are refused, then by that of the undefined ones: the strictest first. */
export function rowsOf(measured: Measured): string[] {
  const share = (language: string, wanted: OutcomeName) => {
    const ends = endsOfLanguage(measured, language, 'plain').filter((one) => one in GUESSES);
    return ends.filter((one) => one === wanted).length / Math.max(1, ends.length);
  };
  const before = (a: string, b: string) =>
    share(b, 'refused') - share(a, 'refused') || share(a, 'undefined') - share(b, 'undefined');
  return idsOf(measured.languages).sort(before);
}

/** Mistakes by {@link GROUPS}, and whether each is the first of its group. */
export function columnsOf({ mistakes }: Measured): { id: string; isFirst: boolean }[] {
  const known = idsOf(mistakes);
  return GROUPS.flatMap((group) =>
    group.mistakes.filter((id) => known.includes(id)).map((id, at) => ({ id, isFirst: at === 0 })),
  );
}

/** `open`: cells that are left to the reader's guess, unless warnings count. */
export function drawWall(
  measured: Measured,
  state: Readonly<LabState>,
  open: ReadonlySet<string>,
  beside: readonly LabOverlay<Measured>[] = [],
): string {
  const columns = columnsOf(measured);
  const column = columnOf(state);
  const heads = GROUPS.map(({ words, mistakes }) => {
    const span = mistakes.filter((id) => columns.some((one) => one.id === id)).length;
    return `<th scope="colgroup" colspan="${span}">${words}</th>`;
  });
  const rows = rowsOf(measured).map((a) => {
    const cells = columns.map(({ id: mistake, isFirst }) => {
      const ends = outcomeOf(measured, a, mistake, column);
      const marks = [
        isFirst ? ' data-first' : '',
        a === state.a && mistake === state.mistake ? ' data-chosen' : '',
        column === 'plain' && open.has(cellOf({ a, mistake })) ? ' data-open' : '',
        beside.some(({ measured: other }) => {
          const both = endsOf(measured, other, a, mistake, column);
          return both !== undefined && both.own !== both.other;
        })
          ? ' data-other'
          : '',
      ];
      return `<td data-ends="${ends}"${marks.join('')} aria-label="${outcomeWords(ends)}"></td>`;
    });
    const chosen = a === state.a ? ' data-chosen' : '';
    return `<tr${chosen}><th scope="row">${escapeText(nameOf(measured, a))}</th>${cells.join('')}</tr>`;
  });
  return `<table><thead><tr><td></td>${heads.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

/** The language's row of the wall by itself, with the chosen cell, for readers without script. */
export function drawRow(measured: Measured, state: Readonly<LabState>): string {
  const SIZE = 12;
  const columns = columnsOf(measured);
  const cells = columns.map(({ id }, at) => {
    const ends = outcomeOf(measured, state.a, id, columnOf(state));
    const chosen = id === state.mistake ? ' data-chosen' : '';
    return `<rect data-cell="${ends}"${chosen} x="${at * SIZE + 1.5}" y="1.5" width="9" height="9"/>`;
  });
  const words = `${nameOf(measured, state.a)}: ${outcomeWords(endsAt(measured, state))}, among its other mistakes`;
  return `<svg viewBox="0 0 ${columns.length * SIZE} ${SIZE}" role="img" aria-label="${escapeText(words)}">${cells.join('')}</svg>`;
}

/** Lines that have room in large, and in middle-sized type. */
const SIZES = [5, 7] as const;

/** The program of the chosen cell, from `source`; none where it made no mistake. */
export function drawProgram(
  measured: Measured,
  state: Readonly<LabState>,
  source: (language: string, mistake: string) => string | undefined,
): string {
  const text = endsAt(measured, state) in GUESSES ? source(state.a, state.mistake) : undefined;
  const lines = linesOf(text ?? 'No program.');
  const size = ['large', 'middle', 'small'][SIZES.filter((most) => lines.length > most).length];
  const spans = lines.map(
    ({ text, isMistake }) => `<span${isMistake ? ' data-mistake' : ''}>${escapeText(text)}\n</span>`,
  );
  return `<pre data-size="${size}" tabindex="0" role="group" aria-label="The program"><code>${spans.join('')}</code></pre>`;
}

/** What the compiler, the checker or the program said. */
export function drawSaid(measured: Measured, state: Readonly<LabState>, said: Said | undefined): string {
  const language = measured.languages.find(({ id }) => id === state.a);
  const isWarning = state.linted === 'on' && said !== undefined && said.linted !== '';
  const from = isWarning ? 'Warnings and linters' : `${nameOf(measured, state.a)} ${language?.version ?? ''}`.trim();
  const words = (isWarning ? said.linted : said?.plain) ?? '';
  const isOutput = endsAt(measured, state) === 'silent';
  return `<span>${escapeText(from)}${isOutput ? ', the program’s output' : ''}:</span> <samp>${escapeText(words.trim())}</samp>`;
}
