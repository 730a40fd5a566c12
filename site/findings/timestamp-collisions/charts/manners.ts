/** Rounds in which threads read in several manners can be compared where the residues of their cores were equally far apart. */
import { points, series } from '@/kit/record/queries.ts';
import type { MeasurementRecord, Point } from '@/kit/record/types.ts';

const SERIES = 'manners';
const SHARE = 'published_share';

/** Rounds of several manners that can be compared. */
export interface Comparable {
  /** How far apart the residues were, in ticks. */
  readonly difference: number;
  /** The round of a manner in the middle, by its share of collisions. */
  readonly middle: (manner: string) => Point;
}

export const shareOf = ({ values }: Point): number => values[SHARE]!.value;

/**
 * The rounds of these manners at one difference of residues at which each has some, and all of them collide: at the one that the
 * manner with the fewest rounds met most often. Nothing where there is no such difference.
 */
export function comparable(record: MeasurementRecord, manners: readonly string[]): Comparable | undefined {
  const source = series(record, SERIES);
  const known = new Set(source.points.map(({ at }) => at['residue_difference']));
  const candidates = [...known].flatMap((difference) => {
    if (typeof difference !== 'number') return [];
    const rounds = new Map(
      manners.map((manner) => {
        const found = points(source, { manner, residue_difference: difference });
        return [manner, found.toSorted((one, other) => shareOf(one) - shareOf(other))];
      }),
    );
    const collide = [...rounds.values()].every((found) => found.length > 0 && found.every((one) => shareOf(one) > 0));
    return collide
      ? [{ difference, rounds, fewest: Math.min(...[...rounds.values()].map(({ length }) => length)) }]
      : [];
  });
  const [best] = candidates.toSorted((one, other) => other.fewest - one.fewest || one.difference - other.difference);
  if (!best) return undefined;
  const { difference, rounds } = best;
  return { difference, middle: (manner) => rounds.get(manner)!.at(Math.floor(rounds.get(manner)!.length / 2))! };
}
