/** A map, its dual and the dual of that, as tables. */
import { escapeText } from '@/kit/chart/grammar';
import type { Inverted } from './tasks';

type Map = Inverted['map'];

function drawMap(title: string, { keys, values, cells }: Map): string {
  const head = values.map((value) => `<th scope="col">${escapeText(value)}</th>`).join('');
  const rows = keys.map((key, row) => {
    const has = (column: number) => cells[row * values.length + column] === 1;
    const body = values
      .map((_, column) =>
        has(column)
          ? '<td class="mt-ld-in"><span class="sr-only">yes</span></td>'
          : '<td><span class="sr-only">no</span></td>',
      )
      .join('');
    return `<tr><th scope="row">${escapeText(key)}</th>${body}</tr>`;
  });
  const nothing = keys.length === 0 ? '<tr><td>no keys</td></tr>' : '';
  return `<table class="mt-lab-table mt-ld-map"><caption>${title}</caption><thead><tr><td></td>${head}</tr></thead><tbody>${rows.join('')}${nothing}</tbody></table>`;
}

export const drawMaps = (inverted: Inverted | null): string =>
  inverted === null
    ? ''
    : [
        drawMap('The map', inverted.map),
        drawMap('Its dual', inverted.dual),
        drawMap('The dual of the dual', inverted.twice),
      ].join('');
