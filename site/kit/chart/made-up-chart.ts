/** A chart for tests. */
import type { ChartSpec } from './chart-spec.ts';

/** A line over two linear axes, with overrides. */
export const spec = (over: Partial<ChartSpec> = {}): ChartSpec => ({
  title: 'Load & “balance”',
  description: 'A line below <50.',
  x: { kind: 'linear', title: 'Servers', domain: [0, 10] },
  y: { kind: 'linear', title: 'Items', domain: [0, 100] },
  marks: [
    {
      mark: 'line',
      figure: 'exact',
      points: [
        [0, 0],
        [10, 50],
      ],
    },
  ],
  ...over,
});

/** The points of each line of a path that `shortPath` wrote. */
export function linesOf(path: string): (readonly [number, number])[][] {
  return path
    .split('M')
    .slice(1)
    .map((line) => {
      let [x, y] = [0, 0];
      return [...`l${line}`.matchAll(/([hvl])(-?[\d.]+),?(-?[\d.]+)?/g)].map(([, command, first, second]) => {
        const [right, down] = command === 'v' ? [0, first] : [first, second ?? 0];
        // Rounded to a tenth of a pixel, as written, so that no error grows.
        [x, y] = [x + Number(right), y + Number(down)].map((at) => Math.round(at * 10) / 10) as [number, number];
        return [x, y] as const;
      });
    });
}
