/** The picture of many placements: how often a server gets how many items. */
import { drawChart, textWidth, type ChartSpec, type DrawnChart, type Mark, type Reference } from '@/kit/chart/chart';
import { formatCount, formatShare } from '@/kit/chart/format';
import { exactDensity, tallyDensity } from './tally';
import type { Exact, Placed } from './tasks';

export interface DistributionSize {
  width: number;
  height: number;
}

/** Bars are at least this wide, in pixels. */
const THINNEST = 3;

const QUANTILES = [
  ['p99', 'p99'],
  ['p50', 'p50'],
  ['p999', 'p99.9'],
] as const;

/** The loads worth showing: all that came up, and the capacity unless it is out of all proportion. */
export function shownLoads(placed: Placed, capacity: number): [number, number] {
  const first = placed.loads.values[0] ?? 0;
  const last = placed.maxima.values.at(-1) ?? first;
  const spread = Math.max(4, last - first);
  return [
    Math.max(0, capacity < first && first - capacity < spread ? capacity - 1 : first - 1),
    capacity > last && capacity - last < spread ? capacity + 1 : last + 1,
  ];
}

/** Takes the label off every line whose label would touch another's. Earlier lines in the list go first. */
function withRoomForLabels(lines: readonly Reference[], perItem: number): Reference[] {
  const taken: [number, number][] = [];
  return lines
    .map((line): Reference => {
      const half = textWidth(line.label ?? '') / 2 + 4;
      const [from, to] = [line.value * perItem - half, line.value * perItem + half];
      if (taken.some(([start, end]) => from < end && to > start)) {
        return { axis: line.axis, value: line.value, tone: line.tone ?? 'plain' };
      }
      taken.push([from, to]);
      return line;
    })
    .sort((a, b) => a.value - b.value);
}

export function distributionSpec(
  placed: Placed,
  exact: Exact | null,
  capacity: number,
  size: DistributionSize,
  [first, last]: readonly [number, number] = shownLoads(placed, capacity),
): ChartSpec {
  const most = Math.max(8, Math.floor((size.width - 60) / THINNEST));
  const simulated = tallyDensity(placed.loads, first, last, most);
  const width = (simulated[0]?.high ?? 1) - (simulated[0]?.low ?? 0);
  const middle = width / 2 - 0.5;
  const marks: Mark[] = [
    {
      mark: 'histogram',
      figure: 'live',
      bins: simulated.map(({ low, density }) => [low + middle, density]),
      width,
      over: capacity,
    },
  ];
  if (exact && exact.probabilities.length > 0) {
    const bins = exactDensity(exact.first, exact.probabilities, first, last, most);
    marks.push({ mark: 'line', figure: 'exact', points: bins.map(({ low, density }) => [low + middle, density]) });
  }
  const inside = (value: number) => value >= first && value <= last;
  const perItem = (size.width - 60) / (last - first + 1);
  const references = withRoomForLabels(
    [
      { axis: 'x', value: capacity + 0.5, label: `capacity ${formatCount(capacity)}`, tone: 'limit' } as const,
      ...QUANTILES.map(([name, label]): Reference => ({
        axis: 'x',
        value: placed[name],
        label: `${label} ${formatCount(placed[name])}`,
        tone: 'quantile',
      })),
    ].filter(({ value }) => inside(value)),
    perItem,
  );
  return {
    title: 'How often a server gets how many items',
    description: `Half of the servers hold at most ${formatCount(placed.p50)} items, 99% at most ${formatCount(placed.p99)}, 99.9% at most ${formatCount(placed.p999)}.`,
    x: { kind: 'linear', title: 'Items on one server', domain: [first - 0.5, last + 0.5] },
    y: {
      kind: 'linear',
      title: width > 1 ? 'Share of servers, per item of load' : 'Share of servers',
      format: formatShare,
    },
    marks,
    references,
    labels: 'none',
  };
}

export const drawDistribution = (
  placed: Placed,
  exact: Exact | null,
  capacity: number,
  size: DistributionSize,
  window = shownLoads(placed, capacity),
): DrawnChart => drawChart(distributionSpec(placed, exact, capacity, size, window), size);
