/** The tool's picture: how soon a lost peer can be noticed, against the probes an hour that it takes. */
import { drawChart, NARROW_WIDTH, type ChartSpec, type DrawnChart, type Mark } from '@/kit/chart/chart';
import { formatCount } from '@/kit/chart/format';
import { px } from '@/kit/chart/grammar';
import { formatInteger } from '@/kit/lab/state';
import { PROBES, WITHIN } from './limits';
import { formatSpan, tickSpan } from './spans';
import type { ReverseState } from './state';
import { KNOWN, type Plan } from './tasks';
import { resultSentence } from './words';

/** Probes an hour of the settings held against: one in two hours is what Linux's defaults send. */
const KNOWN_PROBES = KNOWN.map(({ idleS }) => 3600 / idleS);
const PROBES_SHOWN = [Math.min(...KNOWN_PROBES), PROBES[1]] as const;

function spec(state: ReverseState, plan: Plan, width: number): ChartSpec {
  const narrow = width < NARROW_WIDTH;
  const curve = Array.from(plan.probes, (probes, index): [number, number] => [probes, plan.soonest[index] as number]);
  const marks: Mark[] = KNOWN.map(({ label }, index) => ({
    mark: 'dots',
    figure: 'published',
    points: [{ x: KNOWN_PROBES[index] as number, y: plan.known[index] as number }],
    label: { text: label, side: narrow && index === 0 ? 'above' : 'right' },
  }));
  marks.push({
    mark: 'line',
    figure: 'predicted',
    points: curve,
    label: { text: 'the soonest possible', at: curve.find(([probes]) => probes >= 3) ?? [1, 1], side: 'right' },
  });
  return {
    title: 'How soon a lost peer can be noticed, by probes an hour',
    description: resultSentence(state, plan.advice),
    x: {
      kind: 'log',
      title: 'Probes an hour on an idle connection',
      domain: PROBES_SHOWN,
      ticks: [1, 4, 12, 60, 240, 720, 3600],
      format: formatInteger,
      reads: formatCount,
    },
    y: {
      kind: 'log',
      title: 'Noticed within',
      domain: WITHIN,
      ticks: [2, 10, 60, 600, 3600, 21_600, 86_400],
      format: tickSpan,
      reads: formatSpan,
    },
    marks,
    labels: 'direct',
  };
}

/** What can be had: everything above the curve. Drawn under the chart's own lines. */
function feasible({ x, y, plot }: DrawnChart, { probes, soonest }: Plan): string {
  const points = Array.from(probes, (count, index) => `${px(x(count))},${px(y(soonest[index] as number))}`);
  const left = px(x(probes[0] as number));
  return `<path class="mt-reverse-feasible" d="M${left},${px(plot.top)}L${points.join('L')}V${px(plot.top)}Z"/>`;
}

/** From the point that is asked for to both axes, and no further: beyond it stand the names of other points. */
function crosshair({ x, y, plot }: DrawnChart, { probes, within }: ReverseState): string {
  const corner = `M${px(plot.left)},${px(y(within))}H${px(x(probes))}V${px(plot.top + plot.height)}`;
  return `<path class="mt-reference mt-reference--plain" d="${corner}"/>`;
}

export function drawTradeOff(state: ReverseState, plan: Plan, size: { width: number; height: number }): DrawnChart {
  const chart = drawChart(spec(state, plan, size.width), size);
  return { ...chart, svg: chart.svg.replace('</desc>', `</desc>${feasible(chart, plan)}${crosshair(chart, state)}`) };
}
