/** A figure's table, and dots that know their row of it, by which a reader is told what each of them is. */
import type { Dot, DotMark } from './chart-spec.ts';

/** The figures behind a chart, ready to be written as an HTML table. */
export interface FigureTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

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
