/** What the page of all claims shows: one row for each claim, and each measured figure beside what was published of it. */
import { machineOf } from '@/kit/chart/machines.ts';
import { isYours } from '@/kit/record/origin.ts';
import type { Claim, ClaimFigure, MeasurementRecord, Verdict } from '@/kit/record/types.ts';

/** A claim, and what each machine says of it. */
export interface ClaimRow {
  readonly experiment: string;
  /** As the first machine that judged it has it. */
  readonly claim: Claim;
  /** Its verdict on each machine, by the machine's name, in the records' order. */
  readonly verdicts: ReadonlyMap<string, Verdict>;
  /** Those of the reader's machines among them. */
  readonly yours: ReadonlyMap<string, Verdict>;
}

/** Whether a machine of the reader's says something else than ours do. One that could not tell says nothing. */
export const differsFromOurs = ({ claim, yours }: ClaimRow): boolean =>
  [...yours.values()].some((verdict) => verdict !== claim.verdict && verdict !== 'not-tested');

/**
 * A claim for each that any published record judges, in the records' order; those of several machines come together, and the reader's
 * own with ours.
 */
export function claimRows(records: readonly MeasurementRecord[]): ClaimRow[] {
  type Filling = ClaimRow & { verdicts: Map<string, Verdict>; yours: Map<string, Verdict> };
  const rows = new Map<string, Filling>();
  for (const record of records) {
    const { experiment, claims } = record;
    for (const claim of claims) {
      const key = `${experiment}/${claim.id}`;
      if (isYours(record) && !rows.has(key)) continue;
      const row: Filling = rows.get(key) ?? { experiment, claim, verdicts: new Map(), yours: new Map() };
      row.verdicts.set(machineOf(record), claim.verdict);
      if (isYours(record)) row.yours.set(machineOf(record), claim.verdict);
      rows.set(key, row);
    }
  }
  return [...rows.values()];
}

/** The same rows by verdict, in the order of `verdicts`; rows of one verdict stay in theirs. */
export function byVerdict(rows: readonly ClaimRow[], verdicts: readonly Verdict[]): ClaimRow[] {
  const place = ({ claim }: ClaimRow) => verdicts.indexOf(claim.verdict);
  return rows.toSorted((one, other) => place(one) - place(other));
}

/** A figure as a multiple of what was published of it. */
export interface Against {
  readonly row: ClaimRow;
  readonly figure: ClaimFigure;
  readonly published: { readonly low: number; readonly high: number };
  readonly measured: NonNullable<ClaimFigure['measured']>;
  /** The measured value and its interval over what was published; of a range, over its middle on a ratio's scale. */
  readonly ratio: { readonly value: number; readonly low: number; readonly high: number };
  /** What counts as published, over the same; where the figure is not judged by margins, none. */
  readonly margins: { readonly low: number; readonly high: number } | undefined;
}

/** Every figure of these rows that was both published and measured, as a ratio; those of which either is not above 0 have none. */
export function againstPublished(rows: readonly ClaimRow[]): { shown: Against[]; withoutRatio: number } {
  const both = rows.flatMap((row) =>
    row.claim.figures.flatMap((figure) =>
      figure.published && figure.measured
        ? [{ row, figure, published: figure.published, measured: figure.measured }]
        : [],
    ),
  );
  const shown = both.flatMap(({ row, figure, published, measured }): Against[] => {
    const unit = Math.sqrt(published.low * published.high);
    if (!(published.low > 0 && measured.value > 0)) return [];
    const over = ({ low, high }: { low: number; high: number }) => ({ low: low / unit, high: high / unit });
    return [
      {
        row,
        figure,
        published,
        measured,
        ratio: { value: measured.value / unit, ...over(measured) },
        margins: figure.margins ? over(figure.margins) : undefined,
      },
    ];
  });
  return { shown, withoutRatio: both.length - shown.length };
}

/** How far a ratio is from 1, as a factor of at least 1. */
export const factorOff = ({ ratio: { value } }: Against): number => Math.max(value, 1 / value);
