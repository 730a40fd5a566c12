/** What became of programs beside the list, in words: a row for each, with what tells it from the others and how it ended. */
import { machineOf } from '@/kit/chart/machines.ts';
import type { FigureTable } from '@/kit/chart/tabled.ts';
import { outcomeWords, settingWords } from '@/kit/chart/settings.ts';
import { series } from '@/kit/record/queries.ts';
import type { MeasurementRecord } from '@/kit/record/types.ts';

/** What was said is long: it stands in the table behind a figure alone. */
const SAID = ['said', 'lint_said'];

/** The rows of a record's series; of all it says, or of what fits. */
export function waysOf(record: MeasurementRecord, id: string, withSaid = false): FigureTable {
  const source = series(record, id);
  const outcomes = (source.outcomes ?? []).filter(({ name }) => withSaid || !SAID.includes(name));
  return {
    head: [...source.dimensions, ...outcomes].map(({ title }) => title),
    rows: source.points.map((point) => [
      ...source.dimensions.map((dimension) => settingWords(dimension, point.at[dimension.name] ?? undefined)),
      ...outcomes.map(({ name }) => outcomeWords(source, point, name) ?? ''),
    ]),
  };
}

/** The table behind the figure. */
export function waysTable(records: readonly MeasurementRecord[], id: string): FigureTable {
  const all = records.map((record) => ({ machine: machineOf(record), ...waysOf(record, id, true) }));
  const withMachine = all.length > 1;
  return {
    head: [...(withMachine ? ['Machine'] : []), ...all[0]!.head],
    rows: all.flatMap(({ machine, rows }) => rows.map((row) => [...(withMachine ? [machine] : []), ...row])),
  };
}
