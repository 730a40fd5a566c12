/**
 * What a finding's article shows, by name, from its `figures.ts`: values of its sentences, charts and words. All are data and pure
 * functions of records: a page is drawn from them when the site is built, and tests need no page.
 */
import type { DrawnPanel } from '@/kit/chart/panels.ts';
import type { RecordFigure, RecordedKind } from '@/kit/chart/record-chart.ts';
import type { MeasurementRecord } from '@/kit/record/types.ts';
import type { CitedFigure, FigureReference } from './figure.ts';

/** A figure of a sentence: `<Measured of="…" />` shows it. */
export interface Value extends FigureReference {
  readonly kind: RecordedKind;
  /** The experiment whose records have it; by default the finding's own. */
  readonly experiment?: string;
  /** A figure that no record has. */
  readonly cited?: CitedFigure;
}

/** A chart's drawing: one on the usual axes, or small ones side by side. */
export type Drawing =
  | (RecordFigure & {
      /** How many rows there are, in charts of rows. */
      readonly rows?: number;
    })
  | {
      readonly title: string;
      /** What the axes of all panels show: along the bottom, and up. */
      readonly axes: string;
      readonly panels: readonly DrawnPanel[];
      readonly table: RecordFigure['table'];
    };

/** A chart: `<Chart of="…">` shows it, with its caption inside. */
export interface Chart {
  /** The experiment whose records it shows; by default the finding's own. */
  readonly experiment?: string;
  /** The series that a record needs for it. */
  readonly series: readonly string[];
  /** Those of them that the chart is drawn from, where a record may lack some. */
  readonly files?: (record: MeasurementRecord) => readonly string[];
  /** Which of the records that have the series have something to show; all by default. */
  readonly keep?: (record: MeasurementRecord) => boolean;
  /** Height over width of the drawings, where the usual proportions don't suit. */
  readonly proportion?: number;
  /** Draws records that have the series, the first of which gives what is exact and published. */
  readonly draw: (records: readonly MeasurementRecord[]) => Drawing;
}

/** A piece of a sentence that records decide, such as the version of a program: `<Word of="…" />` shows it. */
export interface Word {
  readonly experiment?: string;
  readonly of: (records: readonly MeasurementRecord[]) => string;
}

export type Values = Readonly<Record<string, Value>>;
export type Charts = Readonly<Record<string, Chart>>;
export type Words = Readonly<Record<string, Word>>;

/** What a finding's `figures.ts` exports. */
export interface FindingFigures {
  readonly values?: Values;
  readonly charts?: Charts;
  readonly words?: Words;
}

const ALL = import.meta.glob<FindingFigures>('../../findings/*/figures.ts', { eager: true });

/** What of these has a name in a finding's `figures.ts`. */
export function named<Kind extends keyof FindingFigures>(
  finding: string,
  kind: Kind,
  name: string,
): NonNullable<FindingFigures[Kind]>[string] {
  const all: NonNullable<FindingFigures[Kind]> = ALL[`../../findings/${finding}/figures.ts`]?.[kind] ?? {};
  if (Object.hasOwn(all, name)) return all[name] as NonNullable<FindingFigures[Kind]>[string];
  const known = Object.keys(all).join(', ') || 'none';
  throw new Error(`site/findings/${finding}/figures.ts has no “${name}” among its ${kind}; it has ${known}`);
}

/** The figure that a sentence names, for what shows figures of a kind; what is named otherwise is its own reference. */
export function valueNamed<Props extends { readonly of?: string | undefined }>(
  finding: string,
  kind: RecordedKind,
  { of, ...rest }: Props,
): Omit<Props, 'of'> & FigureReference & { readonly of?: string; readonly cited?: CitedFigure } {
  if (of === undefined || !Object.hasOwn(ALL[`../../findings/${finding}/figures.ts`]?.values ?? {}, of))
    return { ...rest, ...(of !== undefined && { of }) };
  const { kind: known, experiment, ...value } = named(finding, 'values', of);
  if (known !== kind) throw new Error(`“${of}” of ${finding} is ${known}, and a sentence shows it as ${kind}`);
  return { ...rest, ...value, ...(experiment !== undefined && { of: experiment }) };
}
