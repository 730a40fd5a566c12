/**
 * How many children failed, by what their threads did (down) and on what (across), and how: a bar, the share with its interval, and the
 * ways to fail. When they failed has two modes, by where the threads ran, so no one figure says it: a chart of its own does.
 */
import { formatQuantity } from '@/kit/chart/format.ts';
import { px } from '@/kit/chart/grammar.ts';
import { mark } from '@/kit/chart/key.ts';
import { machineOf, machinesInKey } from '@/kit/chart/machines.ts';
import { html, type Markup } from '@/kit/markup.ts';
import { inlineFigure } from '@/kit/prose/inline-figure.ts';
import type { Chart } from '@/kit/prose/named.ts';
import type { Settings } from '@/kit/record/queries.ts';
import { shownAs } from '@/kit/record/shown.ts';
import type { MeasurementRecord } from '@/kit/record/types.ts';
import {
  crashCell,
  crashTable,
  FAILED,
  KINDS,
  kindsInWords,
  type CrashCell,
  type CrashMatrixOptions,
} from './crashes.ts';
import { versionOf } from './versions.ts';

type Records = readonly MeasurementRecord[];

/** The matrix of a series. */
export const crashMatrix = (series: string, options: CrashMatrixOptions): Chart => ({
  series: [series],
  draw(records, id) {
    const { title, columns, groups } = shown(records, series, options);
    const rows = groups.flatMap((group) => group.rows);
    return {
      title,
      markup: matrixMarkup(records, id, series, { ...options, columns, groups }),
      table: crashTable(records, series, rows, columns),
    };
  },
});

/** The columns and rows that any of the records has; a library is headed by its version, or versions where machines differ. */
function shown(records: Records, series: string, options: CrashMatrixOptions): CrashMatrixOptions {
  const rows = options.groups.flatMap((group) => group.rows);
  const isThere = (at: Settings) => records.some((record) => crashCell(record, series, at));
  const columns = options.columns
    .filter((column) => rows.some((row) => isThere({ ...column.at, ...row.at })))
    .map((column) => {
      const name = column.at['library'] ?? column.at['language'] ?? '';
      const versions = new Set(records.flatMap((record) => versionOf(record, String(name)) ?? []));
      return { ...column, head: [...versions].join(', ') || column.head };
    });
  const groups = options.groups
    .map((group) => ({
      ...group,
      rows: group.rows.filter((row) => columns.some((column) => isThere({ ...column.at, ...row.at }))),
    }))
    .filter((group) => group.rows.length > 0);
  return { ...options, columns, groups };
}

function matrixMarkup(
  records: Records,
  id: string,
  series: string,
  { rowTitle, columns, groups }: CrashMatrixOptions,
): Markup {
  const cellsAt = (at: Settings) => records.map((record) => crashCell(record, series, at));
  const drawn = groups.map((group) => ({
    title: group.title,
    rows: group.rows.map((row) => ({
      says: row.says,
      cells: columns.map(({ head, at }) => ({ head, cells: cellsAt({ ...at, ...row.at }) })),
    })),
  }));
  const all = drawn.flatMap((group) => group.rows.flatMap((row) => row.cells.flatMap(({ cells }) => cells)));
  return html`
    ${key(records, all)}
    <table class="mt-outcomes-table mt-crash-table" role="table" aria-labelledby="${id}-title">
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">${rowTitle}</th>
          ${columns.map(({ head }) => html`<th role="columnheader" scope="col">${head}</th>`)}
        </tr>
      </thead>
      ${drawn.map(
        ({ title, rows }) => html`
          <tbody role="rowgroup">
            <tr role="row">
              <th role="rowheader" scope="rowgroup" class="mt-outcomes-group" colspan="${columns.length + 1}">
                ${title}
              </th>
            </tr>
            ${rows.map(
              ({ says, cells }) => html`
                <tr role="row">
                  <th role="rowheader" scope="row">${says}</th>
                  ${cells.map(
                    (cell) => html`
                      <td role="cell">
                        <span class="mt-outcomes-head" aria-hidden="true">${cell.head}</span>
                        ${cellMarkup(cell.cells, records)}
                      </td>
                    `,
                  )}
                </tr>
              `,
            )}
          </tbody>
        `,
      )}
    </table>
  `;
}

/** The ways to fail that occur, the interval, and of several machines their marks. */
function key(records: Records, cells: readonly (CrashCell | undefined)[]): Markup {
  const says = new Set(cells.flatMap((cell) => cell?.kinds.map((kind) => kind.says) ?? []));
  const picture = (drawn: Markup) =>
    html`<svg class="mt-crash-key" viewBox="-1 -1 26 12" aria-hidden="true" focusable="false">${drawn}</svg>`;
  const entries: readonly (readonly [Markup, string])[] = [
    ...KINDS.filter((kind) => says.has(kind.says)).map(
      (kind) =>
        [
          picture(html`<rect class="mt-crash-part mt-crash-part--${kind.drawn}" width="24" height="10"></rect>`),
          kind.says,
        ] as const,
    ),
    [
      picture(html`<path class="mt-interval mt-interval--measured" d="M0 5H24M0 2v6M24 2v6"></path>`),
      '95% interval of all failures together',
    ],
    ...machinesInKey(records).map(({ figure, text }) => [mark(figure), text] as const),
  ];
  return html`<p class="mt-figure-key">${entries.map(([drawn, text]) => html`<span>${drawn}&nbsp;${text}</span>`)}</p>`;
}

const NOTHING = html`
  <span class="mt-outcomes-none"><span aria-hidden="true">–</span><span class="sr-only">not in the record</span></span>
`;

/** The children of each machine: the figure of the page's own with a note, which has those of the others, too. */
function cellMarkup([own, ...others]: readonly (CrashCell | undefined)[], records: Records): Markup {
  const figure = ({ series, point }: CrashCell) =>
    inlineFigure({ value: { kind: 'measured', series, at: point.at, measure: FAILED }, record: records[0]! });
  return html`
    ${own ? barMarkup(own, records[0]!, figure(own)) : NOTHING}
    ${others.map((cell, index) => {
      const record = records[index + 1]!;
      const machine = html`${mark(shownAs(record))} <span class="sr-only">${machineOf(record)}: </span>`;
      return cell && barMarkup(cell, record, html`${machine}${formatQuantity(cell.failed.value, 'share')}`);
    })}
  `;
}

const barMarkup = (cell: CrashCell, record: MeasurementRecord, share: Markup): Markup => html`
  <div class="mt-outcomes-cell mt-crash-cell--${shownAs(record)}">
    ${crashBar(cell)}
    <span>${share} <span class="mt-crash-how">${kindsInWords(cell)}</span></span>
  </div>
`;

/** The bar's length and height, and the room above it that the interval takes, in pixels. */
const [LENGTH, HEIGHT, ABOVE] = [160, 10, 5];

/**
 * How many children of a cell failed, as a part of a bar that is all of them, by the way they failed; above it what the 95% interval leaves
 * open. The cell says the same in words and figures.
 */
function crashBar({ failed, kinds }: CrashCell): Markup {
  const parts = kinds.map(({ drawn, share }, index) => {
    const from = kinds.slice(0, index).reduce((sum, kind) => sum + kind.share, 0);
    const place = html`x="${px(from * LENGTH)}" y="${ABOVE}" width="${px(share * LENGTH)}" height="${HEIGHT}"`;
    return html`<rect class="mt-crash-part mt-crash-part--${drawn}" ${place}></rect>`;
  });
  const [low, high] = [px(failed.low * LENGTH), px(failed.high * LENGTH)];
  const [width, height] = [LENGTH + 2, ABOVE + HEIGHT + 1];
  const box = html`viewBox="-1 0 ${width} ${height}" width="${width}" height="${height}"`;
  return html`
    <svg class="mt-crash-bar" ${box} aria-hidden="true" focusable="false">
      <rect class="mt-crash-all" x="0" y="${ABOVE}" width="${LENGTH}" height="${HEIGHT}"></rect>
      ${parts}
      <path class="mt-interval mt-interval--measured" d="M${low} 2H${high}M${low} 0v4M${high} 0v4"></path>
    </svg>
  `;
}
