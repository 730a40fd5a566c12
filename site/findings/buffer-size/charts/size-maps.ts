/**
 * Heat maps of throughput over the sizes of reads and writes, one for each kind of socket, and the two slices through a cell. Complete
 * without script; a script (pick-sizes.ts) lets readers pick another cell.
 */
import { chart } from '@/kit/chart/chart.ts';
import type { OwnDrawing } from '@/kit/chart/figure.ts';
import { formatBare, formatBytes } from '@/kit/chart/format.ts';
import { keyOf } from '@/kit/chart/grammar.ts';
import { keyMarkup } from '@/kit/chart/key.ts';
import { wordsOf } from '@/kit/chart/machines.ts';
import { classes, drawn, html, type Markup } from '@/kit/markup.ts';
import type { MeasurementRecord } from '@/kit/record/types.ts';
import {
  cellAt,
  gridTable,
  readingOf,
  shadeOf,
  SHADES,
  shortValue,
  sizeGrid,
  sliceSpec,
  type Cell,
  type SizeGrid,
  type Surface,
} from './size-grid.ts';
import { SLICE_SIZES } from './slice-sizes.ts';

const KIB = 1024;
/** What is picked at first. */
const PICK = { readBytes: 32 * KIB, writeBytes: 256 * KIB };

/** The grid of the records' sockets. */
export const socketGrid = (records: readonly MeasurementRecord[]): SizeGrid =>
  sizeGrid(records, {
    series: 'sockets',
    measure: 'throughput_bytes_per_second',
    names: { unix: 'Unix', tcp: 'TCP' },
  });

export function sizeMaps(records: readonly MeasurementRecord[]): OwnDrawing {
  const grid = socketGrid(records);
  const picked = cellAt(grid, PICK.readBytes, PICK.writeBytes);
  const slices = (['writes', 'reads'] as const).map((along) => ({ along, spec: sliceSpec(grid, along, picked) }));
  const dots = slices.flatMap(({ spec }) => spec.marks.filter(({ mark }) => mark === 'dots'));
  return {
    title: 'Throughput of one connection, by the sizes of reads and writes',
    table: gridTable(grid),
    markup: html`
      <mt-size-maps>
        <div class="mt-maps-bar">
          ${scaleMarkup(grid)}
          <label class="mt-maps-values">
            <input type="checkbox" data-values autocomplete="off" /> Values
            <span class="mt-maps-values-unit">in thousands of MiB/s</span>
          </label>
        </div>
        <div class="mt-maps">${grid.surfaces.map((surface) => mapMarkup(surface, grid, picked))}</div>
        <p${classes('mt-maps-reading', records.length > 1 && 'mt-maps-reading--two')} data-reading>${readingOf(grid, picked)}</p>
        ${keyMarkup(keyOf(dots, wordsOf(records)))}
        <div class="mt-slices">
          ${slices.map(
            ({ along, spec }) => html`
              <div class="mt-slice" data-slice="${along}">
                <p class="mt-slice-title" aria-hidden="true">${spec.title}</p>
                <div data-read>
                  ${Object.entries(SLICE_SIZES).map(
                    ([name, size]) =>
                      html`<div class="mt-slice-${name}" data-size="${name}">${drawn(chart(spec, size))}</div>`,
                  )}
                </div>
              </div>
            `,
          )}
        </div>
        <p class="mt-maps-hint" data-controls>Point at a cell, tap it, or go there with the arrow keys.</p>
        <p class="sr-only" role="status" data-live></p>
        <script type="application/json" data-grid>${inScript({ grid, picked })}</script>
      </mt-size-maps>
    `,
  };
}

/** What a script element may hold: its text is no markup, and ends only where it names the element's end. */
const inScript = (data: unknown): Markup => drawn(JSON.stringify(data).replaceAll('<', '\\u003c'));

/** The shades, those of each machine, and what they stand for. */
function scaleMarkup({ surfaces, most, unit }: SizeGrid): Markup {
  const shades = Array.from({ length: SHADES }, (_, shade) => html`<i class="mt-shade-${shade}"></i>`);
  const kinds = [...new Set(surfaces.map(({ kind }) => kind))];
  return html`
    <p class="mt-maps-scale">
      0
      <span aria-hidden="true">${kinds.map((kind) => html`<span class="mt-map--${kind}">${shades}</span>`)}</span>
      ${formatBare(most, unit)}
    </p>
  `;
}

/** A size in two short lines, for the head of a narrow column. */
const sizeParts = (bytes: number) => formatBytes(bytes).split('\u00a0');

function mapMarkup({ name, kind, cells }: Surface, grid: SizeGrid, picked: Cell): Markup {
  const across = (isAcross: boolean) => classes(isAcross && 'mt-map-across');
  return html`
    <table class="mt-map mt-map--${kind}">
      <caption>${name}</caption>
      <thead>
        <tr>
          <td class="mt-map-corner"><span>read</span> <span>write</span></td>
          ${grid.writes.map((bytes, column) => {
            const [number, unit] = sizeParts(bytes);
            const isAcross = across(column === picked.column);
            return html`<th scope="col" data-column="${column}"${isAcross}>${number} <span>${unit}</span></th>`;
          })}
        </tr>
      </thead>
      <tbody>
        ${cells.map(
          (row, i) => html`
            <tr data-row="${i}">
              <th scope="row"${across(i === picked.row)}>${formatBytes(grid.reads[i]!)}</th>
              ${row.map((cell, j) => {
                const own = classes(
                  cell === null ? 'mt-shade-none' : `mt-shade-${shadeOf(cell[0], grid.most)}`,
                  (i === picked.row || j === picked.column) && 'mt-map-across',
                  i === picked.row && j === picked.column && 'mt-map-picked',
                );
                const value = cell === null ? '–' : shortValue(cell[0], grid.unit);
                return html`<td data-column="${j}"${own}><span>${value}</span></td>`;
              })}
            </tr>
          `,
        )}
      </tbody>
    </table>
  `;
}
