/** The picture of the share against the number of threads: predicted, simulated here, and measured where it was. */
import { drawChart, type ChartSpec, type DrawnChart, type Mark } from '@/lib/charts/chart';
import { formatShare, formatShareTick } from '@/lib/charts/format';
import type { Measured } from './measured';
import { LIMITS, type Definition, type LabState } from './state';
import type { Counted, Curve } from './tasks';

/** The threads that were published for, by the published count. */
export const PUBLISHED_THREADS = [2, 8];

const TITLES: Record<Definition, string> = {
  samples: 'Share of all samples that collide',
  published: 'Each coincidence once, of all samples',
};

export interface CurveResults {
  curve: Curve;
  /** At the present number of threads, from more readings than the curve. */
  counted: Counted | null;
  /** Where the machine of a record is shown. */
  measured: Measured | null;
}

export function curveSpec(
  { threads, definition }: Pick<LabState, 'threads' | 'definition'>,
  { curve, counted, measured }: CurveResults,
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
  const [, most] = LIMITS.threads;
  if (measured) {
    marks.push(
      {
        mark: 'dots',
        figure: 'measured',
        quiet: true,
        points: measured.rounds[definition].map((round) => ({ x: round.threads, y: round.value })),
      },
      {
        mark: 'dots',
        figure: 'measured',
        points: measured.shares[definition].map((share) => ({
          x: share.threads,
          y: share.value,
          low: share.low,
          high: share.high,
        })),
        label: { text: 'measured', side: 'right' },
      },
    );
  }
  // Only what was counted the same way is compared.
  if (measured && definition === 'published' && measured.published.length > 0) {
    marks.push({
      mark: 'dots',
      figure: 'published',
      points: measured.published.map(({ threads: x, value: y }) => ({ x, y })),
      label: { text: 'published', side: 'above' },
    });
  }
  const share = counted?.shares[definition] ?? curve.predicted[threads - 1]?.[definition] ?? 0;
  return {
    title: `${TITLES[definition]}, by number of threads`,
    description: `With ${threads} ${threads === 1 ? 'thread' : 'threads'} it is ${formatShare(share)}.`,
    x: { kind: 'log', title: 'Threads', domain: [1, most], ticks: [1, 2, 4, 8, 16, 32, 64] },
    y: { kind: 'linear', title: TITLES[definition], format: formatShareTick },
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
