/**
 * Joins a record's file with the words of its series and its claims. Series of an older method than today's are separated: comparisons
 * with them would be wrong.
 */
import { aheadOfSite } from './format.ts';
import { machineName, nameAmong } from './machine-name.ts';
import { findingOf, recordName } from './queries.ts';
import type { Judged, MeasurementRecord, Numbers, Point, RecordFile, Series, SeriesWords, Words } from './types.ts';

/** Claims of records, by the machine's id. */
export type Claims = Readonly<Record<string, Judged>>;

/** Today's method of each series. */
const methodsOf = ({ series }: Words): Map<string, number> => new Map(series.map(({ id, method }) => [id, method]));

/** The reason why a file can't be joined with words, as the end of a sentence; `undefined` where there is none. */
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
 * Joins a file that fits with the site's words and with its claims. A file with words of its own, such as a reader's, uses those; only
 * today's methods come from the site.
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

/** Joins the published records. Throws where words or claims are missing, and names the command that makes them. */
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

/** Names the machines of the records, so that those of one finding differ; its article may show several experiments. */
export function withNames(records: readonly MeasurementRecord[]): MeasurementRecord[] {
  const experiments = [...new Set(records.map(({ experiment }) => experiment))].sort();
  // The experiment whose name is the finding's, which is the shortest, comes first.
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
