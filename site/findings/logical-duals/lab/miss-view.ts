/** The chart of a random tester: the probability that it has found nothing, by its budget. */
import { drawChart, type ChartSpec, type DrawnChart, type Mark } from '@/kit/chart/chart';
import { formatCount, formatShare } from '@/kit/chart/format';
import { LIMITS } from '@/wasm-pkg/logical-duals/limits';
import { BUDGETS } from './budgets';
import { missRate } from './misses';
import type { LabState } from './state';
import type { Sampled } from './tasks';

/** The share of testers that had found nothing, as a step at each walk that was the first to find something. */
export function observed({ hits, testers, budget }: Pick<Sampled, 'hits' | 'testers' | 'budget'>): [number, number][] {
  const sorted = [...hits].filter((walk) => walk > 0).sort((a, b) => a - b);
  const points: [number, number][] = [[1, 1 - sorted.filter((walk) => walk === 1).length / testers]];
  sorted.forEach((walk, index) => {
    if (walk > 1) points.push([walk, 1 - (index + 1) / testers]);
  });
  points.push([budget, 1 - sorted.length / testers]);
  return points;
}

export function missSpec(state: Readonly<LabState>, sampled: Sampled): ChartSpec {
  const marks: Mark[] = [
    {
      mark: 'line',
      figure: 'exact',
      points: BUDGETS.map((budget, index) => [budget, sampled.exact[index]!]),
      label: { text: 'exact', at: [BUDGETS[10]!, sampled.exact[10]!], side: 'below' },
    },
  ];
  if (sampled.testers > 0 && state.budget > 1) marks.push({ mark: 'step', figure: 'live', points: observed(sampled) });
  return {
    title: 'Probability that a random tester misses, by its budget',
    description:
      `Of ${sampled.testers} testers with ${formatCount(state.budget)} walks each, ${formatShare(missRate(sampled) ?? 0)} found nothing; ` +
      `exactly, it is ${formatShare(sampled.missExactly)}.`,
    x: {
      kind: 'log',
      title: 'Walks that a tester makes',
      domain: [1, LIMITS.budget[1]],
      ticks: [1, 10, 100, 1000, 10_000, 100_000],
      format: formatCount,
    },
    y: { kind: 'linear', title: 'Finds nothing', domain: [0, 1], ticks: [0, 0.25, 0.5, 0.75, 1], format: formatShare },
    marks,
    references: [{ axis: 'x', value: state.budget, tone: 'plain' }],
    labels: 'direct',
  };
}

export const drawMiss = (
  state: Readonly<LabState>,
  sampled: Sampled,
  size: { width: number; height: number },
): DrawnChart => drawChart(missSpec(state, sampled), size);
