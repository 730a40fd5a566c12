// Queries on a record. Each throws where data are missing, and names them: a page must never be built with a hole.
import reference from '../../../content/reference.json' with { type: 'json' };
import type { Claim, ClaimFigure, Estimate, MeasurementRecord, Point, Series, Setting } from './types.ts';

/** Settings that select points of a series. A dimension left out matches anything; null matches points without that dimension. */
export type Settings = Readonly<Record<string, Setting | null>>;

/** Path of a record's file below content/measurements, without its extension: `load-balancing/2-core-vm`. */
export function recordName({ experiment, provenance }: Pick<MeasurementRecord, 'experiment' | 'provenance'>): string {
  return `${experiment}/${provenance.machine.id}`;
}

const exceptions = new Map<string, string>(Object.entries(reference.exceptions));

/** The reference machine of an experiment, from which pages are drawn. */
export const referenceOf = (experiment: string): string => exceptions.get(experiment) ?? reference.machine;

/** Compares records by experiment; within an experiment the reference comes first, then records with more series, then by machine. */
export const byExperimentAndFullness = (a: MeasurementRecord, b: MeasurementRecord): number =>
  compare(a.experiment, b.experiment) ||
  Number(isReference(b)) - Number(isReference(a)) ||
  b.series.length - a.series.length ||
  byMachine(a.provenance.machine.id, b.provenance.machine.id);

const isReference = ({ experiment, provenance }: MeasurementRecord): boolean =>
  provenance.machine.id === referenceOf(experiment);

/** A machine's id made from its processor: vendor, family and model in hexadecimal, and number of cores, as `amd-1a-02-2-core-vm`. */
const PROCESSOR = /^(?<vendor>[a-z]+)-(?<model>[0-9a-f]{2}-[0-9a-f]{2})-(?<cores>\d+)-core/;

/**
 * Compares machines' ids: by vendor, then by family and model, the highest first, which mostly is the latest, then by cores, fewest
 * first. Other ids come last, in alphabetical order.
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
 * The finding that an experiment belongs to: the one of its name, or whose name its own begins with, as for `load-balancing-sweep`;
 * `undefined` without one.
 */
export const findingOf = (experiment: string, findings: Iterable<string>): string | undefined =>
  [...findings]
    .filter((finding) => experiment === finding || experiment.startsWith(`${finding}-`))
    .sort((one, other) => other.length - one.length)[0];

/** Tells if a record's values were simulated, from a seed, so that no system was measured. */
export const isSimulated = ({ series }: Pick<MeasurementRecord, 'series'>): boolean =>
  series.some(({ measures }) => measures.some(({ simulated }) => simulated));

/**
 * The range of all rounds, where rounds are of several kinds and some have the value 0: a median would describe none. Undefined
 * elsewhere.
 */
export const roundsOf = ({ low, high, min, max }: Estimate): { low: number; high: number } | undefined =>
  low === 0 && min === 0 && max != null && max > high ? { low: min, high: max } : undefined;

/** The record of each series, to name it in errors about points. */
const owners = new WeakMap<Series, MeasurementRecord>();

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

export const hasSeries = (record: MeasurementRecord, ids: readonly string[]): boolean =>
  ids.every((id) => record.series.some((known) => known.id === id));

/** The points with these settings, in the record's order; may be empty. */
export function points(series: Series, at: Settings): Point[] {
  checkDimensions(series, at);
  return series.points.filter((point) =>
    Object.entries(at).every(([name, setting]) => (point.at[name] ?? null) === setting),
  );
}

/** The only point with these settings; throws where there are none or several. */
export function point(series: Series, at: Settings): Point {
  const found = points(series, at);
  const [only] = found;
  if (only && found.length === 1) return only;
  const many = found.length === 0 ? 'no point' : `${found.length} points`;
  throw new Error(`${ownerName(series)} has ${many} ${settings(at)} in series ${series.id}`);
}

/** A setting that a point must have; others of its series may lack it. */
export function settingAt({ at }: Point, name: string): Setting {
  const setting = at[name];
  if (setting === undefined) throw new Error(`point ${settings(at)} does not say its ${name}`);
  return setting;
}

/** The settings that select just this point, including null for dimensions that it lacks. */
export const settingsOf = (series: Series, { at }: Point): Settings =>
  Object.fromEntries(series.dimensions.map(({ name }) => [name, at[name] ?? null]));

export function measured(point: Point, measure: string): Estimate {
  return entry('measured', point.values, point, measure);
}

export function exact(point: Point, measure: string): number {
  return entry('exact', point.exact ?? {}, point, measure);
}

export function published(point: Point, measure: string): number {
  return entry('published', point.published ?? {}, point, measure);
}

/** The derived figure of this name. */
export function derived(record: MeasurementRecord, name: string): ClaimFigure {
  const found = record.derived[name];
  const known = Object.keys(record.derived).join(', ') || 'none';
  if (!found) throw new Error(`record ${recordName(record)} has no derived figure ${name}; it has ${known}`);
  return found;
}

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
