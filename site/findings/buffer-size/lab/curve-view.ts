/** The lab's picture: the measured curve of each machine, as shares of its own best, and the reader's buffer. */
import { drawChart, type ChartSpec, type DotMark, type DrawnChart, type NumberAxis } from '@/kit/chart/chart';
import { formatBytes, formatShare } from '@/kit/chart/format';
import { px } from '@/kit/chart/grammar';
import { NARROW } from '@/kit/lab/sizes';
import { resultSentence, type Reading } from './figures';
import { measuredShare, READ_BYTES, type Source } from './measured';
import { SMALLEST_DRAWN, type LabState } from './state';

/** Heights of the picture, in pixels, as the style sheet has them. */
export const HEIGHTS = { wide: 300, narrow: 216 };

const SHARE_AXIS: NumberAxis = {
  kind: 'linear',
  title: 'Speed, of each machine’s best',
  domain: [0, 1.1],
  ticks: [0, 0.2, 0.4, 0.6, 0.8, 1],
  format: (share) => `${Math.round(share * 100)}%`,
  reads: formatShare,
};

const sizesOf = ({ points }: Source): number[] =>
  points.map(([bytes]) => bytes).filter((bytes) => bytes >= SMALLEST_DRAWN);

function sizeAxis(source: Source): NumberAxis {
  const sizes = sizesOf(source);
  return {
    kind: 'log',
    base: 2,
    title: source.calls === 'reads' ? 'Bytes per read' : `Bytes per write, with reads of ${formatBytes(READ_BYTES)}`,
    domain: [sizes[0]!, sizes.at(-1)!],
    ticks: [8, 10, 12, 14, 16, 18, 20, 22, 24, 26].map((power) => 2 ** power),
    format: formatBytes,
  };
}

/** The points of a machine; only the page's own have their intervals. */
function dotsOf({ machine, kind, source }: Reading): DotMark {
  const isOwn = kind === 'measured';
  const points = sizesOf(source).map((x) => {
    const { value: y, low, high } = measuredShare(source, x)!;
    return isOwn ? { x, y, low, high } : { x, y };
  });
  return { mark: 'dots', figure: kind, quiet: !isOwn, points, label: machine };
}

export function curvesSpec(state: Readonly<LabState>, readings: readonly Reading[], width: number): ChartSpec {
  const { source } = readings[0]!;
  return {
    title: `Speed by the size of ${source.calls}: ${source.label}`,
    description: resultSentence(state, readings),
    x: sizeAxis(source),
    y: SHARE_AXIS,
    // The page's own lie on top.
    marks: readings.map(dotsOf).reverse(),
    // A phone has no room for them beside the plot: the bars below have names and marks.
    labels: width < NARROW ? 'none' : 'direct',
  };
}

export interface DrawnCurves extends DrawnChart {
  /** Place of the reader's buffer on the own curve, in pixels; on the axis where nothing was measured. */
  hand: { x: number; y: number };
}

export function drawCurves(
  state: Readonly<LabState>,
  readings: readonly Reading[],
  size: { width: number; height: number },
): DrawnCurves {
  const own = readings[0]!;
  const drawn = drawChart(curvesSpec(state, readings, size.width), size);
  const { plot, x, y } = drawn;
  const [left, right] = [plot.left, plot.left + plot.width];
  const at = (source: Source, bytes: number) => `${px(x(bytes))},${px(y(measuredShare(source, bytes)!.value))}`;
  const curves = readings.map(({ kind, source }) => {
    const inPlot = sizesOf(source).filter((bytes) => x(bytes) >= left - 1 && x(bytes) <= right + 1);
    const quiet = kind === 'measured' ? '' : ' mt-quiet';
    return `<path class="mt-stroke mt-stroke--${kind}${quiet}" d="M${inPlot.map((bytes) => at(source, bytes)).join('L')}"/>`;
  });
  const bests = readings.map(({ kind, source, best: [bytes] }) => {
    const [cx, cy] = at(source, bytes).split(',');
    return `<circle class="mt-bs-best mt-bs-best--${kind}" cx="${cx}" cy="${cy}" r="7.5"/>`;
  });
  const hand = {
    x: Math.min(Math.max(x(state.buffer), left), right),
    y: y(own.share?.value ?? 0),
  };
  const isRight = hand.x > left + plot.width * 0.75;
  const svg = [
    ...curves,
    ...bests,
    `<path class="mt-bs-hand" d="M${px(hand.x)},${px(plot.top)}V${px(plot.top + plot.height)}"/>`,
    `<text class="mt-bs-size" x="${px(hand.x + (isRight ? -7 : 7))}" y="${px(plot.top - 3)}" text-anchor="${isRight ? 'end' : 'start'}">${formatBytes(state.buffer)}</text>`,
    `<circle class="mt-bs-chosen" cx="${px(hand.x)}" cy="${px(hand.y)}" r="8"/>`,
  ].join('');
  return { ...drawn, hand, svg: drawn.svg.replace(/<\/svg>$/, `${svg}</svg>`) };
}
