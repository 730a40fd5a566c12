/** The picture of two truth tables: a column for each way to make the atoms true or false, and below them the formula and its dual. */
import { escapeText, px } from '@/kit/chart/grammar';
import { NARROW } from './sizes';
import type { Formula } from './tasks';

/** How wide a column is at most, in pixels, and from which width on there is a gap between two. */
const [WIDEST, GAPPED] = [60, 4];

/** Cells of a row that are true, as one path. */
export function cellsPath(
  isTrue: (row: number) => boolean,
  rows: number,
  column: number,
  top: number,
  tall: number,
  left: number,
) {
  const gap = column >= GAPPED ? 1 : 0;
  let path = '';
  for (let row = 0; row < rows; row++) {
    if (!isTrue(row)) continue;
    const first = row;
    // Without gaps, neighbours are one.
    while (gap === 0 && row + 1 < rows && isTrue(row + 1)) row++;
    path += `M${px(left + first * column)},${px(top)}h${px((row + 1 - first) * column - gap)}v${px(tall)}H${px(left + first * column)}z`;
  }
  return path;
}

/** How many characters of an atom have room. */
const shortened = (name: string, narrow: boolean): string => {
  const most = narrow ? 11 : 20;
  return name.length > most ? `${name.slice(0, most - 1)}…` : name;
};

export function drawTables(tables: Formula | null, { width, height }: { width: number; height: number }): string {
  const narrow = width < NARROW;
  const open = (name: string) =>
    `<svg class="mt-chart mt-ld-tables" viewBox="0 0 ${px(width)} ${px(height)}" width="${px(width)}" height="${px(height)}" role="img" aria-label="${escapeText(name)}">`;
  if (!tables) return `${open('No tables: the formula can’t be read.')}</svg>`;
  const { atoms, rows, dualRows } = tables;
  const left = narrow ? 84 : 150;
  const column = Math.min(WIDEST, (width - left) / rows.length);
  const lines = atoms.length + 2;
  // A gap between what is asked and what is answered.
  const each = Math.min(28, (height - 34) / lines);
  const tall = each * 0.72;
  const line = (index: number, name: string, kind: string, isTrue: (row: number) => boolean) => {
    const top = 14 + index * each + (index >= atoms.length ? 14 : 0);
    return (
      `<rect class="mt-ld-row" x="${px(left)}" y="${px(top)}" width="${px(rows.length * column)}" height="${px(tall)}"/>` +
      `<path class="mt-ld-${kind}" d="${cellsPath(isTrue, rows.length, column, top, tall, left)}"/>` +
      `<text class="${index >= atoms.length ? 'mt-ld-name' : 'mt-tick'}" x="${px(left - 8)}" y="${px(top + tall / 2)}" dy="0.34em" text-anchor="end">${escapeText(shortened(name, narrow))}</text>`
    );
  };
  return [
    open(tablesName(tables)),
    ...atoms.map((atom, index) => line(index, atom, 'atom', (row) => ((row >> index) & 1) === 1)),
    line(atoms.length, 'formula', 'formula', (row) => rows[row] === 1),
    line(atoms.length + 1, 'dual', 'dual', (row) => dualRows[row] === 1),
    '</svg>',
  ].join('');
}

/** What the picture shows, in words. */
export function tablesName({ atoms, rows, dualRows }: Formula): string {
  const bits = (list: Uint8Array) =>
    list.length <= 32 ? [...list].map((bit) => (bit === 1 ? 'T' : 'F')).join('') : `${list.length} rows`;
  return `Truth tables over ${atoms.length === 0 ? 'no atoms' : atoms.join(', ')}. Formula: ${bits(rows)}. Dual: ${bits(dualRows)}.`;
}

/** The formula, its dual, and its negation, in words. */
export function drawForms(tables: Formula | null): string {
  const row = (words: string, text: string) => `<div><dt>${words}</dt><dd><code>${escapeText(text)}</code></dd></div>`;
  if (!tables) return '';
  return [
    row('Read as', tables.formula),
    row('Its dual', tables.dual),
    row('Negation normal form', tables.normal),
    row('To find it, check that always', tables.negation),
  ].join('');
}
