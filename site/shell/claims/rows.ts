/** What the page of all claims shows: one row for each claim. */
import { formatInterval, formatQuantity } from '@/kit/chart/format.ts';
import { roundsOf } from '@/kit/record/queries.ts';
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

/** The verdict on each machine, by its id. */
export const verdictsOf = ({ claims }: ClaimRow): Map<string, Verdict> =>
  new Map([...claims].map(([{ provenance }, { verdict }]) => [provenance.machine.id, verdict]));

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

/** A claim's first figure that was measured, and published where any was: what it is, as published and as measured, in words. */
export function inShort({
  claim: { figures },
}: ClaimRow): { label: string; published: string; measured: string } | undefined {
  const measured = figures.filter((figure) => figure.measured);
  const figure = measured.find(({ published }) => published) ?? measured[0];
  if (!figure?.measured) return undefined;
  const { label, unit, published } = figure;
  return {
    label,
    published: published ? formatInterval(published, unit) : '',
    measured: written(figure.measured, unit),
  };
}

/** What was measured: the value, or all rounds, where a median would describe none. */
function written(measured: NonNullable<ClaimFigure['measured']>, unit: string): string {
  const rounds = roundsOf(measured);
  return rounds ? formatInterval(rounds, unit) : formatQuantity(measured.value, unit);
}

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
