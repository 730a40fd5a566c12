/** The lab's drawings: the program of a cell, what was said of it, and the wall of all cells. */
import { escapeText } from '@/kit/chart/grammar';
import type { LabOverlay } from '@/kit/lab/overlay';
import { bandOf, GROUPS, looksAt, scoreOf, type Meaning } from '../meanings.ts';
import { endsOf, idsOf, outcomeOf, type Measured, type Said } from './measured';
import { linesOf } from './lines';
import { cellOf, type LabState } from './state';
import { columnOf, endsAt, GUESSES, nameOf, outcomeWords, pairOf } from './words';

/** Languages by their score by a meaning, the strongest first; of equal ones, those first that refuse more and leave less undefined. */
export function rowsOf(measured: Measured, meaning: Meaning, column: 'plain' | 'linted'): string[] {
  const scores = new Map(
    idsOf(measured.languages).map((id) => [
      id,
      ([meaning, 'static', 'safe'] as const).map((one) => scoreOf(measured, id, one, column)?.share ?? -1),
    ]),
  );
  return [...scores.keys()].sort((a, b) => {
    const [own, other] = [scores.get(a)!, scores.get(b)!];
    return other.map((share, at) => share - own[at]!).find((by) => by !== 0) ?? 0;
  });
}

/** The mistakes by {@link GROUPS}, each group under a few words; those come last that are in none. */
export function groupsOf(measured: Measured): { words: string; mistakes: string[] }[] {
  const grouped = (mistake: string) => Object.values(GROUPS).some((group) => group.includes(mistake));
  const known = idsOf(measured.mistakes);
  const of = (meaning: Meaning) => (GROUPS[meaning] ?? []).filter((mistake) => known.includes(mistake));
  return [
    { words: 'mixed', mistakes: of('mixed') },
    { words: 'promise', mistakes: of('promise') },
    { words: 'meaning', mistakes: of('modelling') },
    { words: 'the rest', mistakes: known.filter((mistake) => !grouped(mistake)) },
  ];
}

/** The mistakes in the order of the wall. */
export const columnsOf = (measured: Measured): string[] => groupsOf(measured).flatMap(({ mistakes }) => mistakes);

/** The wall, sorted by a meaning. `open`: cells that are left to the reader's guess, unless warnings count. */
export function drawWall(
  measured: Measured,
  state: Readonly<LabState>,
  open: ReadonlySet<string>,
  beside: readonly LabOverlay<Measured>[] = [],
): string {
  const groups = groupsOf(measured);
  const column = columnOf(state);
  const apart = (mistake: string) => (looksAt(state.view, mistake) ? '' : ' data-apart');
  const heads = groups.map(
    ({ words, mistakes }) => `<th scope="colgroup" colspan="${mistakes.length}"${apart(mistakes[0]!)}>${words}</th>`,
  );
  const firsts = groups.map(({ mistakes }) => mistakes[0]);
  const bands = new Map<string, string>();
  for (const a of rowsOf(measured, state.view, column)) {
    const cells = columnsOf(measured).map((mistake) => {
      const ends = outcomeOf(measured, a, mistake, column);
      const marks = [
        firsts.includes(mistake) ? ' data-first' : '',
        apart(mistake),
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
    const score = scoreOf(measured, a, state.view, column);
    const band = bandOf(state.view, score);
    const head = `${escapeText(nameOf(measured, a))} <span>${score ? `${score.good}/${score.of}` : '–'}</span>`;
    const marks = `${a === state.a ? ' data-chosen' : ''}${pairOf(state).includes(a) ? ' data-pair' : ''}`;
    const row = `<tr data-a="${a}"${marks}><th scope="row">${head}</th>${cells.join('')}</tr>`;
    bands.set(band, `${bands.get(band) ?? ''}${row}`);
  }
  const bodies = [...bands].map(
    ([band, rows]) =>
      `<tbody><tr><th scope="rowgroup" colspan="${measured.mistakes.length + 1}">${band}</th></tr>${rows}</tbody>`,
  );
  return `<table><thead><tr><td></td>${heads.join('')}</tr></thead>${bodies.join('')}</table>`;
}

/** Lines that have room in large type. */
const SHORT = 5;

/** The program of the chosen cell, from `source`; none where it made no mistake. */
export function drawProgram(
  measured: Measured,
  state: Readonly<LabState>,
  source: (language: string, mistake: string) => string | undefined,
): string {
  const text = endsAt(measured, state) in GUESSES ? source(state.a, state.mistake) : undefined;
  const lines = linesOf(text ?? 'No program.');
  const spans = lines.map(
    ({ text, isMistake }) => `<span${isMistake ? ' data-mistake' : ''}>${escapeText(text)}\n</span>`,
  );
  return `<pre${lines.length > SHORT ? '' : ' data-short'} tabindex="0" role="group" aria-label="The program"><code>${spans.join('')}</code></pre>`;
}

/** What the compiler, the checker or the program said. */
export function drawSaid(measured: Measured, state: Readonly<LabState>, said: Said | undefined): string {
  const language = measured.languages.find(({ id }) => id === state.a);
  const isWarning = state.linted === 'on' && said !== undefined && said.linted !== '';
  const from = isWarning ? 'Warnings and linters' : `${nameOf(measured, state.a)} ${language?.version ?? ''}`.trim();
  const told = (isWarning ? said.linted : said?.plain) ?? '';
  const isOutput = endsAt(measured, state) === 'silent';
  // The rule of the experiment: what it does not cite from the language's definition, a sanitizer has reported.
  const isCut = endsAt(measured, state) === 'undefined' && !/Sanitizer|runtime error|undefined:/.test(told);
  const words = isCut ? `${told}\n(A sanitizer reports it, in a line that the record does not keep.)` : told;
  return `<span>${escapeText(from)}${isOutput ? ', the program’s output' : ''}:</span> <samp>${escapeText(words.trim())}</samp>`;
}
