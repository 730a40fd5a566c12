/** Dots that know their row of the figure's table, by which a reader is told what each of them is. */
import type { Dot, DotMark } from './chart-spec.ts';

/** Which row of a table each of the things that it lists is. */
export const rowsOfTable = <Thing>(listed: readonly Thing[]): ReadonlyMap<Thing, number> =>
  new Map(listed.map((thing, row) => [thing, row]));

/** A dot for each of some listed things that has a place in the chart. */
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
