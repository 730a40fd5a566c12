import type { Placed } from './tasks';

/** How often each value came up, as the models hand it out: values ascending, and the count of each. */
export type Tally = Placed['loads'];

export const tallyTotal = ({ counts }: Tally): number => counts.reduce((sum, count) => sum + count, 0);

/**
 * The share of all counted values that are above a limit: `share_above` of the models' histograms, here for the main thread, which
 * has the counts and no models, so that another capacity asks for no new simulation.
 */
export function shareAbove(tally: Tally, limit: number): number {
  const total = tallyTotal(tally);
  const above = tally.counts.reduce(
    (sum, count, index) => ((tally.values[index] as number) > limit ? sum + count : sum),
    0,
  );
  return total === 0 ? 0 : above / total;
}

/** A bar of a density: the values from `low` up to but not including `high`, and their probability per unit of value. */
export interface Bin {
  low: number;
  high: number;
  density: number;
}

/** Bins of equal whole width, as few as `most` allows, over the values from `first` to `last` inclusive. */
function bins(first: number, last: number, most: number): Bin[] {
  const width = Math.max(1, Math.ceil((last - first + 1) / most));
  // Bins start at multiples of their width, so that refining a simulation does not shift them.
  const start = Math.floor(first / width) * width;
  const count = Math.floor((last - start) / width) + 1;
  return Array.from({ length: count }, (_, index) => {
    const low = start + index * width;
    return { low, high: low + width, density: 0 };
  });
}

/** The density of a tally over a window of values. */
export function tallyDensity(tally: Tally, first: number, last: number, most: number): Bin[] {
  const result = bins(first, last, most);
  const total = tallyTotal(tally);
  const [{ low: start, high } = { low: 0, high: 1 }] = result;
  const width = high - start;
  tally.values.forEach((value, index) => {
    const bin = result[Math.floor((value - start) / width)];
    if (bin) bin.density += (tally.counts[index] as number) / total / width;
  });
  return result;
}

/** The density of exact probabilities (of `offset`, `offset + 1`, …), in the same bins as a tally over that window. */
export function exactDensity(
  offset: number,
  probabilities: Float64Array,
  first: number,
  last: number,
  most: number,
): Bin[] {
  const result = bins(first, last, most);
  const [{ low: start, high } = { low: 0, high: 1 }] = result;
  const width = high - start;
  probabilities.forEach((probability, index) => {
    const bin = result[Math.floor((offset + index - start) / width)];
    if (bin) bin.density += probability / width;
  });
  return result;
}
