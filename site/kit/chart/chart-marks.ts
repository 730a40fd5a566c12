/** Draws marks: curves, histograms, bands, cells and dots. */
import { area, curveLinear, curveStep, curveStepAfter, line } from 'd3';
import { outermost } from './chart-axes.ts';
import { DOT_RADIUS, textWidth, type Geometry } from './chart-geometry.ts';
import type { BandMark, ChartSpec, DotMark, HeatMark, HistogramMark, LineMark, Mark, MarkBase } from './chart-spec.ts';
import { inAttribute } from './chart-words.ts';
import { escapeText, markShape, px } from './grammar.ts';

/** The part of a mark that must not leave the plot; dots may. */
export function drawClipped(geometry: Geometry, mark: Mark): string {
  switch (mark.mark) {
    case 'line':
    case 'step':
      return drawLine(geometry, mark);
    case 'histogram':
      return drawHistogram(geometry, mark);
    case 'band':
      return drawBand(geometry, mark);
    case 'heat':
      return drawHeat(geometry, mark);
    case 'dots':
      return '';
  }
}

/**
 * A path of straight lines, as d3 writes it to a tenth of a pixel, in fewer characters: each line by how far it goes, and one that is
 * level or upright by one number.
 */
export function shortPath(path: string): string {
  let [x, y] = [0, 0];
  return path.replaceAll(/([ML])(-?[\d.]+),(-?[\d.]+)/g, (moved: string, command: string, toX: string, toY: string) => {
    const [right, down] = [px(Number(toX) - x), px(Number(toY) - y)];
    [x, y] = [Number(toX), Number(toY)];
    if (command === 'M') return moved;
    return Number(down) === 0 ? `h${right}` : Number(right) === 0 ? `v${down}` : `l${right},${down}`;
  });
}

/** Tells if a position is a number near enough that drawing to it does not overflow. */
const isDrawable = (pixels: number): boolean => Math.abs(pixels) < 1e6;

const strokeClass = (mark: MarkBase): string => `mt-stroke mt-stroke--${mark.figure}${mark.quiet ? ' mt-quiet' : ''}`;

function drawLine(geometry: Geometry, mark: LineMark): string {
  const { x, y } = geometry;
  const isNeeded = mark.mark === 'step' ? () => true : cornersOf(mark.points.map(([atX, atY]) => [x(atX), y(atY)]));
  const path = line<readonly [number, number]>()
    .defined(([atX, atY]) => isDrawable(x(atX)) && isDrawable(y(atY)))
    .x(([value]) => x(value) + (mark.offset ?? 0))
    .y(([, value]) => y(value))
    .curve(mark.mark === 'step' ? curveStep : curveLinear)
    .digits(1);
  const read = mark.points.flatMap(([value, height], index) =>
    geometry.words.isWhole(mark) || isNeeded(index) ? [{ index, x: value, y: height }] : [],
  );
  const drawn = shortPath(path(mark.points.filter((_, i) => isNeeded(i))) ?? '');
  return `<path class="${strokeClass(mark)}"${readAt(geometry, mark, read)} d="${drawn}"/>`;
}

/** Attributes for the readable points of a line or tops of bins: their rows, and their positions. */
function readAt(
  { plot, x, y, words }: Geometry,
  mark: Mark,
  points: readonly { readonly index: number; readonly x: number; readonly y: number }[],
): string {
  const read = points.flatMap(({ index, ...point }) => {
    const [atX, atY] = [x(point.x) + (mark.offset ?? 0), y(point.y)];
    const isInside =
      isWithin(atX, plot.left, plot.left + plot.width) && isWithin(atY, plot.top, plot.top + plot.height);
    const row = isInside ? words.rowOf(mark, index, point) : undefined;
    return row === undefined ? [] : [{ row, at: `${Math.round(atX)},${Math.round(atY)}` }];
  });
  if (read.length === 0) return '';
  return ` data-rows="${read.map(({ row }) => row).join(' ')}" data-at="${read.map(({ at }) => at).join(' ')}"`;
}

function drawHistogram(geometry: Geometry, mark: HistogramMark): string {
  const { plot, x, y } = geometry;
  const bottom = plot.top + plot.height;
  const shape = (bins: HistogramMark['bins']) => {
    const last = bins.at(-1);
    if (last === undefined) return { outline: '', filled: '' };
    // Each bin as its left edge, and the right edge of the last to close the outline.
    const edges = [
      ...bins.map(([value, h]) => [value - mark.width / 2, h] as const),
      [last[0] + mark.width / 2, last[1]] as const,
    ];
    const xOf = ([value]: readonly [number, number]) => x(value);
    const yOf = ([, h]: readonly [number, number]) => y(h);
    return {
      outline: shortPath(line<readonly [number, number]>(xOf, yOf).curve(curveStepAfter).digits(1)(edges) ?? ''),
      filled: shortPath(area<readonly [number, number]>(xOf, bottom, yOf).curve(curveStepAfter).digits(1)(edges) ?? ''),
    };
  };
  const limit = mark.over ?? Infinity;
  const within = shape(mark.bins.filter(([value]) => value <= limit));
  const beyond = shape(mark.bins.filter(([value]) => value > limit));
  const tops = mark.bins.map(([value, h], index) => ({ index, x: value, y: h }));
  return (
    (within.filled && `<path class="mt-area mt-area--${mark.figure}" d="${within.filled}"/>`) +
    (beyond.filled && `<path class="mt-area mt-area--over" d="${beyond.filled}"/>`) +
    `<path class="${strokeClass(mark)}"${readAt(geometry, mark, tops)} d="${shape(mark.bins).outline}"/>`
  );
}

function drawBand({ plot, x, y }: Geometry, mark: BandMark): string {
  const bottom = plot.top + plot.height;
  // An end beyond the axis, or at nothing on a logarithmic one, is drawn at its edge.
  const at = (value: number) => clamp(y(value), bottom, plot.top);
  const isLow = cornersOf(mark.points.map(([value, low]) => [x(value), Number.isNaN(low) ? NaN : at(low)]));
  const isHigh = cornersOf(mark.points.map(([value, , high]) => [x(value), Number.isNaN(high) ? NaN : at(high)]));
  const path = area<readonly [number, number, number]>(
    ([value]) => x(value),
    ([, low]) => at(low),
    ([, , high]) => at(high),
  )
    .defined(([value, low, high]) => isDrawable(x(value)) && !Number.isNaN(low) && !Number.isNaN(high))
    .digits(1);
  const drawn = shortPath(path(mark.points.filter((_, i) => isLow(i) || isHigh(i))) ?? '');
  return `<path class="mt-area mt-area--${mark.figure}${mark.quiet ? ' mt-quiet' : ''}" d="${drawn}"/>`;
}

/** Largest deviation of a drawn line from its points, in pixels. */
const TOLERANCE = 0.1;

/**
 * Selects the points that it takes to draw a line (Ramer 1972, Douglas and Peucker 1973): a smooth curve has more than an eye can tell
 * apart, and each of them is bytes in the page. Points that can't be drawn are selected, since they end a line.
 */
function cornersOf(points: readonly (readonly [number, number])[]): (index: number) => boolean {
  const corners = new Set<number>();
  const visit = (first: number, last: number) => {
    const [[x1, y1], [x2, y2]] = [points[first]!, points[last]!];
    const [dx, dy] = [x2 - x1, y2 - y1];
    let [farthest, distance] = [first, TOLERANCE];
    for (let i = first + 1; i < last; i++) {
      const [x, y] = points[i]!;
      const along = Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy || 1)));
      const away = Math.hypot(x - x1 - along * dx, y - y1 - along * dy);
      if (away > distance) [farthest, distance] = [i, away];
    }
    if (farthest === first) return;
    corners.add(farthest);
    visit(first, farthest);
    visit(farthest, last);
  };
  let start = 0;
  points.forEach((at, i) => {
    const isPlaced = at.every(isDrawable);
    const end = isPlaced ? i : i - 1;
    if (isPlaced && i < points.length - 1) return;
    if (start <= end) {
      visit(start, end);
      corners.add(start).add(end);
    }
    corners.add(i);
    start = i + 1;
  });
  return (index) => corners.has(index);
}

function drawHeat({ x, y, xStep, yStep }: Geometry, mark: HeatMark): string {
  const [low, high] = mark.domain;
  return mark.cells
    .map((cell) => {
      const strength = Math.min(1, Math.max(0, (cell.value - low) / (high - low || 1)));
      const opacity = 0.08 + 0.82 * strength;
      const ink = strength > 0.55 ? 'mt-cell-text mt-cell-text--strong' : 'mt-cell-text';
      return (
        `<rect class="mt-cell mt-cell--${mark.figure}" x="${px(x(cell.x) - xStep / 2)}" y="${px(y(cell.y) - yStep / 2)}" width="${px(xStep)}" height="${px(yStep)}" fill-opacity="${opacity.toFixed(2)}"/>` +
        (textWidth(cell.text) > xStep
          ? ''
          : `<text class="${ink}" x="${px(x(cell.x))}" y="${px(y(cell.y))}" dy="0.35em" text-anchor="middle">${escapeText(cell.text)}</text>`)
      );
    })
    .join('');
}

export function drawDots({ spec, plot, x, y, words }: Geometry, mark: DotMark): string {
  const isAlongY = (mark.interval ?? 'y') === 'y';
  const { left, top } = plot;
  const [right, bottom] = [left + plot.width, top + plot.height];
  const read: { readonly row: number | undefined; readonly each: string }[] = [];
  const dots = mark.points.map((dot, index) => {
    const [cx, cy] = [x(dot.x) + (mark.offset ?? 0), y(dot.y) + (mark.lane ?? 0)];
    const [fitsX, fitsY] = [isWithin(x(dot.x), left, right), isWithin(cy, top, bottom)];
    let bar = '';
    if (dot.low !== undefined && dot.high !== undefined && (isAlongY ? fitsX : fitsY)) {
      // An end beyond the axis is drawn at its edge. A value beyond it has no place, but its interval may reach into the
      // plot: zero times of ten thousand leaves a bar from the bottom of a logarithmic axis up to what can't be excluded.
      const [from, to] = isAlongY
        ? [clamp(y(dot.low), bottom, top), clamp(y(dot.high), bottom, top)]
        : [clamp(x(dot.low), left, right), clamp(x(dot.high), left, right)];
      const path = isAlongY ? `M${px(cx)},${px(from)}V${px(to)}` : `M${px(from)},${px(cy)}H${px(to)}`;
      const alone = fitsX && fitsY ? '' : ' data-alone';
      if (from !== to) bar = `<path class="mt-interval mt-interval--${mark.figure}"${alone} d="${path}"/>`;
    }
    const radius = mark.quiet ? DOT_RADIUS * 0.7 : DOT_RADIUS;
    const shape =
      mark.figure === 'predicted' ? dash(cx, cy, isAlongY, dashLength(spec)) : markShape(mark.figure, cx, cy, radius);
    const drawn = bar + (fitsX && fitsY ? shape : '');
    if (drawn !== '') read.push({ row: words.rowOf(mark, index, dot), each: mark.each?.[index] ?? '' });
    return drawn;
  });
  // One entry for each dot that is drawn, even if only its bar is.
  const rows = read.some(({ row }) => row !== undefined)
    ? ` data-rows="${read.map(({ row = '-' }) => row).join(' ')}"`
    : '';
  const each = rows && mark.each ? ` data-each="${inAttribute(read.map((one) => one.each).join('|'))}"` : '';
  const look = [...(mark.quiet ? ['mt-quiet'] : []), ...(mark.hollow ? ['mt-hollow'] : [])].join(' ');
  return `<g${look && ` class="${look}"`}${rows}${each}>${dots.join('')}</g>`;
}

/** Length of `count` strokes of the predicted line and the gaps between them, in pixels. */
const strokes = (count: number): number => count * 5 + (count - 1) * 4;

/**
 * Length of a single predicted value's dash, in pixels. Where each machine has one in its own lane of a row, the dash stays within the
 * lane, to show whose it is; one for all machines reaches beyond the dots of all.
 */
function dashLength(spec: ChartSpec): number {
  const lanes = spec.marks.flatMap((mark) =>
    mark.mark === 'dots' && mark.figure === 'predicted' ? (mark.lane ?? 0) : [],
  );
  if (new Set(lanes).size > 1) return strokes(2);
  let count = 3;
  while (strokes(count) / 2 < outermost(spec) + DOT_RADIUS + 2) count += 1;
  return strokes(count);
}

/** A single predicted value: a dashed line across the axis that it is read on, as a level is drawn. */
function dash(cx: number, cy: number, isAlongY: boolean, long: number): string {
  const path = isAlongY ? `M${px(cx - long / 2)},${px(cy)}h${long}` : `M${px(cx)},${px(cy - long / 2)}v${long}`;
  return `<path class="mt-stroke mt-stroke--predicted" d="${path}"/>`;
}

/** Tells if a position lies between two others, give or take half a pixel. */
const isWithin = (at: number, from: number, to: number): boolean => at >= from - 0.5 && at <= to + 0.5;

function clamp(at: number, from: number, to: number): number {
  if (Number.isNaN(at)) return from;
  return Math.min(Math.max(at, Math.min(from, to)), Math.max(from, to));
}
