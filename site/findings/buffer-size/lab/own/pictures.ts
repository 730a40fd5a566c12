/** The pictures of the reader's measurements: throughput with the fit and its band, and below it what the fit leaves over. */
import { drawChart, textWidth, type ChartSpec, type NumberAxis } from '@/kit/chart/chart';
import { formatCount } from '@/kit/chart/format';
import { heightAxis, rulerAround, SIZE_AXIS } from '../axes';
import { NARROW } from '../sizes';
import type { Fitted, Parsed } from '../tasks';
import { gridFor, rangeOf } from './data';

/** Whose points they are: the record's, as an example, or the reader's. */
export type Whose = 'measured' | 'yours';

/** Heights of the two pictures in pixels. The style sheet says the same. */
export const HEIGHTS = { fit: { wide: 300, narrow: 260 }, residuals: { wide: 170, narrow: 160 } } as const;

const MIB = 2 ** 20;

/** Whole powers of two around the sizes of the points. */
function sizeAxis(parsed: Parsed, title: string): NumberAxis {
  const [smallest, largest] = rangeOf(parsed);
  const low = 2 ** Math.floor(Math.log2(smallest));
  const { kind, base, format } = SIZE_AXIS as NumberAxis & { base: 2; format: (value: number) => string };
  return { kind, base, format, title, domain: [low, Math.max(2 * low, 2 ** Math.ceil(Math.log2(largest)))] };
}

export function fitSpec(parsed: Parsed, fitted: Fitted | null, whose: Whose): ChartSpec {
  const { bytes, seconds } = parsed;
  const grid = gridFor(parsed);
  const points = [...bytes].map((size, index) => ({ x: size, y: size / (seconds[index] as number) }));
  const { low, high } = fitted?.band ?? { low: [], high: [] };
  const band = [...grid].map((size, index) => {
    return [size, size / (high[index] as number), size / (low[index] as number)] as const;
  });
  const domain = rulerAround(points.length > 0 ? points.map(({ y }) => y) : [MIB], MIB);
  return {
    title: 'Throughput by buffer size, and the fit',
    description: `${points.length} points${fitted ? ', and the fitted law through them' : ''}.`,
    x: sizeAxis(parsed, ''),
    y: heightAxis('throughput', domain),
    marks: [
      ...(fitted
        ? ([
            { mark: 'band', figure: 'predicted', quiet: true, points: band },
            {
              mark: 'line',
              figure: 'predicted',
              // The band lies around the law by the same factor to either side.
              points: band.map(([size, slow, fast]) => [size, Math.sqrt(slow * fast)] as const),
            },
          ] as const)
        : []),
      { mark: 'dots', figure: whose, points },
    ],
    labels: 'none',
  };
}

/** Spans of the axis of residuals to either side: the least is such that noise of a percent does not fill it. */
const SPANS = [0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100];

/** The widest label of a picture's vertical axis, in pixels. */
const widestTick = ({ y }: ChartSpec): number =>
  y.kind === 'band' ? 0 : Math.max(...(y.ticks ?? []).map((tick) => textWidth(y.format?.(tick) ?? '')));

/** A label with so much room before it that it is so wide, in pixels: pictures below each other then start alike. */
function padded(text: string, width: number): string {
  const space = '\u00a0';
  return space.repeat(Math.max(0, Math.round((width - textWidth(text)) / textWidth(space)))) + text;
}

export function residualSpec(parsed: Parsed, fitted: Fitted | null, whose: Whose, labelWidth = 0): ChartSpec {
  const { bytes, residuals } = fitted ?? { bytes: [], residuals: [] };
  const points = [...bytes].map((size, index) => ({ x: size, y: residuals[index] as number }));
  const largest = Math.max(0, ...points.map(({ y }) => Math.abs(y)));
  const span = SPANS.find((least) => least >= largest) ?? largest;
  const signed = (share: number) => (share > 0 ? '+' : share < 0 ? '−' : '') + `${formatCount(Math.abs(share) * 100)}%`;
  return {
    title: 'What the fit leaves over',
    description: `How much longer or shorter each of ${points.length} points takes than the law says.`,
    x: sizeAxis(parsed, 'Bytes per call'),
    y: {
      kind: 'linear',
      title: 'Time measured over time fitted, less one',
      domain: [-1.1 * span, 1.1 * span],
      ticks: [-span, 0, span],
      format: (share) => padded(signed(share), labelWidth),
    },
    marks: [{ mark: 'dots', figure: whose, points }],
    references: [{ axis: 'y', value: 0 }],
    labels: 'none',
  };
}

/** Both pictures, one below the other. */
export function drawOwn(parsed: Parsed, fitted: Fitted | null, whose: Whose, width: number): string {
  const size = width < NARROW ? 'narrow' : 'wide';
  const above = fitSpec(parsed, fitted, whose);
  return (
    drawChart(above, { width, height: HEIGHTS.fit[size] }).svg +
    drawChart(residualSpec(parsed, fitted, whose, widestTick(above)), { width, height: HEIGHTS.residuals[size] }).svg
  );
}
