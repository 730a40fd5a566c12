/** The curves as they are shown and read: with what was simulated at the state's own age among their points. */
import type { PolicyName } from '@/wasm-pkg/stale-load/models.js';
import { isFresh, settles, type LabState } from './state';
import { AGES, type Curves, type Figures, type Row, type Rows } from './tasks';

/** Figures that have a curve. */
export type Quantity = 'mean' | 'p99';

/** The oldest age of a curve, in mean service times. */
export const OLDEST = AGES.at(-1)!;

/** A policy by the age of the information, as far as it is simulated. */
export interface Line {
  policy: PolicyName;
  ages: number[];
  mean: number[];
  p99: number[];
  /** The ages from which on its figures are above those of random; null where they are at none, or none is known yet. */
  crossings: Readonly<Record<Quantity, number | null>>;
}

/** The best known value of a policy's figure: the exact one, or as simulated. */
export const best = ({ exact, simulated }: Row, quantity: keyof Figures): number | undefined =>
  exact?.[quantity] ?? simulated[quantity];

/**
 * The lines of the policy that is looked at and of best of 2. The runs at the state's age are longer than those of the curves: they
 * replace the curve's point there, so that charts, figures and the headline say the same.
 */
export function linesOf(state: LabState, rows: Rows | null, { finished, curves, random }: Curves): Line[] {
  const own = rows !== null && finished && !isFresh(state) && state.age <= OLDEST ? rows.rows : null;
  return curves.map(({ policy, mean, p99 }, index) => {
    const row = own?.[index];
    const ages = AGES.slice(0, mean.length) as number[];
    const values = { mean: [...mean], p99: [...p99] };
    if (row) {
      const found = ages.findIndex((age) => age >= state.age);
      const replaced = ages[found] === state.age ? 1 : 0;
      ages.splice(found, replaced, state.age);
      for (const name of ['mean', 'p99'] as const) values[name].splice(found, replaced, best(row, name)!);
    }
    const crossing = (name: Quantity): number | null => {
      if (!finished || !settles(state)) return null;
      const level = random[name]!;
      const rises = risesOf(ages, values[name], level);
      if (!row) return rises[0] ?? null;
      // A curve may rise above random more than once, where servers are all done at one moment: the rise next to the state's age counts.
      const isWorse = best(row, name)! > level;
      return (isWorse ? rises.findLast((age) => age <= state.age) : rises.find((age) => age >= state.age)) ?? null;
    };
    return { policy, ages, ...values, crossings: { mean: crossing('mean'), p99: crossing('p99') } };
  });
}

/** The ages at which values rise above a level, on straight lines between them. */
function risesOf(ages: readonly number[], values: readonly number[], level: number): number[] {
  return ages.flatMap((age, index) => {
    const [before, after] = [(values[index - 1] ?? Infinity) - level, values[index]! - level];
    if (before > 0 || after <= 0) return [];
    const from = ages[index - 1]!;
    return [from + ((age - from) * before) / (before - after)];
  });
}
