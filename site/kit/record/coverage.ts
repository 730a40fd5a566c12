/** Coverage of intervals: how many hold the exact value, which 95% should. */
import type { MeasurementRecord } from './types.ts';

/** The share of intervals that may miss. */
export const MISSES = 0.05;

/** Tolerance for rounding: closed forms and intervals are each computed in floating-point numbers. */
const ROUNDING = 1e-9;

/** The series of figures derived from other series: they would count twice. */
const FIGURES = 'figures';

/** Counts the intervals of measured figures that have a closed form, and those that miss it. */
export function coverage(records: readonly MeasurementRecord[]): { intervals: number; missed: number } {
  const pairs = records
    .flatMap((record) => record.series.flatMap(({ id, points }) => (id === FIGURES ? [] : points)))
    .flatMap(({ values, exact = {} }) =>
      Object.entries(exact).flatMap(([measure, value]) => {
        const estimate = values[measure];
        return estimate === undefined ? [] : [{ ...estimate, exact: value }];
      }),
    );
  const missed = pairs.filter(({ low, high, exact }) => {
    const slack = ROUNDING * Math.abs(exact);
    return exact < low - slack || exact > high + slack;
  });
  return { intervals: pairs.length, missed: missed.length };
}
