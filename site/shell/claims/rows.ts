/** What the page of all claims shows: one row for each claim, and each measured figure beside what was published of it. */
import { machineOf } from '@/kit/chart/machines.ts';
import { isYours } from '@/kit/record/origin.ts';
import { byMachine, roundsOf, verdictAcross } from '@/kit/record/queries.ts';
import type { Claim, ClaimFigure, MeasurementRecord, Verdict } from '@/kit/record/types.ts';

/** A claim, and what each machine says of it. */
export interface ClaimRow {
  readonly experiment: string;
  /** As the first machine that judged it has it. */
  readonly claim: Claim;
  /** As each published machine has it, by the machine's name, in the records' order. */
  readonly claims: ReadonlyMap<string, Claim>;
  /** What the published machines' verdicts come to. */
  readonly verdict: Verdict;
  /** The verdicts of the reader's machines, by their names. */
  readonly yours: ReadonlyMap<string, Verdict>;
}

/** The verdict on each machine, the reader's behind ours. */
export const verdictsOf = ({ claims, yours }: ClaimRow): Map<string, Verdict> =>
  new Map([...[...claims].map(([machine, { verdict }]) => [machine, verdict] as const), ...yours]);

/** Whether a machine of the reader's says what none of ours does. One that could not tell says nothing. */
export const differsFromOurs = ({ claims, yours }: ClaimRow): boolean => {
  const ours = [...claims.values()].map(({ verdict }) => verdict);
  return [...yours.values()].some((verdict) => !ours.includes(verdict) && verdict !== 'not-tested');
};

/**
 * A claim for each that any published record judges, in the records' order; those of several machines come together, and the reader's
 * own with ours.
 */
export function claimRows(records: readonly MeasurementRecord[]): ClaimRow[] {
  const judged = records.flatMap((record) => record.claims.map((claim) => ({ record, claim })));
  const groups = Map.groupBy(judged, ({ record: { experiment }, claim: { id } }) => `${experiment}/${id}`);
  return [...groups.values()].flatMap((group): ClaimRow[] => {
    const [yours, ours] = [true, false].map((own) => group.filter(({ record }) => isYours(record) === own)) as [
      typeof group,
      typeof group,
    ];
    const first = ours[0];
    if (first === undefined) return [];
    return [
      {
        experiment: first.record.experiment,
        claim: first.claim,
        claims: new Map(ours.map(({ record, claim }) => [machineOf(record), claim])),
        verdict: verdictAcross(ours.map(({ claim }) => claim.verdict)),
        yours: new Map(yours.map(({ record, claim }) => [machineOf(record), claim.verdict])),
      },
    ];
  });
}

/** The same rows by verdict, in the order of `verdicts`; rows of one verdict stay in theirs. */
export function byVerdict(rows: readonly ClaimRow[], verdicts: readonly Verdict[]): ClaimRow[] {
  const place = ({ verdict }: ClaimRow) => verdicts.indexOf(verdict);
  return rows.toSorted((one, other) => place(one) - place(other));
}

/** What a machine measured, as a multiple of what was published. */
export interface Multiple {
  readonly machine: string;
  readonly measured: NonNullable<ClaimFigure['measured']>;
  /** What is shown in the place of a median that describes no round. */
  readonly rounds: ReturnType<typeof roundsOf>;
  /** The measured value and its interval, or the rounds, over what was published; of a range, over its middle on a ratio's scale. */
  readonly ratio: { readonly value: number; readonly low: number; readonly high: number };
}

/** A figure of a claim that was published, and what each machine measured of it. */
export interface Against {
  readonly row: ClaimRow;
  readonly figure: ClaimFigure;
  readonly published: { readonly low: number; readonly high: number };
  /** At least one, in the order of the machines' names. */
  readonly multiples: readonly Multiple[];
  /** What counts as published, over the same; where the figure is not judged by margins, none. */
  readonly margins: { readonly low: number; readonly high: number } | undefined;
}

/** Every figure of these rows that was both published and measured, as a ratio; those of which either is not above 0 have none. */
export function againstPublished(rows: readonly ClaimRow[]): { shown: Against[]; withoutRatio: number } {
  const both = rows.flatMap((row) => {
    const labels = new Set([...row.claims.values()].flatMap(({ figures }) => figures.map(({ label }) => label)));
    return [...labels].flatMap((label) => {
      const own = [...row.claims]
        .sort(([one], [other]) => byMachine(one, other))
        .flatMap(([machine, { figures }]) => {
          const figure = figures.find((known) => known.label === label);
          return figure?.published && figure.measured
            ? [{ machine, figure, published: figure.published, measured: figure.measured }]
            : [];
        });
      return own.length > 0 ? [{ row, own }] : [];
    });
  });
  const shown = both.flatMap(({ row, own }): Against[] => {
    const { figure, published } = own[0]!;
    const unit = Math.sqrt(published.low * published.high);
    const over = ({ low, high }: { low: number; high: number }) => ({ low: low / unit, high: high / unit });
    const multiples = own
      .filter(({ measured }) => published.low > 0 && measured.value > 0)
      .map(({ machine, measured }) => {
        const rounds = roundsOf(measured);
        return { machine, measured, rounds, ratio: { value: measured.value / unit, ...over(rounds ?? measured) } };
      });
    if (multiples.length === 0) return [];
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

/** How far the farthest of a figure's ratios is from 1, as a factor of at least 1. */
export const factorOff = ({ multiples }: Against): number =>
  Math.max(...multiples.flatMap(({ ratio: { value } }) => [value, 1 / value]));
