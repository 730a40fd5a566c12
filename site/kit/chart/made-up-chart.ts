/** A chart for tests. */
import type { ChartSpec } from './chart-spec.ts';

/** A line over two linear axes, with whatever a test wants otherwise. */
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
