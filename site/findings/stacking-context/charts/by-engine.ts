/** What each engine did: a row for each declaration or case, a column for each engine; or, where all did the same, rows together. */
import { formatCount } from '@/kit/chart/format.ts';
import { keyMarkup, mark } from '@/kit/chart/key.ts';
import { machineOf, machinesInKey } from '@/kit/chart/machines.ts';
import { dimensionOf, outcomeWords, settingWords } from '@/kit/chart/settings.ts';
import type { FigureTable } from '@/kit/chart/tabled.ts';
import { html, type Markup } from '@/kit/markup.ts';
import type { Chart } from '@/kit/prose/named.ts';
import { measured, points, series, settingAt, type Settings } from '@/kit/record/queries.ts';
import { shownAs } from '@/kit/record/shown.ts';
import type { MeasurementRecord, Point } from '@/kit/record/types.ts';

type Records = readonly MeasurementRecord[];

/** What to look at. */
export interface ByEngineOptions {
  /** The series, one of whose dimensions is `engine`. */
  readonly series: string;
  /** Which of its points. */
  readonly where?: Settings;
  /** The dimension whose settings are the rows. */
  readonly rows: string;
  /** What is shown: how it ended, or a measure. */
  readonly outcome?: string;
  readonly measure?: string;
  /** What a reader sees for 0 and 1; without them, numbers. */
  readonly words?: readonly [zero: string, one: string];
  /** Only rows in which engines of a machine differ, or only those in which they do not. */
  readonly only?: 'differing' | 'alike';
}

/** What each engine did on a machine, in words and in the order of the engines; empty where it was not asked. */
type Says = readonly string[];

/** A row of several machines. */
export interface EngineRow {
  readonly name: string;
  /** What engines did on each machine. */
  readonly says: readonly Says[];
}

export interface EngineRows {
  readonly engines: readonly string[];
  readonly rows: readonly EngineRow[];
}

const ENGINE = 'engine';

/** The rows that machines have together. */
export function engineRows(records: Records, options: ByEngineOptions): EngineRows {
  const machines = records.map((record) => ownRows(record, options));
  const engines = [...new Set(machines.flatMap((own) => own.engines))];
  const names = [...new Set(machines.flatMap(({ rows }) => [...rows.keys()]))];
  const rows = names.map((name) => ({
    name,
    says: machines.map((own) => engines.map((engine) => own.rows.get(name)?.[own.engines.indexOf(engine)] ?? '')),
  }));
  const differs = ({ says }: EngineRow) => says.some((own) => new Set(own.filter((words) => words !== '')).size > 1);
  const { only } = options;
  return { engines, rows: only === undefined ? rows : rows.filter((row) => differs(row) === (only === 'differing')) };
}

function ownRows(record: MeasurementRecord, { series: id, where = {}, rows: by, ...shown }: ByEngineOptions) {
  const source = series(record, id);
  const found = points(source, where);
  const engines = [...new Set(found.map((point) => settingAt(point, ENGINE)))];
  const wordsOf = (point: Point) => {
    if (shown.outcome !== undefined) return outcomeWords(source, point, shown.outcome) ?? '';
    const { value } = measured(point, shown.measure!);
    return shown.words?.[value] ?? formatCount(value);
  };
  const rows = [...Map.groupBy(found, (point) => settingAt(point, by))].map(([setting, own]): [string, Says] => [
    settingWords(dimensionOf(source, by), setting),
    engines.map((each) => own.filter(({ at }) => at[ENGINE] === each).map(wordsOf)[0] ?? ''),
  ]);
  return { engines: engines.map((each) => settingWords(dimensionOf(source, ENGINE), each)), rows: new Map(rows) };
}

/** The same for the table behind a figure. */
export function engineTable(records: Records, options: ByEngineOptions): FigureTable {
  const { engines, rows } = engineRows(records, options);
  const withMachine = records.length > 1;
  return {
    head: [
      ...(withMachine ? ['Machine'] : []),
      dimensionOf(series(records[0]!, options.series), options.rows).title,
      ...engines,
    ],
    rows: records.flatMap((record, machine) =>
      rows
        .map(({ name, says }) => ({ name, own: says[machine]! }))
        .filter(({ own }) => own.some((words) => words !== ''))
        .map(({ name, own }) => [...(withMachine ? [machineOf(record)] : []), name, ...own]),
    ),
  };
}

/** The rows to show of those that ended in the same: what that is, and their names. */
export interface Few {
  readonly says: string;
  readonly names: readonly string[];
}

/** What ended alike in all engines: what that is, the rows that are shown, each with the machines that it is so on, and how many others. */
export interface Group {
  readonly says: string;
  readonly rows: readonly { readonly name: string; readonly machines: readonly number[] }[];
  readonly others: number;
}

/** Rows that ended alike in all engines, together. Those that did not end so on every machine are shown in any case. */
export function grouped({ rows }: EngineRows, few?: Few): Group[] {
  const ends = rows.flatMap(({ name, says: all }) => {
    const words = all.map((own) => own.find((each) => each !== '') ?? '');
    return [...new Set(words)]
      .filter((says) => says !== '')
      .map((says) => ({ name, says, machines: [...words.keys()].filter((machine) => words[machine] === says), all }));
  });
  return [...Map.groupBy(ends, ({ says }) => says)]
    .map(([says, own]) => {
      const shown = own.filter(
        ({ name, machines, all }) => says !== few?.says || few.names.includes(name) || machines.length < all.length,
      );
      return {
        says,
        rows: shown.map(({ name, machines }) => ({ name, machines })),
        others: own.length - shown.length,
      };
    })
    .sort((one, other) => other.says.length - one.says.length);
}

/** Such a figure, with the words around it. */
export interface ByEngineFigure extends ByEngineOptions {
  readonly title: string;
  /** What the rows are, as a table head. */
  readonly head: string;
  /** Puts rows that ended alike everywhere together. */
  readonly together?: boolean;
  /** Rows that are shown of those that ended like this, by their names; the table has the others. */
  readonly few?: Few;
  /** Whether names of rows are CSS. */
  readonly isCode?: boolean;
}

/** The figure as a chart. */
export const byEngine = (figure: ByEngineFigure): Chart => ({
  series: [figure.series],
  keep: (record) => engineRows([record], figure).rows.length > 0,
  draw: (records) => ({
    title: figure.title,
    markup: html`
      ${keyMarkup(records.length > 1 ? machinesInKey(records) : [{ figure: 'measured', text: 'measured', quiet: false }])}
      <div class="mt-by-engine">${figure.together ? groupsMarkup(records, figure) : rowsMarkup(records, figure)}</div>
    `,
    table: engineTable(records, figure),
  }),
});

/** A row's name, which may be CSS. */
const nameMarkup = (name: string, { isCode = false }: ByEngineFigure): Markup =>
  isCode ? html`<code>${name}</code>` : html`<span>${name}</span>`;

/** The marks of some of the machines. */
const marks = (records: Records): Markup[] => records.map((record) => mark(shownAs(record)));

function groupsMarkup(records: Records, figure: ByEngineFigure): Markup {
  const groups = grouped(engineRows(records, figure), figure.few);
  const machinesOf = (on: readonly number[]) => on.map((machine) => records[machine]!);
  return html`
    <dl>
      ${groups.map(
        ({ says, rows, others }) => html`
          <div>
            <dt>${marks(others > 0 ? records : machinesOf(machinesIn(rows)))} ${says}</dt>
            <dd>
              <ul>
                ${rows.map(
                  ({ name, machines }) => html`
                    <li>
                      ${machines.length < records.length && machineMarks(machinesOf(machines))}
                      ${nameMarkup(name, figure)}
                    </li>
                  `,
                )}
                ${others > 0 && html`<li class="mt-by-engine-others">and ${others} more, in the data below</li>`}
              </ul>
            </dd>
          </div>
        `,
      )}
    </dl>
  `;
}

/** The machines on which some of the rows are, in their order. */
const machinesIn = (rows: Group['rows']): number[] =>
  [...new Set(rows.flatMap(({ machines }) => machines))].sort((a, b) => a - b);

/** The marks of machines, and their names for who can't see those. */
const machineMarks = (records: Records): Markup =>
  html`${marks(records)}<span class="sr-only">${records.map(machineOf).join(', ')}:</span>&nbsp;`;

function rowsMarkup(records: Records, figure: ByEngineFigure): Markup {
  const { engines, rows } = engineRows(records, figure);
  return html`
    <div class="mt-table-scroll" tabindex="0" role="group" aria-label="${figure.title}">
      <table>
        <thead>
          <tr>
            <th scope="col">${figure.head}</th>
            ${engines.map((engine) => html`<th scope="col">${engine}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            ({ name, says }) => html`
              <tr>
                <th scope="row">${nameMarkup(name, figure)}</th>
                ${engines.map(
                  (_, engine) =>
                    html`<td>
                      ${cellMarkup(
                        records,
                        says.map((own) => own[engine]!),
                      )}
                    </td>`,
                )}
              </tr>
            `,
          )}
        </tbody>
      </table>
    </div>
  `;
}

/** What an engine did: on a line for each thing that it did on some machine, with the marks of those. */
function cellMarkup(records: Records, says: Says): Markup[] {
  const found = [...says.keys()].filter((machine) => says[machine] !== '');
  return [...Map.groupBy(found, (machine) => says[machine]!)].map(([words, on]) => {
    const own = on.map((machine) => records[machine]!);
    const names = records.length > 1 && html`<span class="sr-only">, ${own.map(machineOf).join(', ')}</span>`;
    return html`<span class="mt-by-engine-says"><span>${marks(own)}</span><span>${words}${names}</span></span>`;
  });
}
