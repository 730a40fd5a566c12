/** Outcomes of a series as a grid of marks, words or counts: a row for each setting of one dimension, a column for each condition. */
import { mark } from '@/kit/chart/key.ts';
import { machineOf } from '@/kit/chart/machines.ts';
import { dimensionOf, outcomeWords, settingWords } from '@/kit/chart/settings.ts';
import type { FigureTable } from '@/kit/chart/tabled.ts';
import { classes, html, type Markup } from '@/kit/markup.ts';
import type { Chart } from '@/kit/prose/named.ts';
import { points, series, type Settings } from '@/kit/record/queries.ts';
import { shownAs } from '@/kit/record/shown.ts';
import type { MeasurementRecord } from '@/kit/record/types.ts';

/** A condition, and what its column is called. */
interface GridColumn {
  readonly head: string;
  readonly at: Settings;
}

export interface GridOptions {
  /** The series, and the dimension whose settings are the rows. */
  readonly series: string;
  readonly rows: string;
  /** Which of them, in this order. */
  readonly values: readonly string[];
  readonly columns: readonly GridColumn[];
  /** The outcome that is shown, by default by the series' first outcome, … */
  readonly outcome?: string;
  /** … or the measure, a count. */
  readonly measure?: string;
}

/** A grid with the words around it. */
export interface Grid extends GridOptions {
  readonly title: string;
  /** The head of the rows. */
  readonly rowTitle: string;
  /** Heads above several columns, how many they span, and names of outcomes there, where not as in the key. */
  readonly groups?: readonly {
    readonly head: string;
    readonly span: number;
    readonly says?: Readonly<Record<string, string>>;
  }[];
  /** How an outcome is drawn, by its name in the record, and what the key calls it; without, its words stand there. */
  readonly marks?: Readonly<Record<string, { readonly mark: 'full' | 'half' | 'empty'; readonly says: string }>>;
}

/** A machine's result under one condition. */
interface GridCell {
  /** The outcome's name in the record; where trials ended differently, each one's. */
  readonly ways: readonly string[];
  readonly words: string;
}

interface GridRow {
  readonly name: string;
  /** By column, and there by record. */
  readonly cells: readonly (readonly (GridCell | undefined)[])[];
}

/** The chart of a grid. A record's cells are drawn; of others, those that differ from them. */
export const grid = (options: Grid): Chart => ({
  series: [options.series],
  keep: (record) => gridOf([record], options).length > 0,
  draw: (records) => {
    const known = { ...options, columns: knownColumns(records, options) };
    return { title: options.title, markup: gridMarkup(records, known), table: gridTable(records, known) };
  },
});

/** The columns of which some record has a cell. Below groups, which span several, all stay. */
const knownColumns = (records: readonly MeasurementRecord[], options: Grid): readonly GridColumn[] =>
  options.groups
    ? options.columns
    : options.columns.filter((column) => gridOf(records, { ...options, columns: [column] }).length > 0);

/** The grid of some records. Rows of which none has anything are left out. */
export function gridOf(records: readonly MeasurementRecord[], options: GridOptions): GridRow[] {
  const dimension = dimensionOf(series(records[0]!, options.series), options.rows);
  return options.values
    .map((value) => ({
      name: settingWords(dimension, value),
      cells: options.columns.map(({ at }) =>
        records.map((record) => cellOf(record, options, { ...at, [options.rows]: value })),
      ),
    }))
    .filter(({ cells }) => cells.flat().some((cell) => cell !== undefined));
}

function cellOf(record: MeasurementRecord, options: GridOptions, at: Settings): GridCell | undefined {
  const source = series(record, options.series);
  const [point] = points(source, at);
  if (point === undefined) return undefined;
  const outcome = options.outcome ?? (options.measure === undefined ? source.outcomes?.[0]?.name : undefined);
  if (outcome !== undefined) {
    const words = outcomeWords(source, point, outcome);
    return words === undefined ? undefined : { ways: Object.keys(point.outcomes?.[outcome] ?? {}), words };
  }
  const found = point.values[options.measure ?? ''];
  if (found === undefined) return undefined;
  return { ways: [found.value === 0 ? 'none' : 'some'], words: `${found.value} of ${found.n}` };
}

/** Where runs of one tool ended in several ways. */
const MIXED = 'runs ended differently';

/** A cell for which a record has nothing. */
const NOTHING = html`<span class="mt-grid-none" aria-hidden="true">–</span
  ><span class="sr-only">not in the record</span>`;

const disc = (kind: string): Markup =>
  html`<span class="mt-grid-mark mt-grid-mark--${kind}" aria-hidden="true"></span>`;

/** How a cell's outcome is drawn, and what it says there; nothing where its words stand for themselves. */
function markOf({ groups = [], marks }: Grid, { ways, words }: GridCell, column: number) {
  if (!marks) return undefined;
  const says = groups.flatMap((group) => Array.from({ length: group.span }, () => group.says))[column];
  const said = ways.map((way) => says?.[way] ?? marks[way]?.says ?? words).join(' or ');
  const [way = '', ...others] = ways;
  const known = others.length === 0 ? marks[way] : undefined;
  return known ? { kind: known.mark, says: said } : { kind: 'mixed', says: `${MIXED}: ${said}` };
}

function gridMarkup(records: readonly MeasurementRecord[], options: Grid): Markup {
  const { title, rowTitle, columns, groups, marks } = options;
  const rows = gridOf(records, options);
  const cells = rows.flatMap((row) => row.cells.flat());
  const isMixed = cells.some((cell) => cell && cell.ways.length > 1);
  const key = [
    ...Object.values(marks ?? {}).map((one) => [disc(one.mark), one.says] as const),
    ...(marks && isMixed ? [[disc('mixed'), MIXED] as const] : []),
    ...records.slice(1).map((record) => [mark(shownAs(record)), `${machineOf(record)}, where it differs`] as const),
  ];
  return html`
    ${key.length > 0 && html`<p class="mt-figure-key">${key.map(([drawn, says]) => html`<span>${drawn}&nbsp;${says}</span>`)}</p>`}
    <div class="mt-table-scroll mt-grid-scroll" tabindex="0" role="group" aria-label="${title}">
      <table${classes('mt-data', 'mt-grid-table', marks && 'mt-grid-table--marks')}>
        <thead>
          ${groups && groupsMarkup(groups)}
          <tr>
            <th scope="col">${rowTitle}</th>
            ${columns.map(({ head }) => html`<th scope="col">${head}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map((row) => rowMarkup(row, options, records))}
        </tbody>
      </table>
    </div>
  `;
}

const groupsMarkup = (groups: NonNullable<Grid['groups']>): Markup => html`
  <tr>
    <td></td>
    ${groups.map(({ head, span }) => html`<th scope="colgroup" colspan="${span}">${head}</th>`)}
  </tr>
`;

const rowMarkup = (
  { name, cells }: GridRow,
  options: Grid,
  [first, ...others]: readonly MeasurementRecord[],
): Markup => html`
  <tr>
    <th scope="row">${name}</th>
    ${cells.map(
      ([own, ...found], column) => html`
        <td>
          ${outcomeMarkup(own, options, column, first!)}
          ${others.map((record, index) => found[index]?.words !== own?.words && outcomeMarkup(found[index], options, column, record))}
        </td>
      `,
    )}
  </tr>
`;

/** The outcome of a question; in front of it the mark of a machine that is laid over. */
function outcomeMarkup(cell: GridCell | undefined, options: Grid, column: number, record: MeasurementRecord): Markup {
  const kind = shownAs(record);
  const machine = kind !== 'measured' && `${machineOf(record)}: `;
  const drawn = cell && markOf(options, cell, column);
  const title = cell && (machine || drawn) && `${machine || ''}${drawn?.says ?? cell.words}`;
  const way = cell?.ways.length === 1 && cell.ways[0];
  const attributes = html`${way && html` data-way="${way}"`}${title && html` title="${title}"`}`;
  return html`
    <span class="mt-grid-outcome mt-grid-outcome--${kind}" ${attributes}>
      ${machine && html`${mark(kind)} <span class="sr-only">${machine}</span>`}
      ${drawn ? html`${disc(drawn.kind)}<span class="sr-only">${drawn.says}</span>` : (cell?.words ?? NOTHING)}
    </span>
  `;
}

/** The grid of all machines as a table, for the data page. */
export function gridTable(records: readonly MeasurementRecord[], options: GridOptions): FigureTable {
  const several = records.length > 1;
  const { title } = dimensionOf(series(records[0]!, options.series), options.rows);
  return {
    head: [...(several ? ['Machine'] : []), title, ...options.columns.map(({ head }) => head)],
    rows: records.flatMap((record) =>
      gridOf([record], options).map(({ name, cells }) => [
        ...(several ? [machineOf(record)] : []),
        name,
        ...cells.map(([cell]) => cell?.words ?? ''),
      ]),
    ),
  };
}
