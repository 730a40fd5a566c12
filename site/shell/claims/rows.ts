/** Rows of the page of all claims. */
import { formatInterval, formatQuantity } from '@/kit/chart/format.ts';
import { roundsOf } from '@/kit/record/queries.ts';
import type { Claim, ClaimFigure, MeasurementRecord, Verdict } from '@/kit/record/types.ts';

/** A claim with every machine's verdict on it. */
export interface ClaimRow {
  readonly experiment: string;
  /** The claim in the record that pages are drawn from, or else in the first that judged it. */
  readonly claim: Claim;
  readonly verdict: Verdict;
  /** The claim in each machine's record, in the records' order. */
  readonly claims: ReadonlyMap<MeasurementRecord, Claim>;
}

/** The verdict on each machine, by its id. */
export const verdictsOf = ({ claims }: ClaimRow): Map<string, Verdict> =>
  new Map([...claims].map(([{ provenance }, { verdict }]) => [provenance.machine.id, verdict]));

/** One row for each claim of any record, in the records' order; a claim of several machines is one row. */
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

/** The same rows sorted by verdict, in the order of `verdicts`; the sort is stable. */
export function byVerdict(rows: readonly ClaimRow[], verdicts: readonly Verdict[]): ClaimRow[] {
  const rank = ({ verdict }: ClaimRow) => verdicts.indexOf(verdict);
  return rows.toSorted((one, other) => rank(one) - rank(other));
}

/** Name of a claim's first figure, as published and as measured, in words: the first that was measured, and published where any was. */
export function summaryOf({
  claim: { figures },
}: ClaimRow): { label: string; published: string; measured: string } | undefined {
  const measured = figures.filter((figure) => figure.measured);
  const figure = measured.find(({ published }) => published) ?? measured[0];
  if (!figure?.measured) return undefined;
  const { label, unit, published } = figure;
  return {
    label,
    published: published ? formatInterval(published, unit) : '',
    measured: measuredText(figure.measured, unit),
  };
}

/** The measured value, or the range of all rounds, where a median would describe none. */
function measuredText(measured: NonNullable<ClaimFigure['measured']>, unit: string): string {
  const rounds = roundsOf(measured);
  return rounds ? formatInterval(rounds, unit) : formatQuantity(measured.value, unit);
}

/** Numbers of a finding's claims by verdict. */
export interface Tally {
  readonly finding: string;
  readonly counts: ReadonlyMap<Verdict, number>;
}

/** Tallies of the findings, in the order of their first rows; `findingOf` returns the finding of an experiment. */
export function tallies(rows: readonly ClaimRow[], findingOf: (experiment: string) => string): Tally[] {
  return [...Map.groupBy(rows, ({ experiment }) => findingOf(experiment))].map(([finding, own]) => ({
    finding,
    counts: new Map([...Map.groupBy(own, ({ verdict }) => verdict)].map(([verdict, { length }]) => [verdict, length])),
  }));
}
