/** The lab's picture: the measured curves of a source, and the reader's buffer on them. */
import {
  drawChart,
  type ChartSpec,
  type DotMark,
  type DrawnChart,
  type Label,
  type NumberAxis,
} from '@/kit/chart/chart';
import { formatBytes, formatCount, formatThroughput } from '@/kit/chart/format';
import { px } from '@/kit/chart/grammar';
import { NARROW } from '@/kit/lab/sizes';
import { ownOf, resultSentence, type Reading } from './figures';
import { pointAt, type Curve, type MeasuredPoint } from './measured';
import { SMALLEST_DRAWN, type LabState } from './state';

/** Heights of the picture, in pixels, as the style sheet has them. */
export const HEIGHTS = { wide: 300, narrow: 216 };

const MIB = 2 ** 20;

const drawnOf = ({ points }: Curve): MeasuredPoint[] => points.filter(([bytes]) => bytes >= SMALLEST_DRAWN);

function sizeAxis(own: readonly Reading[]): NumberAxis {
  const sizes = own.flatMap(({ curve }) => drawnOf(curve).map(([bytes]) => bytes));
  return {
    kind: 'log',
    base: 2,
    title: own[0]!.curve.calls === 'writes' ? 'Bytes per write or read' : 'Bytes per read',
    domain: [Math.min(...sizes), Math.max(...sizes)],
    ticks: [8, 10, 12, 14, 16, 18, 20, 22, 24, 26].map((power) => 2 ** power),
    format: formatBytes,
  };
}

const rateAxis = (readings: readonly Reading[]): NumberAxis => ({
  kind: 'linear',
  title: 'MiB per second',
  domain: [0, 1.04 * Math.max(...readings.flatMap(({ curve }) => curve.points.map(([, , , high]) => high)))],
  per: MIB,
  format: (rate) => formatCount(rate / MIB),
  reads: formatThroughput,
});

/** Rates nearer to each other lie on each other in the picture. */
const NEAR = 0.05;

/** The name of a curve, beside its end. */
function labelOf({ kind, machine, curve }: Reading, readings: readonly Reading[], width: number): Label | string {
  // A phone has no room for machines' names beside the plot: the bars below have them, and their marks.
  if (kind !== 'measured') return width < NARROW || curve.calls !== readings[0]!.curve.calls ? '' : machine;
  if (curve.calls !== 'summing reads') return curve.calls;
  // The few points of readers that sum are named within the plot, away from the reads' curve, and not where they lie on it.
  const [bytes, rate] = curve.points.at(-1)!;
  const reads = ownOf(readings).find((one) => one.curve.calls === 'reads')!.curve;
  const over = rate / (pointAt(reads, bytes)?.[1] ?? rate);
  if (Math.abs(over - 1) < NEAR) return '';
  return { text: 'summing', at: [bytes, rate], side: over > 1 ? 'left' : 'right' };
}

/** The points of a curve; only the page's own have their intervals. */
function dotsOf(reading: Reading, readings: readonly Reading[], width: number): DotMark {
  const { kind, curve } = reading;
  const isOwn = kind === 'measured';
  const label = labelOf(reading, readings, width);
  return {
    mark: 'dots',
    figure: kind,
    quiet: !isOwn,
    hollow: curve.calls !== readings[0]!.curve.calls,
    points: drawnOf(curve).map(([x, y, low, high]) => (isOwn ? { x, y, low, high } : { x, y })),
    says: isOwn ? curve.calls : `${curve.calls}, ${reading.machine}`,
    ...(label !== '' && { label }),
  };
}

export function curvesSpec(state: Readonly<LabState>, readings: readonly Reading[], width: number): ChartSpec {
  return {
    title: `Speed by size of calls: ${readings[0]!.source}`,
    description: resultSentence(state, ownOf(readings)),
    x: sizeAxis(ownOf(readings)),
    y: rateAxis(readings),
    // The curve in the hand lies on top.
    marks: readings.map((reading) => dotsOf(reading, readings, width)).reverse(),
    labels: 'direct',
  };
}

export interface DrawnCurves extends DrawnChart {
  /** Place of the reader's buffer on the first curve, in pixels; on the axis where nothing was measured. */
  hand: { x: number; y: number };
}

export function drawCurves(
  state: Readonly<LabState>,
  readings: readonly Reading[],
  size: { width: number; height: number },
): DrawnCurves {
  const drawn = drawChart(curvesSpec(state, readings, size.width), size);
  const { plot, x, y } = drawn;
  const [left, right] = [plot.left, plot.left + plot.width];
  const curves = readings.map(({ kind, curve }, index) => {
    const inPlot = drawnOf(curve).filter(([bytes]) => x(bytes) >= left - 1 && x(bytes) <= right + 1);
    const look = `mt-stroke mt-stroke--${kind}${kind === 'measured' ? '' : ' mt-quiet'}${index > 0 ? ' mt-bs-also' : ''}`;
    return `<path class="${look}" d="M${inPlot.map(([bytes, rate]) => `${px(x(bytes))},${px(y(rate))}`).join('L')}"/>`;
  });
  const bests = ownOf(readings)
    .filter(({ curve }) => curve.calls !== 'summing reads')
    .map(({ best: [bytes, rate] }) => `<circle class="mt-bs-best" cx="${px(x(bytes))}" cy="${px(y(rate))}" r="7.5"/>`);
  const hand = {
    x: Math.min(Math.max(x(state.buffer), left), right),
    y: y(readings[0]!.point?.[1] ?? 0),
  };
  const others = ownOf(readings)
    .slice(1)
    .flatMap(({ point }) =>
      point ? `<circle class="mt-bs-met" cx="${px(hand.x)}" cy="${px(y(point[1]))}" r="5"/>` : [],
    );
  const isRight = hand.x > left + plot.width * 0.75;
  const over = [
    ...bests,
    `<path class="mt-bs-hand" d="M${px(hand.x)},${px(plot.top)}V${px(plot.top + plot.height)}"/>`,
    `<text class="mt-bs-size" x="${px(hand.x + (isRight ? -7 : 7))}" y="${px(plot.top - 3)}" text-anchor="${isRight ? 'end' : 'start'}">${formatBytes(state.buffer)}</text>`,
    ...others,
    `<circle class="mt-bs-chosen" cx="${px(hand.x)}" cy="${px(hand.y)}" r="8"/>`,
  ].join('');
  // Lines lie below the dots, which follow the plot's own drawing.
  const svg = drawn.svg.replace('<svg x=', `${curves.join('')}<svg x=`).replace(/<\/svg>$/, `${over}</svg>`);
  return { ...drawn, hand, svg };
}
