/** The figures of a series as files: CSV for spreadsheets, JSON for programs. One row or object for each machine and point. */
import { toCsv } from '@/kit/record/csv.ts';
import type { MeasurementRecord, OlderSeries, Point, Series } from '@/kit/record/types.ts';
import { machineOf } from './machines.ts';

/** Names of the parts of a measured value, as columns after the measure's name. */
const ESTIMATE_PARTS = ['n', 'value', 'low', 'high'] as const;
const OTHER_KINDS = ['exact', 'predicted', 'published'] as const;

/** A series that some record of an experiment has. */
interface ListedSeries {
  readonly id: string;
  readonly title: string;
  /** A sentence for each machine that measured it by an older method. */
  readonly older: readonly string[];
}

/** Every series of these records, including those of an older method, from which no figure is drawn. */
export function allSeries(records: readonly MeasurementRecord[]): ListedSeries[] {
  const older = Map.groupBy(
    records.flatMap((record) => record.older.map((series) => ({ series, machine: machineOf(record) }))),
    ({ series }) => series.id,
  );
  const titles = records
    .flatMap((record) => [...record.series, ...record.older])
    .map(({ id, title }) => [id, title] as const);
  return [...new Map(titles)].map(([id, title]) => ({
    id,
    title,
    older: (older.get(id) ?? []).map(
      ({ machine, series: { method, method_today: today } }) =>
        `On ${machine} it was measured in an older way (method ${method}; today’s is ${today}).`,
    ),
  }));
}

/** A series of a record, of today's method or an older one. */
interface Found {
  readonly record: MeasurementRecord;
  readonly series: Series | OlderSeries;
}

/** The series of all records that have it; those of today's method first. */
function seriesIn(records: readonly MeasurementRecord[], id: string): [Found, ...Found[]] {
  const found = (['series', 'older'] as const).flatMap((kind) =>
    records.flatMap((record) =>
      record[kind].filter((series) => series.id === id).map((series): Found => ({ record, series })),
    ),
  );
  const [first, ...rest] = found;
  if (first === undefined) throw new Error(`no record has a series ${id}`);
  return [first, ...rest];
}

/**
 * A series of all given records as CSV (RFC 4180): the machine, the method, the settings, the outcome, and for each measure the number of
 * observations, the value, the ends of its 95% interval, and the exact, predicted and published values where any point has them. Numbers
 * are unrounded, in the record's units.
 */
export function seriesCsv(records: readonly MeasurementRecord[], id: string): string {
  const tables = seriesIn(records, id);
  const source = tables[0].series;
  const everyPoint = tables.flatMap((table) => table.series.points);
  const dimensions = source.dimensions.map(({ name }) => name);
  const columns: [string, (point: Point) => number | undefined][] = source.measures.flatMap(({ name }) => [
    ...ESTIMATE_PARTS.map((part): [string, (point: Point) => number | undefined] => [
      part === 'value' ? name : `${name}_${part}`,
      (point) => point.values[name]?.[part],
    ]),
    ...OTHER_KINDS.filter((kind) => everyPoint.some((point) => point[kind]?.[name] !== undefined)).map(
      (kind): [string, (point: Point) => number | undefined] => [`${name}_${kind}`, (point) => point[kind]?.[name]],
    ),
  ]);
  const endings: [string, (point: Point) => string | undefined][] = (source.outcomes ?? []).flatMap(({ name }) => [
    [name, (point: Point) => outcomeCounts(point.outcomes?.[name])],
    [`predicted_${name}`, (point: Point) => point.predicted_outcomes?.[name]],
  ]);
  const words = endings.filter(([, read]) => everyPoint.some((point) => read(point) !== undefined));
  const head = ['machine', 'method', ...dimensions, ...[...words, ...columns].map(([name]) => name)];
  const rows = tables.flatMap(({ record, series: { method, points } }) =>
    points.map((point) => [
      record.provenance.machine.id,
      method,
      ...dimensions.map((name) => point.at[name]),
      ...[...words, ...columns].map(([, read]) => read(point)),
    ]),
  );
  return toCsv(head, rows);
}

/** The outcomes of a point's trials, with counts where they differ. */
function outcomeCounts(counts: Readonly<Record<string, number>> | undefined): string | undefined {
  const ways = Object.entries(counts ?? {});
  return ways.length > 1 ? ways.map(([way, count]) => `${way}: ${count}`).join('; ') : ways[0]?.[0];
}

/** A series of all given records as JSON, each with the provenance it needs to be judged. */
export function seriesJson(records: readonly MeasurementRecord[], id: string): string {
  return JSON.stringify(
    seriesIn(records, id).map(({ record: { experiment, provenance }, series }) => ({ experiment, provenance, series })),
    null,
    1,
  );
}
