/** How many intervals hold the exact value: what an interval of 95% promises, counted. */
import type { MeasurementRecord } from './types.ts';

/** The share of intervals that may miss. */
export const MISSES = 0.05;

/** Closed forms and intervals are each computed in floating-point numbers. */
const ROUNDING = 1e-9;

/** The figures that stand in no series of their kind follow from those: they would count twice. */
const FIGURES = 'figures';

/** Of the figures of all series that were measured and have a closed form: how many there are, and how many intervals miss it. */
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
