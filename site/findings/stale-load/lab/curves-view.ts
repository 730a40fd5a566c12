/** The two charts: mean and 99th percentile of the time in system by the age of the information. */
import { drawChart, type ChartSpec, type DrawnChart, type Mark, type Reference } from '@/kit/chart/chart';
import { formatCount } from '@/kit/chart/format';
import { formatTime, nameOf, type Results } from './figures';
import { linesOf, OLDEST, type Line } from './lines';
import { isFresh, type LabState } from './state';
import { AGES, type Curves } from './tasks';

/** What a chart shows: a figure of the time in system. */
export const CHARTS = { mean: 'Mean time in system', p99: '99th percentile of the time' } as const;
export type ChartName = keyof typeof CHARTS;

/** The youngest age of the logarithmic axis, which has no place for what is fresh. */
export const YOUNGEST = AGES[1];

/** A line's points on the axis. */
const pointsOf = ({ ages }: Line, values: readonly number[]): [number, number][] =>
  ages.flatMap((age, index) => (age >= YOUNGEST ? [[age, values[index]!] as [number, number]] : []));

/** What the charts need: the curves, and what was simulated at the state's age as soon as it is known. */
export type Charted = Results & { curves: Curves };

export function curvesSpec(name: ChartName, state: LabState, { rows, curves }: Charted): ChartSpec {
  const { random, randomIsExact } = curves;
  const lines = linesOf(state, rows, curves);
  const level = random[name]!;
  const [looked, two] = lines;
  const curve = (index: 0 | 1, side: 'above' | 'below'): Mark => {
    const line = lines[index]!;
    const points = pointsOf(line, line[name]);
    // Named where there is room: well before its end.
    const at = points[Math.min(points.length - 1, index === 0 ? 9 : 11)] ?? [YOUNGEST, level];
    return {
      mark: 'line',
      figure: 'live',
      points,
      label: { text: nameOf(state, line.policy), at, side },
      quiet: index > 0,
    };
  };
  // The higher of two curves is named above it, the other below.
  const later = (values: readonly number[]) => values.at(-1) ?? 0;
  const isAbove = later(looked![name]) >= later(two![name]);
  const marks: Mark[] = [
    {
      mark: 'line',
      figure: randomIsExact[name] ? 'exact' : 'live',
      points: [
        [YOUNGEST, level],
        [OLDEST, level],
      ],
      label: { text: 'Random', at: [YOUNGEST, level], side: 'right' },
    },
    curve(1, isAbove ? 'below' : 'above'),
    curve(0, isAbove ? 'above' : 'below'),
  ];
  const references: Reference[] = [];
  const isShown = (age: number) => age >= YOUNGEST && age <= OLDEST;
  if (!isFresh(state) && isShown(state.age)) references.push({ axis: 'x', value: state.age, tone: 'plain' });
  // The line of the policy that is looked at, and the fainter one of the best of two.
  for (const [index, { crossings }] of lines.entries()) {
    const crossing = crossings[name];
    if (crossing === null || !isShown(crossing)) continue;
    const [words, tone] = index === 0 ? (['worse from', 'limit'] as const) : (['from', 'quantile'] as const);
    references.push({ axis: 'x', value: crossing, label: `${words} ${formatTime(crossing)}`, tone });
  }
  return {
    title: `${CHARTS[name]}, by the age of the information`,
    description: describe(name, state, lines, random[name]!),
    x: {
      kind: 'log',
      base: 2,
      title: 'Age (mean service times)',
      domain: [YOUNGEST, OLDEST],
      ticks: [0.25, 1, 4, 16, 64],
      format: formatCount,
    },
    y: { kind: 'log', title: `${CHARTS[name]} (mean service times)`, format: formatCount },
    marks,
    references,
    labels: 'direct',
  };
}

function describe(name: ChartName, state: LabState, lines: readonly Line[], random: number): string {
  const ends = lines.map(({ policy, ages, crossings, ...of }) => {
    const values = of[name];
    const crossing = crossings[name];
    const worse = crossing === null ? '' : `, worse than random from ${formatTime(crossing)}`;
    return `${nameOf(state, policy)} from ${formatTime(values[0] ?? 0)} where it is fresh to ${formatTime(values.at(-1) ?? 0)} where it is ${ages.at(-1)} old${worse}`;
  });
  return `${ends.join('; ')}; random ${formatTime(random)} at any age.`;
}

export const drawCurves = (
  name: ChartName,
  state: LabState,
  results: Charted,
  size: { width: number; height: number },
): DrawnChart => drawChart(curvesSpec(name, state, results), size);
