/**
 * What a finding's article shows, by name, from its `figures.ts`: values of its sentences, charts and words. All are data and pure
 * functions of records: the site's build draws pages from them, a reader's browser what is laid over a page, and tests need no page.
 */
import type { Drawing } from '@/kit/chart/figure.ts';
import type { RecordedKind } from '@/kit/chart/record-chart.ts';
import type { MeasurementRecord, Verdict } from '@/kit/record/types.ts';
import { idOf } from './ids.ts';
import type { CitedFigure, FigureReference } from './figure.ts';

/** A figure of a sentence: `<Measured of="…" />` shows it. */
export interface Value extends FigureReference {
  readonly kind: RecordedKind;
  /** The experiment whose records have it; by default the finding's own. */
  readonly experiment?: string;
  /** The published machine that the sentence names, by its id, where that is not the one that the page is about. */
  readonly machine?: string;
  /** A figure that no record has. */
  readonly cited?: CitedFigure;
}

/** A chart: `<Chart of="…">` shows it, with its caption inside. */
export interface Chart {
  /** Its address on its page and on that of the data, where it is not that of its name. */
  readonly id?: string;
  /** The experiment whose records it shows; by default the finding's own. */
  readonly experiment?: string;
  /** The series that a record needs for it. */
  readonly series: readonly string[];
  /** Those of them that the chart is drawn from, where a record may lack some. */
  readonly files?: (record: MeasurementRecord) => readonly string[];
  /** Which of the records that have the series have something to show; all by default. */
  readonly keep?: (record: MeasurementRecord) => boolean;
  /** Up to two other published machines, by their ids, that the chart contrasts with the page's, where machines are what it is about. */
  readonly machines?: readonly string[];
  /** Height over width of the drawings, where the usual proportions don't suit. */
  readonly proportion?: number;
  /**
   * Draws at most three records that have the series, the first of which gives what is exact, predicted and published. `id` is the
   * figure's on its page, for ids within.
   */
  readonly draw: (records: readonly MeasurementRecord[], id: string) => Drawing;
}

/** A piece of a sentence that a record decides, such as the version of a program: `<Word of="…" />` shows it. */
export interface Word {
  /** The experiment whose record it asks; by default the finding's own. */
  readonly experiment?: string;
  /** The published machine that the sentence names, by its id, where that is not the one that the page is about. */
  readonly machine?: string;
  readonly of: (record: MeasurementRecord) => string;
}

export type Values = Readonly<Record<string, Value>>;
export type Charts = Readonly<Record<string, Chart>>;
export type Words = Readonly<Record<string, Word>>;

/** Ends of an interval. What is exact, predicted or published has one value, or two, and none around it. */
export interface Range {
  readonly low: number;
  readonly high: number;
}

/** What expectations look at. */
export interface Known {
  /** The published records, the page's own first; of the finding's own experiment by default. */
  readonly recordsOf: (experiment?: string) => readonly MeasurementRecord[];
  readonly rangeOf: (value: string) => Range;
  readonly verdictOf: (claim: string, experiment?: string) => Verdict;
}

export interface Expectation {
  /** What is expected, as a sentence without its full stop. */
  readonly what: string;
  /** Whether it holds, or what is so instead. */
  readonly check: (known: Known) => true | string;
}

/** What a finding's `figures.ts` exports. */
export interface FindingFigures {
  readonly values?: Values;
  readonly charts?: Charts;
  readonly words?: Words;
  /** The values that the table “Machines” shows of each machine: five to eight. */
  readonly machines?: readonly string[];
  /** What the article's sentences stand on. */
  readonly expects?: readonly Expectation[];
}

/** What of these has a name in a finding's `figures.ts`. */
export function named<Kind extends 'values' | 'charts' | 'words'>(
  figures: FindingFigures,
  kind: Kind,
  name: string,
): NonNullable<FindingFigures[Kind]>[string] {
  const all: NonNullable<FindingFigures[Kind]> = figures[kind] ?? {};
  if (Object.hasOwn(all, name)) return all[name] as NonNullable<FindingFigures[Kind]>[string];
  const known = Object.keys(all).join(', ') || 'none';
  throw new Error(`figures.ts of the finding has no “${name}” among its ${kind}; it has ${known}`);
}

/** The address of a chart on its page. */
export const chartId = (name: string, { id = idOf(name) }: Pick<Chart, 'id'>): string => id;

/** The experiments whose records a finding's page shows: its own first. */
export function experimentsOf(finding: string, { values = {}, charts = {}, words = {} }: FindingFigures): string[] {
  const named = [values, charts, words].flatMap((all) =>
    Object.values(all).flatMap(({ experiment }) => experiment ?? []),
  );
  return [...new Set([finding, ...named])];
}

/** The record that has a value, of the published ones of its experiment, of which the page's own stands first. */
export function recordFor(
  { machine }: Pick<Value, 'machine'>,
  records: readonly MeasurementRecord[],
): MeasurementRecord {
  const found =
    machine === undefined ? records[0] : records.find(({ provenance }) => provenance.machine.id === machine);
  if (!found) throw new Error(`there is no published record of ${machine ?? 'the experiment'}`);
  return found;
}
