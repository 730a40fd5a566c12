/** The planner's picture: the chance of an overload against the number of servers. */
import { drawChart, type ChartSpec, type DrawnChart, type Mark, type Reference } from '@/kit/chart/chart';
import { formatCount } from '@/kit/chart/format';
import { steps } from '@/kit/lab/slider-stops';
import { formatRisk } from './figures';
import type { LabState } from './state';
import type { Plan } from './tasks';

/** Chances below this are not drawn: one in ten million placements. */
const LOWEST_CHANCE = 1e-6;

/** The lowest chance the chart shows: that of the exact curves, or what so many repetitions can tell from nothing. */
export function lowestChance(plan: Plan, risk: number): number {
  const resolved = plan.exact ? LOWEST_CHANCE : Math.max(LOWEST_CHANCE, 0.5 / Math.max(1, plan.repetitions));
  return 10 ** Math.floor(Math.log10(Math.min(resolved, risk / 2)));
}

/** The axis is at least so many servers long. */
const FEWEST_SHOWN = 6;

type Point = readonly [number, number];

/** A curve's points, the first one at or below the lowest chance included, so that the line runs out of the picture. */
function points(plan: Plan, chances: Float64Array, lowest: number): Point[] {
  const result: Point[] = [];
  for (let i = 0; i < chances.length; i++) {
    const chance = chances[i] as number;
    result.push([plan.servers[i] as number, Math.max(chance, lowest / 10)]);
    if (chance < lowest) break;
  }
  return result;
}

export function plannerSpec(
  plan: Plan,
  { risk, scope, servers }: Pick<LabState, 'risk' | 'scope' | 'servers'>,
  before: { plan: Plan; label: string } | null,
): ChartSpec {
  const lowest = lowestChance(plan, risk);
  /** A curve, named where it crosses the middle of the picture: any server to the right of it, one server to the left. */
  const curve = (of: Plan, which: 'any' | 'server', text: string, quiet: boolean): Mark => {
    const line = points(of, which === 'any' ? of.anyOver : of.serverOver, lowest);
    const middle = lowest ** (which === 'any' ? 0.55 : 0.75);
    const at = line.find(([, chance]) => chance < middle) ?? line.at(-1) ?? [1, 1];
    return {
      mark: 'line',
      figure: of.exact ? 'exact' : 'live',
      points: line,
      label: { text, at, side: which === 'any' ? 'right' : 'left' },
      quiet,
    };
  };
  const marks: Mark[] = [];
  if (before) marks.push(curve(before.plan, scope, before.label, true));
  for (const which of ['server', 'any'] as const) {
    const label = which === 'any' ? 'any server' : 'one server';
    marks.push({ ...curve(plan, which, label, which !== scope) });
  }
  const needed = plan.needed?.[scope];
  const plans = before ? [before.plan, plan] : [plan];
  const first = Math.min(...plans.map(({ servers: [least = 1] }) => least));
  // A steep curve still gets a few servers' width, so that it does not pass for a gentle one.
  const last = Math.max(...plans.map(({ servers: tried }) => tried.at(-1) ?? 1), first + FEWEST_SHOWN);
  const at = (value: number, label: string, tone: Reference['tone']): Reference => ({
    axis: 'x',
    value,
    label,
    ...(tone && { tone }),
  });
  const references: Reference[] = [
    { axis: 'y', value: risk, label: `tolerated risk ${formatRisk(risk)}`, tone: 'limit' },
    ...(needed === undefined ? [] : [at(needed, `${formatCount(needed)} needed`, 'quantile')]),
    ...(servers === needed || servers < first || servers > last
      ? []
      : [at(servers, `now ${formatCount(servers)}`, 'plain')]),
  ];
  const linear = last / first <= 8;
  return {
    title: 'The chance of an overload, by number of servers',
    description:
      needed === undefined
        ? 'No number of servers within the limits is enough for the tolerated risk.'
        : `${formatCount(needed)} servers keep the chance that ${scope === 'any' ? 'any server is' : 'a server is'} overloaded at or under ${formatRisk(risk)}.`,
    x: {
      kind: linear ? 'linear' : 'log',
      title: 'Servers',
      domain: [first, last],
      format: formatCount,
      // There is no half server.
      ...(linear && last - first <= 10 && { ticks: steps(first, last, 1) }),
    },
    y: { kind: 'log', title: 'Chance of an overload', domain: [lowest, 1], format: formatRisk },
    marks,
    references,
  };
}

export const drawPlanner = (
  plan: Plan,
  state: Pick<LabState, 'risk' | 'scope' | 'servers'>,
  before: { plan: Plan; label: string } | null,
  size: { width: number; height: number },
): DrawnChart => drawChart(plannerSpec(plan, state, before), size);
