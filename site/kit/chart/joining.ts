/** What leads from dot to dot where those of several machines stand close together. */
import type { DotMark, LineMark } from './chart-spec.ts';

/** A pale line through dots, along x, to be drawn behind them; none through a single one. */
export function joining({ figure, beside, points }: DotMark): LineMark[] {
  if (points.length < 2) return [];
  const along = points.map((dot) => [Number(dot.x), Number(dot.y)] as const).toSorted(([one], [other]) => one - other);
  return [{ mark: 'line', figure, ...(beside !== undefined && { beside }), quiet: true, points: along }];
}
