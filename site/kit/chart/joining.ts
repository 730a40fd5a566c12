import type { DotMark, LineMark } from './chart-spec.ts';

/** A pale line along x behind dots, so that an eye can follow each machine's where those of several are close; none for a single dot. */
export function joiningLines({ figure, offset, points }: DotMark): LineMark[] {
  if (points.length < 2) return [];
  const along = points.map((dot) => [Number(dot.x), Number(dot.y)] as const).toSorted(([one], [other]) => one - other);
  return [{ mark: 'line', figure, ...(offset !== undefined && { offset }), quiet: true, points: along }];
}
