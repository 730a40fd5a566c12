/**
 * Joins a record's file with the words for its series and what is said of it. What was measured by another method than today's is kept
 * apart: it would be compared with what it is not.
 */
import { aheadOfSite } from './format.ts';
import { machineName, nameAmong } from './machine-name.ts';
import { findingOf, recordName } from './queries.ts';
import type { Judged, MeasurementRecord, Numbers, Point, RecordFile, Series, SeriesWords, Words } from './types.ts';

/** What is said of records, by the machine's id. */
export type Claims = Readonly<Record<string, Judged>>;

/** The methods of today, by series. */
const methodsOf = ({ series }: Words): Map<string, number> => new Map(series.map(({ id, method }) => [id, method]));

/** What keeps a file from being joined with words, as the end of a sentence; `undefined` where nothing does. */
export function misfitOf({ series, words }: RecordFile, site: Words): string | undefined {
  const today = methodsOf(site);
  const known = new Set((words ?? site).series.map(({ id }) => id));
  for (const { id, method } of series) {
    if (!known.has(id)) return `there are no words for its series ${id}`;
    const methodToday = today.get(id) ?? method;
    if (method > methodToday)
      return aheadOfSite(`its series ${id} was measured by method ${method}`, `method ${methodToday}`);
  }
  return undefined;
}

/**
 * Joins a file that fits with the site's words, and with what is said of it. One that has its own, as a reader's has, stands alone, but
 * for the methods of today, which are the site's.
 */
export function join(file: RecordFile, site: Words, claims?: Judged): MeasurementRecord {
  const words = new Map((file.words ?? site).series.map((series) => [series.id, series]));
  const today = methodsOf(site);
  const all = file.series.map((numbers) => {
    const series = seriesOf(words.get(numbers.id)!, numbers);
    return { series, methodToday: today.get(series.id) ?? series.method };
  });
  const { experiment, provenance, skipped, warnings } = file;
  const judged = file.judged ?? claims;
  return {
    experiment,
    provenance,
    machineName: machineName(provenance.machine),
    series: all.flatMap(({ series, methodToday }) => (series.method === methodToday ? series : [])),
    older: all.flatMap(({ series, methodToday }) =>
      series.method < methodToday ? { ...series, method_today: methodToday } : [],
    ),
    claims: judged?.claims ?? [],
    derived: judged?.derived ?? {},
    skipped,
    warnings,
  };
}

/** Joins the published records. What is missing throws, and says what makes it. */
export function joinPublished(
  files: readonly RecordFile[],
  wordsOf: (experiment: string) => Words | undefined,
  claimsOf: (experiment: string) => Claims | undefined,
): MeasurementRecord[] {
  return files.map((file) => {
    const { experiment, provenance } = file;
    const words = needed(wordsOf(experiment), `content/words/${experiment}.json is not there`);
    const misfit = misfitOf(file, words);
    if (misfit !== undefined) throw new Error(`content/measurements/${recordName(file)}.json: ${misfit}`);
    const judged = file.judged ?? claimsOf(experiment)?.[provenance.machine.id];
    return join(
      file,
      words,
      needed(judged, `content/claims/${experiment}.json says nothing of ${provenance.machine.id}`),
    );
  });
}

function needed<T>(value: T | undefined, lack: string): T {
  if (value === undefined) throw new Error(`${lack}: \`npm run judge\` makes it`);
  return value;
}

/** The same records, each machine called by what tells it from the others of a finding, whose article may show several experiments. */
export function withNames(records: readonly MeasurementRecord[]): MeasurementRecord[] {
  const experiments = [...new Set(records.map(({ experiment }) => experiment))].sort();
  // The shortest name comes first.
  const finding = (experiment: string) => experiments.find((one) => findingOf(experiment, [one]) !== undefined);
  const machines = Map.groupBy(records, ({ experiment }) => finding(experiment));
  return records.map((record) => {
    const others = machines.get(finding(record.experiment))!.map(({ provenance }) => provenance.machine);
    return { ...record, machineName: nameAmong(record.provenance.machine, others) };
  });
}

function seriesOf({ published = [], ...words }: SeriesWords, { method, points }: Numbers): Series {
  const values = new Map(published.map((point) => [placeOf(point), point]));
  const joined = points.map((point): Point => {
    const place = placeOf(point);
    const own = values.get(place);
    values.delete(place);
    return own ? { ...point, published: own.values } : point;
  });
  const alone = [...values.values()].map((point): Point => ({ at: point.at, values: {}, published: point.values }));
  return { ...words, method, points: [...joined, ...alone] };
}

const placeOf = ({ at }: Pick<Point, 'at'>): string => JSON.stringify(Object.entries(at).sort());
