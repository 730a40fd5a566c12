/**
 * Figures as markup: the content between a figure's title and its caption, and below the caption. The site's build puts both into pages;
 * a browser draws them anew when a reader compares with another machine.
 */
import { drawn, html, type Markup, type Part } from '@/kit/markup.ts';
import { series as seriesOf } from '@/kit/record/queries.ts';
import type { MeasurementRecord } from '@/kit/record/types.ts';
import { chart, NARROW_WIDTH, type ChartSpec } from './chart.ts';
import { keyOf } from './grammar.ts';
import { keyMarkup, mark } from './key.ts';
import { wordsOf } from './machines.ts';
import type { DrawnPanel } from './panels.ts';
import { provenance } from './provenance.ts';
import type { FigureTable } from './tabled.ts';

/** A chart on the usual axes. */
export interface SpecDrawing {
  readonly spec: ChartSpec;
  readonly table: FigureTable;
  /** Number of rows, in charts of rows. */
  readonly rows?: number;
}

/** Small charts side by side on the same axes. */
export interface PanelsDrawing {
  readonly title: string;
  /** Titles of the axes of all panels: along the bottom, and up. */
  readonly axes: string;
  readonly panels: readonly DrawnPanel[];
  readonly table: FigureTable;
}

/** A drawing of a finding's own: a table of outcomes, a grid, a sequence. */
export interface OwnDrawing {
  readonly title: string;
  readonly markup: Markup;
  readonly table?: FigureTable;
}

export type Drawing = SpecDrawing | PanelsDrawing | OwnDrawing;

export const titleOf = (drawing: Drawing): string => ('spec' in drawing ? drawing.spec.title : drawing.title);

/** Markup of a drawing: the key, and below it the drawings for each width. */
export function figureMarkup(drawing: Drawing, records: readonly MeasurementRecord[], proportion?: number): Markup {
  if ('markup' in drawing) return drawing.markup;
  return 'panels' in drawing ? panelsMarkup(drawing, records) : specMarkup(drawing, records, proportion);
}

/** Widths to draw at in pixels; charts.css decides which one shows, so that text stays between 10 and 17 pixels. */
const WIDTHS = { narrow: 336, wide: 740 };
/** Least height over width of a narrow drawing: below it, nothing could be told apart vertically. */
const NARROW_PROPORTION = 0.72;
/** Height of the axis and its title below rows, least height of one row, and height around a row's lanes, in pixels. */
const [AXIS, ROW, AROUND_LANES] = [54, 34, 26];
/** Height of a row's name above the row, in pixels. */
const NAME = 18;

function specMarkup({ spec, rows }: SpecDrawing, records: readonly MeasurementRecord[], proportion?: number): Markup {
  const lanes = spec.marks.map((one) => (one.mark === 'dots' ? (one.lane ?? 0) : 0));
  const row = Math.max(ROW, Math.max(...lanes) - Math.min(...lanes) + AROUND_LANES);
  const heightAt = (width: number) => {
    if (rows !== undefined) return { height: AXIS + (width < NARROW_WIDTH ? row + NAME : row) * rows };
    if (proportion === undefined) return {};
    const least = width < NARROW_WIDTH ? NARROW_PROPORTION : 0;
    return { height: Math.round(width * Math.max(proportion, least)) };
  };
  return html`
    ${keyMarkup(keyOf(spec.marks, wordsOf(records)))}
    <div class="mt-figure-drawing" data-read>
      ${Object.entries(WIDTHS).map(
        ([name, width]) =>
          html`<div class="mt-figure-${name}">${drawn(chart(spec, { width, ...heightAt(width) }))}</div>`,
      )}
    </div>
  `;
}

/** Drops names from the smallest drawings, where they would leave too little room; the key has to do. */
const specAt = (spec: ChartSpec, width: number): ChartSpec => (width < 200 ? { ...spec, labels: 'none' } : spec);

/** Panels: two in a row on a phone where they are many, and as many as fit on wider screens, where each is drawn larger. */
function panelsMarkup({ axes, panels }: PanelsDrawing, records: readonly MeasurementRecord[]): Markup {
  /** Panels in a row of a wide screen. Six are small enough for two in a row of a phone of 360 pixels. */
  const columns = panels.length % 3 === 0 ? 3 : 2;
  const isOneRow = panels.length === columns;
  /** Sizes to draw at in pixels; charts.css decides which one shows. */
  const sizes = {
    narrow: columns === 3 && !isOneRow ? { width: 156, height: 150 } : { width: 336, height: 230 },
    wide: columns === 2 ? { width: 370, height: 250 } : { width: 280, height: 220 },
  };
  // Lines between dots only lead the eye: the key is about the dots, and about what was predicted.
  const all = panels.flatMap(({ spec }) => spec.marks);
  const shown = all.some((one) => one.mark === 'dots' && one.figure === 'measured') ? 'dots' : 'line';
  const marks = all.filter(
    (one) =>
      one.mark === shown ||
      one.figure === 'predicted' ||
      (one.mark === 'dots' && (one.figure === 'second' || one.figure === 'third')),
  );
  return html`
    ${keyMarkup(keyOf(marks, wordsOf(records)))}
    <p class="mt-multiples-axes">${axes}</p>
    <div class="mt-panels-frame">
      <ul class="mt-panels mt-panels--${columns}${isOneRow && ' mt-panels--row'}">
        ${panels.map(
          ({ name, spec }) => html`
            <li>
              <p aria-hidden="true">${name}</p>
              <div data-read>
                ${Object.entries(sizes).map(
                  ([size, pixels]) =>
                    html`<div class="mt-panels-${size}">${drawn(chart(specAt(spec, pixels.width), pixels))}</div>`,
                )}
              </div>
            </li>
          `,
        )}
      </ul>
    </div>
  `;
}

/** Notes on the compared machine, below the figure's caption. */
export const notesMarkup = (notes: readonly string[]): Markup =>
  html`${notes.map((note) => html`<p class="mt-shortfall">${mark('second')} ${note}</p>`)}`;

/** The data of a figure, for the page of data: its table, its files, and their provenance. */
export function dataMarkup(
  title: string,
  table: FigureTable | undefined,
  records: readonly MeasurementRecord[],
  series: readonly string[],
  base = import.meta.env.BASE_URL,
): Markup {
  const [record] = records as [MeasurementRecord];
  const files = series.map((id) => {
    const name = series.length === 1 ? 'The whole series' : seriesOf(record, id).title;
    return html`<p>${name}: ${seriesFiles(record.experiment, id, base)}</p>`;
  });
  return html`${table && tableMarkup(title, table)}${files}${provenance(records, series)}`;
}

function tableMarkup(title: string, { head, rows }: FigureTable): Markup {
  const cells = (tag: string, texts: readonly Part[]) =>
    texts.map((text) => (tag === 'th' ? html`<th scope="col">${text}</th>` : html`<td>${text}</td>`));
  return html`
    <div class="mt-table-scroll" tabindex="0" role="group" aria-label="Data of “${title}”">
      <table class="mt-data">
        <thead>
          <tr>
            ${cells('th', head)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (row) =>
              html`<tr>
                ${cells('td', row)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  `;
}

/** A series as files to download. */
export function seriesFiles(experiment: string, series: string, base: string): Markup {
  const address = `${base.replace(/\/$/, '')}/data/${experiment}/${series}`;
  return html`<a href="${address}.csv" download>CSV</a>, <a href="${address}.json" download>JSON</a>.`;
}
