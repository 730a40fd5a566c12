// Questions to a record. Whatever is missing throws, and says what and where: a page must never be built with a hole.
import reference from '../../../content/reference.json' with { type: 'json' };
import type { Claim, ClaimFigure, Estimate, MeasurementRecord, Point, Series, Setting } from './types.ts';

/**
 * The settings that pick a point of a series; a dimension left out matches anything, and null a point that the dimension says
 * nothing of.
 */
export type Settings = Readonly<Record<string, Setting | null>>;

/** A record's name, and its file's below content/measurements: `load-balancing/2-core-vm`. */
export function recordName({ experiment, provenance }: Pick<MeasurementRecord, 'experiment' | 'provenance'>): string {
  return `${experiment}/${provenance.machine.id}`;
}

const exceptions = new Map<string, string>(Object.entries(reference.exceptions));

/** The machine whose figures pages show that show one machine's of an experiment. */
export const referenceOf = (experiment: string): string => exceptions.get(experiment) ?? reference.machine;

/** Orders records by experiment; of an experiment the reference comes first, then they go by how many series they have, and by machine. */
export const byExperimentAndFullness = (a: MeasurementRecord, b: MeasurementRecord): number =>
  compare(a.experiment, b.experiment) ||
  Number(isReference(b)) - Number(isReference(a)) ||
  b.series.length - a.series.length ||
  byMachine(a.provenance.machine.id, b.provenance.machine.id);

const isReference = ({ experiment, provenance }: MeasurementRecord): boolean =>
  provenance.machine.id === referenceOf(experiment);

/** A machine's id after its processor: vendor, family and model in hexadecimal, and how many cores, as `amd-1a-02-2-core-vm`. */
const PROCESSOR = /^(?<vendor>[a-z]+)-(?<model>[0-9a-f]{2}-[0-9a-f]{2})-(?<cores>\d+)-core/;

/**
 * Orders machines, by their ids, by vendor, those of a vendor by family and model, the highest first, which mostly is the latest; and of
 * one processor's machines those with fewer cores first. Machines with other ids come last, in the alphabet's order.
 */
export function byMachine(a: string, b: string): number {
  const [one, other] = [a, b].map((id) => PROCESSOR.exec(id)?.groups);
  if (!one || !other) return Number(!one) - Number(!other) || compare(a, b);
  return (
    compare(one['vendor']!, other['vendor']!) ||
    compare(other['model']!, one['model']!) ||
    Number(one['cores']) - Number(other['cores']) ||
    compare(a, b)
  );
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/**
 * The finding whose article shows an experiment: the one of its name, or the one that its name begins with, as that of
 * `load-balancing-sweep` does; `undefined` for what belongs to none.
 */
export const findingOf = (experiment: string, findings: Iterable<string>): string | undefined =>
  [...findings]
    .filter((finding) => experiment === finding || experiment.startsWith(`${finding}-`))
    .sort((one, other) => other.length - one.length)[0];

/** Whether a record's values were simulated, from a seed, and no system was measured: its measures say so. */
export const isSimulated = ({ series }: Pick<MeasurementRecord, 'series'>): boolean =>
  series.some(({ measures }) => measures.some(({ simulated }) => simulated));

/**
 * From the smallest to the largest round, where rounds are of several kinds, of which some have none of it: a median would say
 * nothing of any, and they are shown in its place. Else nothing.
 */
export const roundsOf = ({ low, high, min, max }: Estimate): { low: number; high: number } | undefined =>
  low === 0 && min === 0 && max != null && max > high ? { low: min, high: max } : undefined;

/** The record each series was taken from, so that an error about a point can name it. */
const owners = new WeakMap<Series, MeasurementRecord>();

/** The series named `id`. */
export function series(record: MeasurementRecord, id: string): Series {
  const found = record.series.find((candidate) => candidate.id === id);
  if (!found) throw new Error(`record ${recordName(record)} has no series ${id}${instead(record, id)}`);
  owners.set(found, record);
  return found;
}

const instead = ({ series, older }: MeasurementRecord, id: string): string =>
  older.some((candidate) => candidate.id === id)
    ? ', but one that was measured in an older way: measure it again'
    : `; it has ${list(series)}`;

/** Whether a record has all these series. */
export const hasSeries = (record: MeasurementRecord, ids: readonly string[]): boolean =>
  ids.every((id) => record.series.some((known) => known.id === id));

/** The points that lie at `at`, in the record's order; there may be none. */
export function points(series: Series, at: Settings): Point[] {
  checkDimensions(series, at);
  return series.points.filter((point) =>
    Object.entries(at).every(([name, setting]) => (point.at[name] ?? null) === setting),
  );
}

/** The one point at `at`. */
export function point(series: Series, at: Settings): Point {
  const found = points(series, at);
  const [only] = found;
  if (only && found.length === 1) return only;
  const many = found.length === 0 ? 'no point' : `${found.length} points`;
  throw new Error(`${ownerName(series)} has ${many} ${settings(at)} in series ${series.id}`);
}

/** A setting that is needed of a point, and that others of its series may lack. */
export function settingAt({ at }: Point, name: string): Setting {
  const setting = at[name];
  if (setting === undefined) throw new Error(`point ${settings(at)} does not say its ${name}`);
  return setting;
}

/** The settings that pick just this point, whatever else of the series has them too. */
export const settingsOf = (series: Series, { at }: Point): Settings =>
  Object.fromEntries(series.dimensions.map(({ name }) => [name, at[name] ?? null]));

/** What was measured at a point. */
export function measured(point: Point, measure: string): Estimate {
  return entry('measured', point.values, point, measure);
}

/** The exact value at a point. */
export function exact(point: Point, measure: string): number {
  return entry('exact', point.exact ?? {}, point, measure);
}

/** What somebody else published for a point. */
export function published(point: Point, measure: string): number {
  return entry('published', point.published ?? {}, point, measure);
}

/** The figure by this name that follows from others. */
export function derived(record: MeasurementRecord, name: string): ClaimFigure {
  const found = record.derived[name];
  const known = Object.keys(record.derived).join(', ') || 'none';
  if (!found) throw new Error(`record ${recordName(record)} has no derived figure ${name}; it has ${known}`);
  return found;
}

/** The claim named `id`. */
export function claim(record: MeasurementRecord, id: string): Claim {
  const found = record.claims.find((candidate) => candidate.id === id);
  if (!found) throw new Error(`record ${recordName(record)} has no claim ${id}; it has ${list(record.claims)}`);
  return found;
}

function entry<T>(kind: string, values: Readonly<Record<string, T>>, point: Point, measure: string): T {
  const value = values[measure];
  if (value !== undefined) return value;
  throw new Error(
    `point ${settings(point.at)} has no ${kind} ${measure}; it has ${Object.keys(values).join(', ') || 'none'}`,
  );
}

function checkDimensions(series: Series, at: Settings): void {
  for (const name of Object.keys(at)) {
    if (series.dimensions.some((dimension) => dimension.name === name)) continue;
    const known = series.dimensions.map((dimension) => dimension.name).join(', ');
    throw new Error(`${ownerName(series)} has no dimension ${name} in series ${series.id}; it has ${known}`);
  }
}

function ownerName(series: Series): string {
  const owner = owners.get(series);
  return owner ? `record ${recordName(owner)}` : 'the record';
}

function settings(at: Settings): string {
  const parts = Object.entries(at).map(([name, setting]) => `${name}: ${setting}`);
  return `{${parts.join(', ')}}`;
}

function list(named: readonly { id: string }[]): string {
  return named.map(({ id }) => id).join(', ') || 'none';
}
