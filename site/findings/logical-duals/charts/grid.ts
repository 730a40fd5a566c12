/** Outcomes of a series as a grid: a row for each setting of one dimension, a column for each condition that the article names. */
import type { FigureTable } from '@/kit/chart/tabled.ts';
import { machineOf } from '@/kit/chart/machines.ts';
import { dimensionOf, outcomeWords, settingWords } from '@/kit/chart/settings.ts';
import { points, series, type Settings } from '@/kit/record/queries.ts';
import type { MeasurementRecord } from '@/kit/record/types.ts';

/** A condition, and what its column is called. */
export interface GridColumn {
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
  /** What is shown: how points ended, by default by the series' first outcome, … */
  readonly outcome?: string;
  /** … or what was counted. */
  readonly measure?: string;
}

/** A grid with the words around it. */
export interface Grid extends GridOptions {
  readonly title: string;
  /** What the rows are, in their head. */
  readonly rowTitle: string;
  /** What stands above several columns, how many they are, and what outcomes are called there, where not as in the key. */
  readonly groups?: readonly {
    readonly head: string;
    readonly span: number;
    readonly says?: Readonly<Record<string, string>>;
  }[];
  /** How an outcome is drawn, by its name in the record, and what the key calls it; without, its words stand there. */
  readonly marks?: Readonly<Record<string, { readonly mark: 'full' | 'half' | 'empty'; readonly says: string }>>;
}

/** What one machine found under one condition. */
export interface GridCell {
  /** The outcome's name in the record; where trials ended differently, each one's. */
  readonly ways: readonly string[];
  readonly words: string;
}

export interface GridRow {
  readonly name: string;
  readonly cells: readonly (GridCell | undefined)[];
}

/** The grid of a record. Rows of which it has nothing are left out. */
export function gridOf(record: MeasurementRecord, options: GridOptions): GridRow[] {
  const source = series(record, options.series);
  const dimension = dimensionOf(source, options.rows);
  const outcome = options.outcome ?? (options.measure === undefined ? source.outcomes?.[0]?.name : undefined);
  const cell = (value: string, { at }: GridColumn): GridCell | undefined => {
    const [point] = points(source, { ...at, [options.rows]: value });
    if (point === undefined) return undefined;
    if (outcome !== undefined) {
      const ways = Object.keys(point.outcomes?.[outcome] ?? {});
      const words = outcomeWords(source, point, outcome);
      return words === undefined ? undefined : { ways, words };
    }
    const found = point.values[options.measure ?? ''];
    if (found === undefined) return undefined;
    return { ways: [found.value === 0 ? 'none' : 'some'], words: `${found.value} of ${found.n}` };
  };
  return options.values
    .map((value) => ({
      name: settingWords(dimension, value),
      cells: options.columns.map((column) => cell(value, column)),
    }))
    .filter(({ cells }) => cells.some((one) => one !== undefined));
}

/** What all machines found under one condition: once where those that asked agree, and else one after the other, as the records come. */
export interface GridRowOfAll {
  readonly name: string;
  readonly cells: readonly (readonly (GridCell & { readonly machine: string })[])[];
}

/** One grid of several records. A machine that has nothing of a row, for want of a program, leaves it to the others. */
export function gridOfAll(records: readonly MeasurementRecord[], options: GridOptions): GridRowOfAll[] {
  return options.values.flatMap((value) => {
    const rows = records.flatMap((record) =>
      gridOf(record, { ...options, values: [value] }).map((row) => ({ ...row, machine: machineOf(record) })),
    );
    if (rows[0] === undefined) return [];
    const cells = options.columns.map((_, column) => {
      const found = rows.flatMap(({ cells, machine }) => (cells[column] ? [{ ...cells[column], machine }] : []));
      return found.every(({ words }) => words === found[0]!.words) ? found.slice(0, 1) : found;
    });
    return [{ name: rows[0].name, cells }];
  });
}

/** The same of all machines, for the data below the figure. */
export function gridTable(records: readonly MeasurementRecord[], options: GridOptions): FigureTable {
  const several = records.length > 1;
  const rows = records.flatMap((record) =>
    gridOf(record, options).map(({ name, cells }) => [
      ...(several ? [machineOf(record)] : []),
      name,
      ...cells.map((cell) => cell?.words ?? ''),
    ]),
  );
  if (rows.length === 0) throw new Error(`no record has a cell of series ${options.series}`);
  const [first] = records;
  const title = dimensionOf(series(first!, options.series), options.rows).title;
  return { head: [...(several ? ['Machine'] : []), title, ...options.columns.map(({ head }) => head)], rows };
}
