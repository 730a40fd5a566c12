/** A figure's table, and dots with their rows in it, which describe them. */
import type { Dot, DotMark } from './chart-spec.ts';

/** The figures of a chart as rows of text. */
export interface FigureTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Index of the row of each listed thing. */
export const rowsOfTable = <Thing>(listed: readonly Thing[]): ReadonlyMap<Thing, number> =>
  new Map(listed.map((thing, row) => [thing, row]));

/** Dots for those of some listed things that have a position in the chart. */
export function tabledDots<Thing>(
  things: readonly Thing[],
  rowOf: ReadonlyMap<Thing, number>,
  dotOf: (thing: Thing) => Dot | undefined,
): Pick<DotMark, 'points'> & Required<Pick<DotMark, 'rows'>> {
  const drawn = things.flatMap((thing) => {
    const dot = dotOf(thing);
    return dot ? [{ dot, row: rowOf.get(thing) }] : [];
  });
  return { points: drawn.map(({ dot }) => dot), rows: drawn.map(({ row }) => row) };
}
