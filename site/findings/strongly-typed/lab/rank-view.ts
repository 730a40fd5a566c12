/** The picture of the orders: a column for each meaning that has a weight and one for all together, a line for each language. */
import { escapeText, px } from '@/kit/chart/grammar';
import { nameOf, type Measured } from './measured';
import { activeOf, type LabState, type MeaningName } from './state';
import type { Ranked } from './tasks';
import { meaningWords } from './words';

/** Pixels: of a row, and of what stands above the rows. */
const [ROW, TOP] = [20, 46];
/** Narrower labs get the narrow picture. The style sheet's container query says the same. */
const NARROW = 560;
/** The meanings in a word, for a narrow picture. */
const SHORT: Readonly<Record<MeaningName, string>> = {
  static: 'refused',
  sound: 'promise',
  safe: 'defined',
  coercions: 'no implicit',
  expressive: 'meant',
};
/** Checkers by their own name, which is enough where there is no room for their language's. */
const CHECKERS: Readonly<Record<string, string>> = { mypy: 'mypy', pyright: 'pyright' };
/** Columns that stand closer, in pixels, have no room for their titles. */
const CLOSE = 60;

export const rankSize = (measured: Measured, width: number) => ({
  width,
  height: TOP + measured.languages.length * ROW + 8,
});

interface Column {
  title: string;
  /** Where columns stand too close for the title. */
  short: string;
  /** The languages by number, best first, and the place of each. */
  languages: Uint32Array;
  places: Uint32Array;
}

/** A text in at most two lines, broken between words. */
function lines(text: string, most: number): string[] {
  const [first, ...others] = text.split(' ');
  const all = [first ?? ''];
  for (const word of others) {
    const last = all.at(-1)!;
    if (all.length < 3 && last.length + word.length + 1 > most) all.push(word);
    else all[all.length - 1] = `${last} ${word}`;
  }
  return all;
}

export function drawRank(
  measured: Measured,
  state: Readonly<LabState>,
  ranked: Ranked,
  { width, height }: { width: number; height: number },
): string {
  const narrow = width < NARROW;
  const active = activeOf(state);
  const columns: Column[] = [
    ...active.map((name) => ({ title: meaningWords(name), short: SHORT[name], ...ranked.by[name] })),
    // Of one meaning alone, the whole is the same.
    ...(active.length > 1 ? [{ title: 'together', short: 'all', ...ranked.whole }] : []),
  ];
  if (columns.length === 1) columns.push({ ...columns[0]!, title: 'together', short: 'all' });
  const [left, right] = narrow ? [98, 130] : [150, 190];
  const between = (width - left - right) / (columns.length - 1);
  const x = (column: number) => left + column * between;
  const y = (row: number) => TOP + row * ROW + ROW / 2;
  const rowIn = ({ languages }: Column, language: number) => languages.indexOf(language);
  const last = columns.at(-1)!;
  const chosen = (language: number) => {
    const id = measured.languages[language]!.id;
    return id === state.a ? ' mt-st-a' : id === state.b ? ' mt-st-b' : '';
  };
  const path = (language: number) => {
    const rows = columns.map((column) => y(rowIn(column, language)));
    const curve = rows
      .slice(1)
      .map((row, at) => {
        const middle = px((x(at) + x(at + 1)) / 2);
        return `C${middle},${px(rows[at]!)} ${middle},${px(row)} ${px(x(at + 1))},${px(row)}`;
      })
      .join('');
    return `<path class="mt-st-line${chosen(language)}" d="M${px(x(0))},${px(rows[0]!)}${curve}"/>`;
  };
  const label = (column: Column, language: number, at: 'start' | 'end') => {
    const row = rowIn(column, language);
    const { name: whole, id } = measured.languages[language]!;
    const name = (narrow && CHECKERS[id]) || whole;
    const share = `${Math.round((ranked.whole.means[row] ?? 0) * 100)}%`;
    const [where, anchor] = at === 'start' ? [left - 12, 'end'] : [width - right + 12, 'start'];
    const place = `<tspan class="mt-st-place">${column.places[row]}</tspan>`;
    const words = at === 'start' ? `${escapeText(name)} ${place}` : `${place} ${escapeText(name)}`;
    const mean = at === 'end' ? ` <tspan class="mt-st-place">${share}</tspan>` : '';
    return `<text class="mt-st-name${chosen(language)}" data-st-language="${escapeText(id)}" x="${px(where)}" y="${px(y(row))}" dy="0.34em" text-anchor="${anchor}">${words}${mean}</text>`;
  };
  const ties = columns.flatMap((column, at) => {
    const marks: string[] = [];
    const all = [...column.places];
    for (let row = 0; row < all.length;) {
      let end = row;
      while (all[end + 1] === all[row]) end++;
      if (end > row) marks.push(`<path class="mt-st-tie" d="M${px(x(at))},${px(y(row) - 6)}V${px(y(end) + 6)}"/>`);
      row = end + 1;
    }
    return marks;
  });
  const heads = columns.map(({ title, short }, at) => {
    const [left, top] = [px(x(at)), px(TOP - 4)];
    if (between < CLOSE)
      return `<text class="mt-st-head" transform="translate(${left},${top}) rotate(-55)">${escapeText(short)}</text>`;
    const written = lines(title, narrow ? 9 : 14);
    return `<text class="mt-st-head" text-anchor="middle">${written
      .map((line, index) => `<tspan x="${left}" y="${12 + index * 13}">${escapeText(line)}</tspan>`)
      .join('')}</text>`;
  });
  const scored = [...last.languages];
  // The marked ones last, so that nothing lies over them.
  const order = scored.toSorted((one, other) => chosen(one).length - chosen(other).length);
  const bound = TOP + ranked.strong.length * ROW;
  return [
    `<svg class="mt-chart mt-st-rank" viewBox="0 0 ${px(width)} ${px(height)}" width="${px(width)}" height="${px(height)}" role="img" aria-label="${escapeText(rankName(measured, state, ranked))}">`,
    ...heads,
    `<path class="mt-st-bound" d="M${px(x(columns.length - 1) - 14)},${px(bound)}H${px(width)}"/>`,
    ...order.map(path),
    ...ties,
    ...scored.map((language) => label(columns[0]!, language, 'start')),
    ...scored.map((language) => label(last, language, 'end')),
    '</svg>',
  ].join('');
}

/** What the picture shows, in words. */
export function rankName(measured: Measured, state: Readonly<LabState>, { whole, strong }: Ranked): string {
  const order = [...whole.languages].map((language, at) => `${whole.places[at]} ${measured.languages[language]!.name}`);
  const meanings = activeOf(state).map((name) => `“${meaningWords(name)}”`);
  return `Languages in the order that ${meanings.join(', ')} give together: ${order.join(', ')}. ${strong.length} are at or above ${state.threshold}%. Marked: ${nameOf(measured, state.a)} and ${nameOf(measured, state.b)}.`;
}
