/** What the page of all claims shows: one row for each claim, and each measured figure beside what was published of it. */
import { formatInterval, formatQuantity, intervalInWords } from '@/kit/chart/format.ts';
import { byMachine, roundsOf } from '@/kit/record/queries.ts';
import type { Claim, ClaimFigure, MeasurementRecord, Verdict } from '@/kit/record/types.ts';

/** A claim, and what each machine says of it. */
export interface ClaimRow {
  readonly experiment: string;
  /** As the record has it that pages are drawn from, or else the first that judged it. */
  readonly claim: Claim;
  readonly verdict: Verdict;
  /** As each machine's record has it, in the records' order. */
  readonly claims: ReadonlyMap<MeasurementRecord, Claim>;
}

const idOf = ({ provenance }: MeasurementRecord): string => provenance.machine.id;

/** The verdict on each machine, by its id. */
export const verdictsOf = ({ claims }: ClaimRow): Map<string, Verdict> =>
  new Map([...claims].map(([record, { verdict }]) => [idOf(record), verdict]));

/** A claim for each that any record judges, in the records' order; those of several machines come together. */
export function claimRows(records: readonly MeasurementRecord[]): ClaimRow[] {
  const judged = records.flatMap((record) => record.claims.map((claim) => ({ record, claim })));
  const groups = Map.groupBy(judged, ({ record: { experiment }, claim: { id } }) => `${experiment}/${id}`);
  return [...groups.values()].map((group) => {
    const { record, claim } = group[0]!;
    return {
      experiment: record.experiment,
      claim,
      verdict: claim.verdict,
      claims: new Map(group.map((one) => [one.record, one.claim])),
    };
  });
}

/** The same rows by verdict, in the order of `verdicts`; rows of one verdict stay in theirs. */
export function byVerdict(rows: readonly ClaimRow[], verdicts: readonly Verdict[]): ClaimRow[] {
  const place = ({ verdict }: ClaimRow) => verdicts.indexOf(verdict);
  return rows.toSorted((one, other) => place(one) - place(other));
}

/** What a machine measured, as a multiple of what was published. */
export interface Multiple {
  readonly record: MeasurementRecord;
  readonly measured: NonNullable<ClaimFigure['measured']>;
  /** What is shown in the place of a median that describes no round. */
  readonly rounds: ReturnType<typeof roundsOf>;
  /**
   * The measured value and its interval, or the rounds, over what was published; of a range, over its middle on a ratio's scale. A value
   * of 0 has no place on an axis of ratios, and is kept all the same: else the machine behind it would be missing.
   */
  readonly ratio: { readonly value: number; readonly low: number; readonly high: number };
}

/** A figure of a claim that was published, and what each machine measured of it. */
export interface Against {
  readonly row: ClaimRow;
  readonly figure: ClaimFigure;
  readonly published: { readonly low: number; readonly high: number };
  /** At least one, in the order of the machines' ids. */
  readonly multiples: readonly Multiple[];
  /** What counts as published, over the same; where the figure is not judged by margins, none. */
  readonly margins: { readonly low: number; readonly high: number } | undefined;
}

/** Every figure of these rows that was both published and measured, as a ratio; nothing is a multiple of what was published as 0. */
export function againstPublished(rows: readonly ClaimRow[]): { shown: Against[]; withoutRatio: number } {
  const both = rows.flatMap((row) => {
    const labels = new Set([...row.claims.values()].flatMap(({ figures }) => figures.map(({ label }) => label)));
    return [...labels].flatMap((label) => {
      const own = [...row.claims]
        .sort(([one], [other]) => byMachine(idOf(one), idOf(other)))
        .flatMap(([record, { figures }]) => {
          const figure = figures.find((known) => known.label === label);
          return figure?.published && figure.measured
            ? [{ record, figure, published: figure.published, measured: figure.measured }]
            : [];
        });
      return own.length > 0 ? [{ row, own }] : [];
    });
  });
  const shown = both.flatMap(({ row, own }): Against[] => {
    const { figure, published } = own[0]!;
    if (published.low <= 0) return [];
    const unit = Math.sqrt(published.low * published.high);
    const over = ({ low, high }: { low: number; high: number }) => ({ low: low / unit, high: high / unit });
    const multiples = own.map(({ record, measured }) => {
      const rounds = roundsOf(measured);
      return { record, measured, rounds, ratio: { value: measured.value / unit, ...over(rounds ?? measured) } };
    });
    return [{ row, figure, published, multiples, margins: figure.margins ? over(figure.margins) : undefined }];
  });
  return { shown, withoutRatio: both.length - shown.length };
}

/** The first figure of a published claim that was measured; where none was, none. */
export const firstAgainst = (row: ClaimRow): Against | undefined =>
  row.claim.source === null ? undefined : againstPublished([row]).shown[0];

/** How many claims of a finding have each verdict. */
export interface Tally {
  readonly finding: string;
  readonly counts: ReadonlyMap<Verdict, number>;
}

/** What became of the claims of each finding, in the order of the rows' first; `findingOf` names the finding of an experiment. */
export function tallies(rows: readonly ClaimRow[], findingOf: (experiment: string) => string): Tally[] {
  return [...Map.groupBy(rows, ({ experiment }) => findingOf(experiment))].map(([finding, own]) => ({
    finding,
    counts: new Map([...Map.groupBy(own, ({ verdict }) => verdict)].map(([verdict, { length }]) => [verdict, length])),
  }));
}

/** The axis of ratios reaches from a tenth to ten times what was published. */
export const REACH = 10;

/** What marks a ratio on that axis besides its bar: a dot, an arrow at the end that it lies beyond, or nothing where rounds are shown. */
export function markOf({ ratio: { value, high }, rounds }: Multiple): 'dot' | 'above' | 'below' | undefined {
  // A bar of rounds that ends before the axis begins can't be seen.
  if (rounds) return high <= 1 / REACH ? 'below' : undefined;
  return value > REACH ? 'above' : value < 1 / REACH ? 'below' : 'dot';
}

/** What a machine measured, in short: the value, or the rounds in its place. */
export const measuredText = ({ measured, rounds }: Multiple, unit: string): string =>
  rounds ? formatInterval(rounds, unit) : formatQuantity(measured.value, unit);

/** The same beside the axis. Of a value of 0, which is not on it, what the bar is, if there is one. */
export function besideAxis(multiple: Multiple, unit: string): string {
  const { measured, rounds } = multiple;
  if (measured.value > 0) return measuredText(multiple, unit);
  const zero = formatQuantity(measured.value, unit);
  if (rounds) return `${zero}, rounds ${formatInterval(rounds, unit)}`;
  return measured.high > 0 ? `${zero}, ${intervalInWords(measured, unit)}` : `${zero}, off the scale`;
}

/**
 * How far the farthest of a figure's ratios is from 1, as a factor of at least 1. A value of 0 counts by the high end of its bar, to
 * which it may reach, and is farther off than any other if it has none.
 */
export const factorOff = ({ multiples }: Against): number =>
  Math.max(
    ...multiples
      .map(({ ratio: { value, high } }) => (value > 0 ? value : Math.max(0, high)))
      .flatMap((ratio) => [ratio, 1 / ratio]),
  );
