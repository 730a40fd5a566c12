/** The picture of the share against the number of threads: predicted, simulated here, and measured where it was. */
import { drawChart, type ChartSpec, type DrawnChart, type Mark } from '@/kit/chart/chart';
import { formatShare, formatShareTick } from '@/kit/chart/format';
import { placementOf } from '@/kit/chart/machines';
import type { Comparable, BesideShares } from './comparable';
import { LIMITS } from '@/wasm-pkg/timestamp-collisions/limits';
import type { Definition, LabState } from './state';
import type { Counted, Curve } from './tasks';

const TITLES: Record<Definition, string> = {
  samples: 'Readings that collide',
  published: 'Each coincidence once, of all readings',
};

export interface CurveResults {
  curve: Curve;
  /** At the present number of threads, from more readings than the curve. */
  counted: Counted | null;
  known: Comparable;
  beside?: readonly BesideShares[];
}

export function curveSpec(
  { threads, definition }: Pick<LabState, 'threads' | 'definition'>,
  { curve, counted, known, beside = [] }: CurveResults,
): ChartSpec {
  const marks: Mark[] = [
    {
      mark: 'line',
      figure: 'predicted',
      points: curve.predicted.map((share, index) => [index + 1, share[definition]]),
      label: 'predicted',
    },
    {
      mark: 'line',
      figure: 'live',
      points: curve.simulated.map((share) => [share.threads, share[definition]]),
      label: 'simulated',
    },
  ];
  const most = LIMITS.threads;
  if (known.measured.length > 0) {
    marks.push(
      {
        mark: 'dots',
        figure: 'measured',
        quiet: true,
        points: known.rounds.map(({ threads: x, value: y }) => ({ x, y })),
      },
      {
        mark: 'dots',
        figure: 'measured',
        points: known.measured.map(({ threads: x, value: y, low, high }) => ({ x, y, low, high })),
        label: { text: 'measured', side: 'right' },
      },
    );
  }
  for (const { rounds, measured } of beside) {
    marks.push(
      {
        mark: 'dots',
        ...placementOf('second'),
        quiet: true,
        points: rounds.map(({ threads: x, value: y }) => ({ x, y })),
      },
      {
        mark: 'dots',
        ...placementOf('second'),
        points: measured.map(({ threads: x, value: y, low, high }) => ({ x, y, low, high })),
      },
    );
  }
  if (known.published.length > 0) {
    marks.push({
      mark: 'dots',
      figure: 'published',
      points: known.published.map(({ threads: x, value: y }) => ({ x, y })),
      label: { text: 'published', side: 'below' },
    });
  }
  const share = counted?.shares[definition] ?? curve.predicted[threads - 1]?.[definition] ?? 0;
  return {
    title: `${TITLES[definition]}, by number of threads`,
    description: `With ${threads} ${threads === 1 ? 'thread' : 'threads'} it is ${formatShare(share)}.`,
    x: { kind: 'log', title: 'Threads', domain: [1, most], ticks: [1, 2, 4, 8, 16, 32, 64] },
    y: { kind: 'linear', title: TITLES[definition], format: formatShareTick, reads: formatShare },
    marks,
    references: [
      {
        axis: 'x',
        value: threads,
        label: `${threads}: ${formatShare(share)}`,
        tone: 'quantile',
      },
    ],
  };
}

export const drawCurve = (
  state: Pick<LabState, 'threads' | 'definition'>,
  results: CurveResults,
  size: { width: number; height: number },
): DrawnChart => drawChart(curveSpec(state, results), size);
