/** What each engine did, from a record: a row for each setting of a dimension, a column for each engine. */
import { formatCount } from '@/kit/chart/format.ts';
import { machineOf } from '@/kit/chart/machines.ts';
import type { FigureTable } from '@/kit/chart/tabled.ts';
import { dimensionOf, outcomeWords, settingWords } from '@/kit/chart/settings.ts';
import { measured, points, series, type Settings } from '@/kit/record/queries.ts';
import type { MeasurementRecord, Point, Series } from '@/kit/record/types.ts';

/** What to look at. */
export interface ByEngineOptions {
  /** The series, one of whose dimensions is `engine`. */
  series: string;
  /** Which of its points. */
  where?: Settings;
  /** The dimension whose settings are the rows; without one, each of some measures is a row. */
  rows?: string;
  /** What is shown: how it ended, or measures. */
  outcome?: string;
  measures?: readonly string[];
  /** What a reader sees for the measures 0 and 1; without them, numbers. */
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
  const engines = [...new Set(found.map(({ at }) => at[ENGINE]))];
  const { rows: by, measures = [], outcome, words } = options;
  const value = (point: Point, measure: string) => {
    const { value } = measured(point, measure);
    return words?.[value] ?? formatCount(value);
  };
  const shown = (point: Point) =>
    outcome === undefined
      ? measures.map((measure) => value(point, measure)).join(', ')
      : (outcomeWords(source, point, outcome) ?? '');
  const row = (name: string, own: readonly Point[], say: (point: Point) => string): EngineRow => ({
    name,
    says: engines.map((each) => own.filter(({ at }) => at[ENGINE] === each).map(say)[0] ?? ''),
  });
  const rows =
    by === undefined
      ? measures.map((measure) => row(titleOf(source, measure), found, (point) => value(point, measure)))
      : [...Map.groupBy(found, ({ at }) => at[by]!)].map(([setting, own]) =>
          row(settingWords(dimensionOf(source, by), setting), own, shown),
        );
  const differs = ({ says }: EngineRow) => new Set(says.filter((each) => each !== '')).size > 1;
  return {
    engines: engines.map((each) => settingWords(dimensionOf(source, ENGINE), each)),
    rows: options.only === undefined ? rows : rows.filter((each) => differs(each) === (options.only === 'differing')),
  };
}

const titleOf = ({ measures }: Series, name: string): string =>
  measures.find((measure) => measure.name === name)?.title ?? name;

/** The same for the table behind a figure. */
export function engineTable(records: readonly MeasurementRecord[], options: ByEngineOptions): FigureTable {
  const all = records.map((record) => ({ machine: machineOf(record), ...engineRows(record, options) }));
  const withMachine = records.length > 1;
  const source = series(records[0]!, options.series);
  const engines = [...new Set(all.flatMap(({ engines }) => engines))];
  return {
    head: [
      ...(withMachine ? ['Machine'] : []),
      options.rows === undefined ? 'What' : dimensionOf(source, options.rows).title,
      ...engines,
    ],
    rows: all.flatMap(({ machine, engines: own, rows }) =>
      rows.map(({ name, says }) => [
        ...(withMachine ? [machine] : []),
        name,
        ...engines.map((engine) => says[own.indexOf(engine)] ?? ''),
      ]),
    ),
  };
}

/** Rows that ended alike everywhere, together: what they ended in, and their names. */
export const grouped = ({ rows }: EngineRows): { says: string; names: string[] }[] =>
  [...Map.groupBy(rows, ({ says }) => says.find((each) => each !== '') ?? '')]
    .map(([says, own]) => ({ says, names: own.map(({ name }) => name) }))
    .sort((one, other) => other.says.length - one.says.length);
