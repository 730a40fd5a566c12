/** The ratio of the two rates, over the handler's own time or over the size of the messages, and where it stops mattering. */
import { type ShownAs } from '@/kit/record/shown.ts';
import { drawChart, type ChartSpec, type DrawnChart, type Mark, type NumberAxis } from '@/kit/chart/chart';
import { formatBytes, formatRatio, formatSeconds } from '@/kit/chart/format';
import { px } from '@/kit/chart/grammar';
import { placementOf } from '@/kit/chart/machines.ts';
import type { MeasuredPoint } from './known';
import { isEcho, type LabState } from './state';
import type { Comparison, Sweep, SweepRequest } from './tasks';
import { TRANSPORTS } from './words';

/** The curve's ends: the least is as good as nothing, and from the largest on nothing changes any more. */
const TIMES_S = [1e-7, 0.1] as const;
const SIZES = [1, 64 * 2 ** 20] as const;
const POINTS = 97;

const between = ([from, to]: readonly [number, number]) =>
  Float64Array.from({ length: POINTS }, (_, index) => from * (to / from) ** (index / (POINTS - 1)));
const CURVES = {
  time: { values: between(TIMES_S), ends: TIMES_S },
  size: { values: between(SIZES), ends: SIZES },
} as const;
export type CurveName = keyof typeof CURVES;

export const valuesOf = (curve: CurveName): Float64Array => CURVES[curve].values;

/** The quantity that is varied: the handler's time, or the size of what comes back, and with it of what is sent where both are alike. */
export function sweptBy(state: Readonly<LabState>, curve: CurveName): SweepRequest['over'] {
  if (curve === 'time') return 'application';
  return isEcho(state) ? 'both' : 'response';
}

/** Where something lies on an axis that begins a little above nothing. */
const within = (value: number, [from, to]: readonly [number, number]): number | null =>
  value > to ? null : Math.max(from, value);

/** Where the reader's request lies on the curve; null beyond its end. */
export function hereOf(state: Readonly<LabState>, curve: CurveName): number | null {
  return within(curve === 'time' ? state.application / 1e6 : state.received, CURVES[curve].ends);
}

/** The ratio from which on the kind of socket matters: above 1 where the second kind is faster, below where it is slower. */
export function threshold({ share }: Readonly<LabState>, { ratios }: Sweep): number {
  const limit = 1 + share / 100;
  return (ratios[0] ?? 1) < 1 ? 1 / limit : limit;
}

interface CurveResults {
  compared: Comparison;
  swept: Sweep;
  /** Measured ratios, in the units of the axis' controls: microseconds or bytes. */
  known: readonly MeasuredPoint[];
  /** Measured ratios of machines that are laid over the page. */
  beside?: readonly MeasuredPoint[];
}

function axisOf(state: Readonly<LabState>, curve: CurveName): NumberAxis {
  if (curve === 'time') {
    return {
      kind: 'log',
      title: 'Your handler’s own time per request',
      domain: TIMES_S,
      ticks: [1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1],
      format: (seconds) => (seconds === TIMES_S[0] ? 'none' : formatSeconds(seconds)),
    };
  }
  return {
    kind: 'log',
    base: 2,
    title: isEcho(state) ? 'Bytes there and back, each' : 'Bytes back',
    domain: SIZES,
    format: formatBytes,
  };
}

/** Beyond this, in shares of its own height, the plot reaches over and under what it shows. */
const MARGIN = 0.06;

function heights(state: Readonly<LabState>, { swept, known, beside = [] }: CurveResults): [number, number] {
  const all = [
    1,
    threshold(state, swept),
    ...swept.lows,
    ...swept.highs,
    // Not the ends of their intervals: one noisy round would leave no room for the curve.
    ...[...known, ...beside].flatMap(({ ratio, rounds, published }) => [ratio?.[0] ?? 1, ...rounds, published ?? 1]),
  ];
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const margin = (high - low) * MARGIN;
  return [low - margin, high + margin];
}

export function curveSpec(state: Readonly<LabState>, curve: CurveName, results: CurveResults): ChartSpec {
  const { compared, swept, known, beside = [] } = results;
  const { values, ends } = CURVES[curve];
  const unit = curve === 'time' ? 1e-6 : 1;
  const limit = threshold(state, swept);
  const dotsOf =
    (kind: ShownAs) =>
    ({ at, ratio, rounds, published }: MeasuredPoint): Mark[] => {
      const x = within(at * unit, ends);
      if (x === null) return [];
      const each = rounds.map((round) => ({ x, y: round }));
      const median = ratio && { x, y: ratio[0], low: ratio[1], high: ratio[2] };
      return [
        ...(each.length > 0 ? [{ mark: 'dots', ...placementOf(kind), quiet: true, points: each } as const] : []),
        ...(median ? [{ mark: 'dots', ...placementOf(kind), points: [median] } as const] : []),
        ...(published === null || kind === 'second'
          ? []
          : [{ mark: 'dots', figure: 'published', points: [{ x, y: published }] } as const]),
      ];
    };
  const marks: Mark[] = [
    {
      mark: 'band',
      figure: 'predicted',
      points: Array.from(values, (x, index) => [x, swept.lows[index] as number, swept.highs[index] as number] as const),
    },
    {
      mark: 'line',
      figure: 'predicted',
      points: Array.from(values, (x, index) => [x, swept.ratios[index] as number] as const),
    },
    ...known.flatMap(dotsOf('measured')),
    ...beside.flatMap(dotsOf('second')),
  ];
  const from = curve === 'time' ? compared.applicationForShareS : compared.bytesForShare;
  const shown = from > ends[0] && from <= ends[1];
  const write = curve === 'time' ? formatSeconds : formatBytes;
  return {
    title: `${rateTitle(state)}, by ${curve === 'time' ? 'your handler’s own time' : 'size'}`,
    description: `For this request it is ${formatRatio(compared.ratio)}.`,
    x: axisOf(state, curve),
    y: {
      kind: 'linear',
      title: rateTitle(state),
      domain: heights(state, results),
      format: formatTick,
      reads: formatRatio,
    },
    marks,
    references: [
      { axis: 'y', value: 1 },
      { axis: 'y', value: limit, tone: 'limit', label: `${state.share}% ${limit > 1 ? 'more' : 'less'}` },
      ...(shown
        ? [{ axis: 'x' as const, value: from, label: `below ${state.share}% from ${write(rounded(from))} on` }]
        : []),
    ],
    labels: 'direct',
  };
}

/** A result of the model, as round as it deserves. */
const rounded = (value: number): number => Number(value.toPrecision(2));

const formatTick = (ratio: number): string => String(Number(ratio.toPrecision(6)));

/** Title of the vertical axis. */
const rateTitle = ({ transport, against }: Readonly<LabState>): string =>
  `Requests per second, ${TRANSPORTS[against].short} over ${TRANSPORTS[transport].short}`;

export function drawCurve(
  state: Readonly<LabState>,
  curve: CurveName,
  results: CurveResults,
  size: { width: number; height: number },
): DrawnChart {
  const drawn = drawChart(curveSpec(state, curve, results), size);
  const at = hereOf(state, curve);
  const here =
    at === null
      ? ''
      : `<circle class="mt-us-here" cx="${px(drawn.x(at))}" cy="${px(drawn.y(results.compared.ratio))}" r="6"/>`;
  return { ...drawn, svg: drawn.svg.replace(/<\/svg>$/, `${here}</svg>`) };
}
