/**
 * The types of a finding's `figures.ts`: values of sentences, charts and words by name. All are data and pure functions of records: the
 * site's build draws pages from them, a browser draws comparisons, and tests need no page.
 */
import type { Drawing } from '@/kit/chart/figure.ts';
import type { RecordedKind } from '@/kit/chart/record-chart.ts';
import type { MeasurementRecord, Verdict } from '@/kit/record/types.ts';
import { idOf } from './ids.ts';
import type { CitedFigure, FigureReference } from './figure.ts';

/** A figure of a sentence: `<Measured of="…" />` shows it. */
export interface Value extends FigureReference {
  readonly kind: RecordedKind;
  /** Experiment of the record; by default the finding's own. */
  readonly experiment?: string;
  /** Id of the published machine that the sentence names, if it is not the page's. */
  readonly machine?: string;
  /** A figure that no record has. */
  readonly cited?: CitedFigure;
}

/** A chart: `<Chart of="…">` shows it, with its caption inside. */
export interface Chart {
  /** Id of its element on its page and on the page of data; by default that of its name. */
  readonly id?: string;
  /** Experiment of the records; by default the finding's own. */
  readonly experiment?: string;
  /** Series that a record needs to be drawn. */
  readonly series: readonly string[];
  /** The series that are drawn of a record, where a record may lack some. */
  readonly files?: (record: MeasurementRecord) => readonly string[];
  /** Selects records, of those that have the series; all by default. */
  readonly keep?: (record: MeasurementRecord) => boolean;
  /** Ids of up to two other published machines that the chart contrasts with the page's, where machines are the subject. */
  readonly machines?: readonly string[];
  /** Height over width of the drawings, where the usual proportions don't suit. */
  readonly proportion?: number;
  /**
   * Draws at most three records that have the series, the first of which has the exact, predicted and published values. `id` is that of
   * the figure's element, for ids within.
   */
  readonly draw: (records: readonly MeasurementRecord[], id: string) => Drawing;
}

/** A piece of a sentence that a record decides, such as the version of a program: `<Word of="…" />` shows it. */
export interface Word {
  /** Experiment of the record; by default the finding's own. */
  readonly experiment?: string;
  /** Id of the published machine that the sentence names, if it is not the page's. */
  readonly machine?: string;
  readonly of: (record: MeasurementRecord) => string;
}

export type Values = Readonly<Record<string, Value>>;
export type Charts = Readonly<Record<string, Chart>>;
export type Words = Readonly<Record<string, Word>>;

/** Ends of an interval. An exact, predicted or published value has no interval: both ends are the value, or those of a range. */
export interface Range {
  readonly low: number;
  readonly high: number;
}

/** Data for an expectation. */
export interface Known {
  /** The published records, the page's own first; of the finding's own experiment by default. */
  readonly recordsOf: (experiment?: string) => readonly MeasurementRecord[];
  readonly rangeOf: (value: string) => Range;
  readonly verdictOf: (claim: string, experiment?: string) => Verdict;
}

export interface Expectation {
  /** The expectation as a sentence without its full stop. */
  readonly what: string;
  /** Returns true where it holds, else the actual state as a sentence. */
  readonly check: (known: Known) => true | string;
}

/** Exports of a finding's `figures.ts`. */
export interface FindingFigures {
  readonly values?: Values;
  readonly charts?: Charts;
  readonly words?: Words;
  /** Names of the values in the table “Machines”: five to eight. */
  readonly machines?: readonly string[];
  /** Expectations of the article's sentences. */
  readonly expects?: readonly Expectation[];
}

/** The value, chart or word of a name; throws for an unknown name. */
export function lookUp<Kind extends 'values' | 'charts' | 'words'>(
  figures: FindingFigures,
  kind: Kind,
  name: string,
): NonNullable<FindingFigures[Kind]>[string] {
  const all: NonNullable<FindingFigures[Kind]> = figures[kind] ?? {};
  if (Object.hasOwn(all, name)) return all[name] as NonNullable<FindingFigures[Kind]>[string];
  const known = Object.keys(all).join(', ') || 'none';
  throw new Error(`The article names “${name}”, which is none of the ${kind} in its figures.ts; these are: ${known}`);
}

/** Id of a chart's element on its page. */
export const chartId = (name: string, { id = idOf(name) }: Pick<Chart, 'id'>): string => id;

/** The experiments whose records a finding's page shows: its own first. */
export function experimentsOf(finding: string, { values = {}, charts = {}, words = {} }: FindingFigures): string[] {
  const named = [values, charts, words].flatMap((all) =>
    Object.values(all).flatMap(({ experiment }) => experiment ?? []),
  );
  return [...new Set([finding, ...named])];
}

/** The record of a value, from the published ones of its experiment, of which the page's own is first. */
export function recordFor(
  { machine }: Pick<Value, 'machine'>,
  records: readonly MeasurementRecord[],
): MeasurementRecord {
  const found =
    machine === undefined ? records[0] : records.find(({ provenance }) => provenance.machine.id === machine);
  if (!found) throw new Error(`there is no published record of ${machine ?? 'the experiment'}`);
  return found;
}
