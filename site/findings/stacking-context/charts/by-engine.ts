/** What each engine did, from a record: a row for each setting of a dimension, a column for each engine. */
import { formatCount } from '@/kit/chart/format.ts';
import { machineOf } from '@/kit/chart/machines.ts';
import type { FigureTable } from '@/kit/chart/tabled.ts';
import { dimensionOf, outcomeWords, settingWords } from '@/kit/chart/settings.ts';
import { measured, points, series, settingAt, type Settings } from '@/kit/record/queries.ts';
import type { MeasurementRecord, Point } from '@/kit/record/types.ts';

/** What to look at. */
export interface ByEngineOptions {
  /** The series, one of whose dimensions is `engine`. */
  series: string;
  /** Which of its points. */
  where?: Settings;
  /** The dimension whose settings are the rows. */
  rows: string;
  /** What is shown: how it ended, or a measure. */
  outcome?: string;
  measure?: string;
  /** What a reader sees for 0 and 1; without them, numbers. */
  words?: readonly [zero: string, one: string];
  /** Only rows in which engines differ, or only those in which they do not. */
  only?: 'differing' | 'alike';
}

/** A row: what each engine did. */
export interface EngineRow {
  name: string;
  /** What it did, in the order of the engines; empty where an engine was not asked. */
  says: readonly string[];
}

export interface EngineRows {
  engines: readonly string[];
  rows: readonly EngineRow[];
}

const ENGINE = 'engine';

/** The rows of a record. */
export function engineRows(record: MeasurementRecord, options: ByEngineOptions): EngineRows {
  const source = series(record, options.series);
  const found = points(source, options.where ?? {});
  const engines = [...new Set(found.map((point) => settingAt(point, ENGINE)))];
  const { rows: by, measure, outcome, words } = options;
  const shown = (point: Point) => {
    if (outcome !== undefined) return outcomeWords(source, point, outcome) ?? '';
    const { value } = measured(point, measure!);
    return words?.[value] ?? formatCount(value);
  };
  const rows = [...Map.groupBy(found, (point) => settingAt(point, by))].map(([setting, own]) => ({
    name: settingWords(dimensionOf(source, by), setting),
    says: engines.map((each) => own.filter(({ at }) => at[ENGINE] === each).map(shown)[0] ?? ''),
  }));
  const differs = ({ says }: EngineRow) => new Set(says.filter((each) => each !== '')).size > 1;
  return {
    engines: engines.map((each) => settingWords(dimensionOf(source, ENGINE), each)),
    rows: options.only === undefined ? rows : rows.filter((each) => differs(each) === (options.only === 'differing')),
  };
}

/** The same for the table behind a figure. */
export function engineTable(records: readonly MeasurementRecord[], options: ByEngineOptions): FigureTable {
  const all = records.map((record) => ({ machine: machineOf(record), ...engineRows(record, options) }));
  const withMachine = records.length > 1;
  const source = series(records[0]!, options.series);
  const engines = [...new Set(all.flatMap(({ engines }) => engines))];
  return {
    head: [...(withMachine ? ['Machine'] : []), dimensionOf(source, options.rows).title, ...engines],
    rows: all.flatMap(({ machine, engines: own, rows }) =>
      rows.map(({ name, says }) => [
        ...(withMachine ? [machine] : []),
        name,
        ...engines.map((engine) => says[own.indexOf(engine)] ?? ''),
      ]),
    ),
  };
}

/** The rows to show of those that ended in the same: what that is, and their names. */
export interface Few {
  says: string;
  names: readonly string[];
}

/** Such a figure, with the words around it. */
export interface ByEngineFigure extends ByEngineOptions {
  title: string;
  /** What the rows are, as a table head. */
  head: string;
  /** Puts rows that ended alike everywhere together. */
  together?: boolean;
  /** Of rows that ended like this, those that are shown, by their names; the table has the others. */
  few?: Few;
  /** Whether names of rows are CSS. */
  isCode?: boolean;
}

/** Rows that ended alike everywhere, together: what they ended in, the names that are shown, and how many others there are. */
export const grouped = ({ rows }: EngineRows, few?: Few): { says: string; names: string[]; others: number }[] =>
  [...Map.groupBy(rows, ({ says }) => says.find((each) => each !== '') ?? '')]
    .map(([says, own]) => {
      const names = own.map(({ name }) => name).filter((name) => says !== few?.says || few.names.includes(name));
      return { says, names, others: own.length - names.length };
    })
    .sort((one, other) => other.says.length - one.says.length);
