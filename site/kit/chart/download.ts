/** The figures of a series as files: CSV for spreadsheets, JSON for programs. One row or object for each machine and point. */
import { toCsv } from '@/kit/record/csv.ts';
import { series } from '@/kit/record/queries.ts';
import type { MeasurementRecord, Point } from '@/kit/record/types.ts';

/** Names of the parts of a measured value, as columns after the measure's name. */
const ESTIMATE_PARTS = ['n', 'value', 'low', 'high'] as const;
const OTHER_KINDS = ['exact', 'predicted', 'published'] as const;

/**
 * A series of all given records as CSV (RFC 4180): the machine, the settings, how it ended, and for each measure the number of
 * observations, the value, the ends of its 95% interval, and the exact, predicted and published values where any point
 * has them. Numbers are unrounded, in the record's units.
 */
export function seriesCsv(records: readonly MeasurementRecord[], id: string): string {
  const tables = records.map((record) => ({ machine: record.provenance.machine.id, series: series(record, id) }));
  const [first] = tables;
  if (first === undefined) throw new Error(`no record has a series ${id}`);
  const everyPoint = tables.flatMap((table) => table.series.points);
  const dimensions = first.series.dimensions.map(({ name }) => name);
  const columns: [string, (point: Point) => number | undefined][] = first.series.measures.flatMap(({ name }) => [
    ...ESTIMATE_PARTS.map((part): [string, (point: Point) => number | undefined] => [
      part === 'value' ? name : `${name}_${part}`,
      (point) => point.values[name]?.[part],
    ]),
    ...OTHER_KINDS.filter((kind) => everyPoint.some((point) => point[kind]?.[name] !== undefined)).map(
      (kind): [string, (point: Point) => number | undefined] => [`${name}_${kind}`, (point) => point[kind]?.[name]],
    ),
  ]);
  const source = first.series;
  const endings: [string, (point: Point) => string | undefined][] = (source.outcomes ?? []).flatMap(({ name }) => [
    [name, (point: Point) => waysOf(point.outcomes?.[name])],
    [`predicted_${name}`, (point: Point) => point.predicted_outcomes?.[name]],
  ]);
  // What several settings come to in words, beside them: for people who open the file.
  const labels: typeof endings = source.label ? [['settings', (point) => point.label ?? undefined]] : [];
  const words = [...labels, ...endings].filter(([, read]) => everyPoint.some((point) => read(point) !== undefined));
  const head = ['machine', ...dimensions, ...[...words, ...columns].map(([name]) => name)];
  const rows = tables.flatMap(({ machine, series: { points } }) =>
    points.map((point) => [
      machine,
      ...dimensions.map((name) => point.at[name]),
      ...[...words, ...columns].map(([, read]) => read(point)),
    ]),
  );
  return toCsv(head, rows);
}

/** The ways in which trials ended, each with how often where they differ. */
function waysOf(counts: Readonly<Record<string, number>> | undefined): string | undefined {
  const ways = Object.entries(counts ?? {});
  return ways.length > 1 ? ways.map(([way, count]) => `${way}: ${count}`).join('; ') : ways[0]?.[0];
}

/** A series of all given records as JSON, each with the provenance it needs to be judged. */
export function seriesJson(records: readonly MeasurementRecord[], id: string): string {
  return JSON.stringify(
    records.map((record) => ({
      experiment: record.experiment,
      provenance: record.provenance,
      series: series(record, id),
    })),
    null,
    1,
  );
}
