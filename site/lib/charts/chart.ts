/**
 * The chart kit: a description of a chart goes in, an SVG string comes out. The same function draws at build time (Astro
 * components) and in the browser (labs). It never writes inline styles, so that a strict content security policy holds:
 * colours come from the classes in `site/components/charts/charts.css`.
 */
import { area, curveLinear, curveStep, curveStepAfter, line, scaleBand, scaleLinear, scaleLog } from 'd3';
import { formatCount } from './format.ts';
import { escapeText, markShape, px, type FigureKind } from './grammar.ts';

/** Where a chart's axis runs: over numbers. */
export interface NumberAxis {
  readonly kind: 'linear' | 'log';
  /** What it shows, with its unit unless the ticks say it: `Items per server`. */
  readonly title: string;
  /** Ends of the axis. Without it: the extent of all marks, widened to round numbers. */
  readonly domain?: readonly [number, number];
  /** Where the labelled ticks are, when the automatic ones don't tell the story. */
  readonly ticks?: readonly number[];
  /** How ticks are written; counts by default. */
  readonly format?: (value: number) => string;
  /** What a logarithmic axis counts in powers of; 2 for sizes that double. 10 by default. */
  readonly base?: 2 | 10;
  /** What the ruler counts as one, where that is not the values' unit: 2²⁰ for bytes read as mebibytes. */
  readonly per?: number;
}

/** An axis over names, in the given order. */
export interface BandAxis {
  readonly kind: 'band';
  readonly title: string;
  readonly values: readonly string[];
}

/** Either kind of axis. */
export type Axis = NumberAxis | BandAxis;

/** A position along an axis. */
export type Coordinate = number | string;

/** Where a mark's own label stands, instead of a key. */
export interface Label {
  readonly text: string;
  /** The point that is labelled: the mark's last by default. */
  readonly at?: readonly [Coordinate, Coordinate];
  /** Which side of that point the text stands on; `end` puts it in the right margin and keeps labels there apart. */
  readonly side?: 'end' | 'left' | 'right' | 'above' | 'below';
}

interface MarkBase {
  /** What kind of figure it shows; decides its shape and stroke. */
  readonly figure: FigureKind;
  /** The mark's name: beside it on wide charts, in the key on narrow ones. */
  readonly label?: string | Label;
  /** Draws it in the background: context for the marks that matter. */
  readonly quiet?: boolean;
  /** What a figure's key calls it, where the word for its kind does not tell it from others. */
  readonly says?: string;
}

/** A curve through points. */
export interface LineMark extends MarkBase {
  readonly mark: 'line' | 'step';
  readonly points: readonly (readonly [number, number])[];
}

/** One value with its interval. */
export interface Dot {
  readonly x: Coordinate;
  readonly y: Coordinate;
  /** Ends of its 95% interval, along the chart's `interval` axis. */
  readonly low?: number;
  readonly high?: number;
}

/** Points, each with its interval where it has one. */
export interface DotMark extends MarkBase {
  readonly mark: 'dots';
  readonly points: readonly Dot[];
  /** The axis that intervals lie along; `y` by default. */
  readonly interval?: 'x' | 'y';
  /** How far below its row's middle it stands, in pixels: keeps marks of one row from hiding each other. */
  readonly lane?: number;
}

/** Bars of equal width around their values, drawn as one outline with a translucent area. */
export interface HistogramMark extends MarkBase {
  readonly mark: 'histogram';
  /** The middle of each bin and its height, ascending and evenly spaced. */
  readonly bins: readonly (readonly [number, number])[];
  /** Distance between the middles of two bins. */
  readonly width: number;
  /** Bins above this value are marked as overloaded. */
  readonly over?: number;
}

/** An area between two curves, such as what a fitted model leaves open. */
export interface BandMark extends MarkBase {
  readonly mark: 'band';
  /** Where along x, and the lower and upper end there. */
  readonly points: readonly (readonly [x: number, low: number, high: number])[];
}

/** A field of coloured cells over two band axes. */
export interface HeatMark extends MarkBase {
  readonly mark: 'heat';
  readonly cells: readonly { readonly x: string; readonly y: string; readonly value: number; readonly text: string }[];
  /** The values of the palest and the strongest cell. */
  readonly domain: readonly [number, number];
}

/** Anything that can be drawn. */
export type Mark = LineMark | DotMark | HistogramMark | BandMark | HeatMark;

/** A straight line across the plot at one value, such as a capacity. */
export interface Reference {
  readonly axis: 'x' | 'y';
  readonly value: number;
  readonly label?: string;
  /** `limit` for a capacity, `quantile` for a marked quantile, `plain` for anything else. */
  readonly tone?: 'plain' | 'limit' | 'quantile';
  /** Which end of a level line its label stands at; the right one by default. */
  readonly end?: 'left' | 'right';
}

/** All there is to say about a chart, apart from its size. */
export interface ChartSpec {
  /** What the chart shows; its accessible name. */
  readonly title: string;
  /** What a reader would see in it, in words. */
  readonly description: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly marks: readonly Mark[];
  readonly references?: readonly Reference[];
  /** Whether marks are labelled in place (`direct`), by a key above the plot, or not at all; by default whichever has room. */
  readonly labels?: 'direct' | 'key' | 'none';
}

/** Size in CSS pixels. Text is 12 px, so draw at the size it is shown at. */
export interface ChartSize {
  readonly width: number;
  readonly height?: number;
}

/** A drawn chart and the geometry a lab needs to put handles on it. */
export interface DrawnChart {
  readonly svg: string;
  /** The plot's place inside the drawing, in pixels. */
  readonly plot: { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
  /** From a value to pixels in the drawing. */
  readonly x: (value: Coordinate) => number;
  readonly y: (value: Coordinate) => number;
  /** From pixels in the drawing back to a value; not defined on band axes. */
  readonly invertX: (pixels: number) => number;
  readonly invertY: (pixels: number) => number;
}

/** Below this width a chart uses a key instead of labels in the margin. */
export const NARROW_WIDTH = 560;

const FONT_SIZE = 12;
const LINE_HEIGHT = 15;
const DOT_RADIUS = 3.5;
/** How far above its row's middle a row's name stands where there is no room beside the plot. */
const NAME_ABOVE = 14;

/** Width of text in the interface face; an estimate from Inter's average advances, on the generous side. */
export function textWidth(text: string, size = FONT_SIZE): number {
  let ems = 0;
  for (const letter of text) {
    if (/[ilIj.,:;'|!()[\]\u00a0 ]/.test(letter)) ems += 0.3;
    else if (/[mwMW%@]/.test(letter)) ems += 0.88;
    else if (/[A-Z0-9]/.test(letter)) ems += 0.66;
    else ems += 0.58;
  }
  return ems * size;
}

/** Draws a chart as an SVG string. */
export function chart(spec: ChartSpec, size: ChartSize): string {
  return drawChart(spec, size).svg;
}

/** Draws a chart and tells where things are. */
export function drawChart(spec: ChartSpec, size: ChartSize): DrawnChart {
  const { width } = size;
  const height = size.height ?? Math.round(width < NARROW_WIDTH ? width * 0.86 : Math.min(width * 0.54, 460));
  const labels = spec.labels ?? (width < NARROW_WIDTH && keyTellsApart(spec.marks) ? 'key' : 'direct');

  const key = labels === 'key' ? layKey(spec.marks, width) : { rows: 0, svg: '' };
  const endLabels = labels === 'direct' ? spec.marks.flatMap((mark) => endLabel(mark) ?? []) : [];
  const yTitleHeight = spec.y.title === '' ? 8 : LINE_HEIGHT + 13;
  const top = key.rows * (LINE_HEIGHT + 4) + (key.rows > 0 ? 6 : 0) + yTitleHeight + topReferenceSpace(spec);
  const bottom = spec.x.title === '' ? 24 : 42;
  const plotHeight = height - top - bottom;

  const yTicks = ticksOf(spec.y, extentOf(spec, 'y'), Math.max(2, plotHeight / 64));
  const widestTick = Math.max(...yTicks.labels.map((tick) => textWidth(tick.text)), 8);
  // Long row names would leave no room to plot, so they stand above their rows.
  const namesAbove = spec.y.kind === 'band' && widestTick > width * 0.36 && !hasHeat(spec);
  const left = namesAbove ? 2 : Math.ceil(widestTick) + 10;
  const lastX = ticksOf(spec.x, extentOf(spec, 'x'), width / 90).labels.at(-1);
  const overhang = lastX === undefined || spec.x.kind === 'band' ? 4 : textWidth(lastX.text) / 2 + 1;
  const right = Math.ceil(Math.max(overhang, 8, ...endLabels.map((label) => textWidth(label.text) + 14)));
  const plot = { left, top, width: width - left - right, height: plotHeight };

  const xTicks = ticksOf(spec.x, extentOf(spec, 'x'), Math.max(2, plot.width / 84));
  const xScale = scaleOf(spec.x, xTicks.domain, [plot.left, plot.left + plot.width]);
  const yScale = scaleOf(
    spec.y,
    yTicks.domain,
    spec.y.kind === 'band' ? [top, top + plotHeight] : [top + plotHeight, top],
  );
  const geometry: Geometry = { spec, plot, width, x: xScale.to, y: yScale.to, xStep: xScale.step, yStep: yScale.step };

  const name = escapeText(spec.title);
  const yAxis = drawYAxis(geometry, yTicks, namesAbove, key.rows * (LINE_HEIGHT + 4) + (key.rows > 0 ? 6 : 0));
  const svg = [
    `<svg class="mt-chart" viewBox="0 0 ${px(width)} ${px(height)}" width="${px(width)}" height="${px(height)}" role="img" aria-label="${name}">`,
    `<desc>${escapeText(spec.description)}</desc>`,
    key.svg,
    drawXAxis(geometry, xTicks, height),
    // A line runs behind the names that stand in the plot, and over hairlines.
    ...(namesAbove ? [drawReferences(geometry), yAxis] : [yAxis, drawReferences(geometry)]),
    // A nested svg clips what leaves the plot, without an id that could clash with another chart's.
    `<svg x="${px(plot.left)}" y="${px(plot.top)}" width="${px(plot.width)}" height="${px(plot.height)}" viewBox="${px(plot.left)} ${px(plot.top)} ${px(plot.width)} ${px(plot.height)}">`,
    ...spec.marks.map((mark) => drawClipped(geometry, mark)),
    '</svg>',
    ...spec.marks.map((mark) => (mark.mark === 'dots' ? drawDots(geometry, mark) : '')),
    labels === 'direct' ? drawLabels(geometry) : '',
    '</svg>',
  ].join('');

  return { svg, plot, x: xScale.to, y: yScale.to, invertX: xScale.from, invertY: yScale.from };
}

const hasHeat = (spec: ChartSpec): boolean => spec.marks.some((mark) => mark.mark === 'heat');

// Scales and ticks

interface Geometry {
  readonly spec: ChartSpec;
  readonly plot: DrawnChart['plot'];
  /** Width of the whole drawing, in pixels. */
  readonly width: number;
  readonly x: (value: Coordinate) => number;
  readonly y: (value: Coordinate) => number;
  /** Width of a band, 0 on number axes. */
  readonly xStep: number;
  readonly yStep: number;
}

interface Ticks {
  readonly domain: readonly [number, number];
  readonly labels: readonly { readonly value: Coordinate; readonly text: string }[];
  /** Ticks without a label: the finer divisions of the ruler. */
  readonly minor: readonly number[];
}

/** The coordinates that one axis has to hold. */
function extentOf(spec: ChartSpec, axis: 'x' | 'y'): [number, number] {
  const values: number[] = [];
  const index = axis === 'x' ? 0 : 1;
  for (const mark of spec.marks) {
    if (mark.mark === 'line' || mark.mark === 'step') values.push(...mark.points.map((point) => point[index]));
    if (mark.mark === 'histogram') {
      if (axis === 'y') values.push(0, ...mark.bins.map((bin) => bin[1]));
      else for (const bin of mark.bins) values.push(bin[0] - mark.width / 2, bin[0] + mark.width / 2);
    }
    if (mark.mark === 'band') values.push(...mark.points.flatMap(([x, ...ends]) => (axis === 'x' ? [x] : ends)));
    if (mark.mark === 'dots') {
      for (const dot of mark.points) {
        const value = dot[axis];
        if (typeof value === 'number') values.push(value);
        if ((mark.interval ?? 'y') === axis) values.push(dot.low ?? NaN, dot.high ?? NaN);
      }
    }
  }
  for (const reference of spec.references ?? []) if (reference.axis === axis) values.push(reference.value);
  const usable = values.filter((value) => Number.isFinite(value) && (spec[axis].kind !== 'log' || value > 0));
  return usable.length === 0 ? [1, 10] : [Math.min(...usable), Math.max(...usable)];
}

function ticksOf(axis: Axis, extent: readonly [number, number], count: number): Ticks {
  if (axis.kind === 'band') {
    return { domain: [0, 1], labels: axis.values.map((value) => ({ value, text: value })), minor: [] };
  }
  const write = axis.format ?? formatCount;
  if (axis.per !== undefined) return ticksPer(axis.per, axis, extent, count);
  if (axis.kind === 'log' && axis.base === 2) return binaryTicks(axis, logDomain(axis, extent), count);
  if (axis.kind === 'log') {
    const [low, high] = logDomain(axis, extent);
    const rulings = logRulings(low, high);
    const decades = Math.log10(high / low);
    const multiples = decades * 3 <= count ? [1, 2, 5] : [1];
    const step = Math.max(1, Math.ceil(decades / count));
    const values =
      axis.ticks ??
      rulings
        .filter(({ multiple, exponent }) => multiples.includes(multiple) && exponent % step === 0)
        .map(({ value }) => value);
    return {
      domain: [low, high],
      labels: values.map((value) => ({ value, text: write(value) })),
      minor: rulings.map(({ value }) => value).filter((value) => !values.includes(value)),
    };
  }
  const scale = scaleLinear().domain(axis.domain ?? extent);
  if (axis.domain === undefined) scale.nice(count);
  const [low = 0, high = 1] = scale.domain();
  const values = axis.ticks ?? scale.ticks(count);
  const spacing = values.length > 1 ? (values[1] as number) - (values[0] as number) : 0;
  return {
    domain: [low, high],
    labels: values.map((value) => ({ value, text: write(value) })),
    minor: axis.ticks === undefined && spacing > 0 ? minorTicks(low, high, spacing) : [],
  };
}

/** The ends of a logarithmic axis, on which nothing has no place: there it begins at the smallest value that has one. */
function logDomain(axis: NumberAxis, extent: readonly [number, number]): readonly [number, number] {
  const [low, high] = axis.domain ?? extent;
  if (low > 0) return [low, high];
  return high > 0 ? [Math.min(extent[0], high), high] : extent;
}

/** The ticks of an axis that counts in units of `per`, so that they are round there. */
function ticksPer(per: number, axis: NumberAxis, extent: readonly [number, number], count: number): Ticks {
  const { kind, title, base, domain, ticks, format: write = formatCount } = axis;
  const into = ([low, high]: readonly [number, number]): [number, number] => [low / per, high / per];
  const counted = ticksOf(
    {
      kind,
      title,
      ...(base && { base }),
      ...(domain && { domain: into(domain) }),
      ...(ticks && { ticks: ticks.map((tick) => tick / per) }),
      format: (value) => write(value * per),
    },
    into(extent),
    count,
  );
  const [low, high] = counted.domain;
  return {
    domain: [low * per, high * per],
    labels: counted.labels.map(({ value, text }) => ({ value: Number(value) * per, text })),
    minor: counted.minor.map((value) => value * per),
  };
}

/** Between how many doublings labels may stand: 1 B, 1 KiB, 1 MiB are ten apart, and what divides ten leads there too. */
const DOUBLINGS = [1, 2, 5, 10, 20];

/** A ruler of sizes that double: a tick at every power of two, and labels as close as there is room for. */
function binaryTicks(axis: NumberAxis, [low, high]: readonly [number, number], count: number): Ticks {
  const write = axis.format ?? formatCount;
  const [first, last] = [Math.ceil(Math.log2(low) - 1e-9), Math.floor(Math.log2(high) + 1e-9)];
  const exponents = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);
  const step = DOUBLINGS.find((doublings) => exponents.length / doublings <= count) ?? DOUBLINGS.at(-1)!;
  const values = axis.ticks ?? exponents.filter((exponent) => exponent % step === 0).map((exponent) => 2 ** exponent);
  return {
    domain: [low, high],
    labels: values.map((value) => ({ value, text: write(value) })),
    minor: exponents.map((exponent) => 2 ** exponent).filter((value) => !values.includes(value)),
  };
}

/** The divisions of a logarithmic ruler: 1 to 9 times every power of ten between two values. */
function logRulings(low: number, high: number): { value: number; multiple: number; exponent: number }[] {
  const rulings = [];
  for (let exponent = Math.floor(Math.log10(low)); exponent <= Math.log10(high); exponent++) {
    for (let multiple = 1; multiple <= 9; multiple++) {
      // Through text, so that 3e-6 is the number nearest to it and not a product's rounding error.
      const value = Number(`${multiple}e${exponent}`);
      if (value >= low && value <= high) rulings.push({ value, multiple, exponent });
    }
  }
  return rulings;
}

/** Four ticks between two labelled ones for steps of 1 and 5, three for steps of 2, as on a ruler. */
function minorTicks(low: number, high: number, spacing: number): number[] {
  const leading = Math.round(spacing / 10 ** Math.floor(Math.log10(spacing) + 1e-9));
  const parts = leading === 2 ? 4 : 5;
  const step = spacing / parts;
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i)
    .filter((i) => i % parts !== 0)
    .map((i) => i * step);
}

function scaleOf(axis: Axis, domain: readonly [number, number], range: readonly [number, number]) {
  if (axis.kind === 'band') {
    const band = scaleBand(axis.values, range).paddingInner(0.12).paddingOuter(0.06);
    return {
      to: (value: Coordinate) => (band(String(value)) ?? NaN) + band.bandwidth() / 2,
      from: () => NaN,
      step: band.bandwidth(),
    };
  }
  const scale = axis.kind === 'log' ? scaleLog(domain, range) : scaleLinear(domain, range);
  // D3 answers undefined to NaN, whatever its types say.
  return {
    to: (value: Coordinate) => Number(scale(Number(value))),
    from: (pixels: number) => scale.invert(pixels),
    step: 0,
  };
}

// Axes and references

/** Horizontal hairlines with their values on the left and the axis' title above, where it can be read without turning the head. */
function drawYAxis({ spec, plot, y }: Geometry, ticks: Ticks, namesAbove: boolean, titleTop: number): string {
  const lines = ticks.labels.map(({ value, text }) => {
    const at = y(value);
    // Over a heat map's cells a hairline would only be noise.
    const rule = hasHeat(spec) ? '' : `<path class="mt-grid" d="M${px(plot.left)},${px(at)}h${px(plot.width)}"/>`;
    const place = namesAbove
      ? `x="${px(plot.left)}" y="${px(at - NAME_ABOVE)}" text-anchor="start"`
      : `x="${px(plot.left - 8)}" y="${px(at)}" text-anchor="end"`;
    return `${rule}<text class="mt-tick" ${place} dy="0.33em">${escapeText(text)}</text>`;
  });
  const title =
    spec.y.title === ''
      ? ''
      : `<text class="mt-axis-title" x="0" y="${px(titleTop + FONT_SIZE)}">${escapeText(spec.y.title)}</text>`;
  return title + lines.join('');
}

/** A ruler along the bottom: a line, long ticks with labels, short ticks between. */
function drawXAxis({ spec, plot, x }: Geometry, ticks: Ticks, height: number): string {
  const bottom = plot.top + plot.height;
  const inside = (value: Coordinate) => x(value) >= plot.left - 0.5 && x(value) <= plot.left + plot.width + 0.5;
  const long = ticks.labels.filter(({ value }) => inside(value)).map(({ value }) => `M${px(x(value))},${px(bottom)}v6`);
  const short = ticks.minor.filter(inside).map((value) => `M${px(x(value))},${px(bottom)}v3`);
  const isBand = spec.x.kind === 'band';
  const ruler = `<path class="mt-axis" d="M${px(plot.left)},${px(bottom)}h${px(plot.width)}${isBand ? '' : long.join('') + short.join('')}"/>`;
  const grid =
    spec.y.kind === 'band' && !isBand
      ? `<path class="mt-grid" d="${long.map((at) => at.replace(/,.*/, `,${px(plot.top)}v${px(plot.height)}`)).join('')}"/>`
      : '';
  const labels = withoutCollisions(
    ticks.labels.filter(({ value }) => inside(value)).map(({ value, text }) => ({ at: x(value), text })),
  ).map(
    ({ at, text }) =>
      `<text class="mt-tick" x="${px(at)}" y="${px(bottom + 20)}" text-anchor="middle">${escapeText(text)}</text>`,
  );
  const title =
    spec.x.title === ''
      ? ''
      : `<text class="mt-axis-title" x="${px(plot.left + plot.width / 2)}" y="${px(height - 4)}" text-anchor="middle">${escapeText(spec.x.title)}</text>`;
  return grid + ruler + labels.join('') + title;
}

/** Leaves out labels that would touch the one before them. */
function withoutCollisions<T extends { at: number; text: string }>(labels: readonly T[]): T[] {
  const kept: T[] = [];
  let free = -Infinity;
  for (const label of labels) {
    const half = textWidth(label.text) / 2;
    if (label.at - half < free) continue;
    kept.push(label);
    free = label.at + half + 6;
  }
  return kept;
}

/** Labels of vertical references stand above the plot and need a line of their own there. */
const topReferenceSpace = (spec: ChartSpec): number =>
  (spec.references ?? []).some(({ axis, label }) => axis === 'x' && label !== undefined) ? LINE_HEIGHT : 0;

function drawReferences({ spec, plot, x, y }: Geometry): string {
  const references = spec.references ?? [];
  const anchors = referenceAnchors(references, x, plot.left + plot.width);
  const lines: string[] = [];
  const labels: string[] = [];
  for (const reference of references) {
    const tone = `mt-reference mt-reference--${reference.tone ?? 'plain'}`;
    const at = reference.axis === 'y' ? y(reference.value) : x(reference.value);
    lines.push(
      reference.axis === 'y'
        ? `<path class="${tone}" d="M${px(plot.left)},${px(at)}h${px(plot.width)}"/>`
        : `<path class="${tone}" d="M${px(at)},${px(plot.top - 3)}V${px(plot.top + plot.height)}"/>`,
    );
    if (reference.label === undefined) continue;
    const [labelX, labelY, anchor] =
      reference.axis === 'y'
        ? reference.end === 'left'
          ? // Clear of a handle on the axis.
            [plot.left + 14, at - 6, 'start']
          : [plot.left + plot.width, at - 6, 'end']
        : [
            at + { start: -2, middle: 0, end: 2 }[anchors.get(reference) ?? 'middle'],
            plot.top - 7,
            anchors.get(reference),
          ];
    labels.push(
      `<text class="mt-label mt-label--${reference.tone ?? 'plain'}" x="${px(labelX)}" y="${px(labelY)}" text-anchor="${anchor}">${escapeText(reference.label)}</text>`,
    );
  }
  return lines.join('') + labels.join('');
}

type Anchor = 'start' | 'middle' | 'end';

/** Centres each label over its line, and turns two neighbours that would touch away from each other. */
function referenceAnchors(references: readonly Reference[], x: Geometry['x'], right: number): Map<Reference, Anchor> {
  const vertical = references
    .filter(({ axis, label }) => axis === 'x' && label !== undefined)
    .map((reference) => ({ reference, at: x(reference.value), half: textWidth(reference.label ?? '') / 2 }))
    .sort((a, b) => a.at - b.at);
  const anchors = new Map<Reference, Anchor>();
  vertical.forEach(({ reference, at, half }, i) => {
    const next = vertical[i + 1];
    const touchesNext = next !== undefined && at + half + 8 > next.at - next.half;
    if (anchors.has(reference)) return;
    if (touchesNext) {
      anchors.set(reference, 'end');
      anchors.set(next.reference, 'start');
    } else anchors.set(reference, at + half > right ? 'end' : at - half < 0 ? 'start' : 'middle');
  });
  return anchors;
}

// Marks

function drawClipped(geometry: Geometry, mark: Mark): string {
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

/** Whether a position is a number, and one near enough that drawing to it does not overflow. */
const isDrawable = (pixels: number): boolean => Math.abs(pixels) < 1e6;

const strokeClass = (mark: MarkBase): string => `mt-stroke mt-stroke--${mark.figure}${mark.quiet ? ' mt-quiet' : ''}`;

function drawLine({ x, y }: Geometry, mark: LineMark): string {
  const path = line<readonly [number, number]>()
    .defined(([atX, atY]) => isDrawable(x(atX)) && isDrawable(y(atY)))
    .x(([value]) => x(value))
    .y(([, value]) => y(value))
    .curve(mark.mark === 'step' ? curveStep : curveLinear)
    .digits(1);
  return `<path class="${strokeClass(mark)}" d="${path(mark.points) ?? ''}"/>`;
}

function drawHistogram({ plot, x, y }: Geometry, mark: HistogramMark): string {
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
      outline: line<readonly [number, number]>(xOf, yOf).curve(curveStepAfter).digits(1)(edges) ?? '',
      filled: area<readonly [number, number]>(xOf, bottom, yOf).curve(curveStepAfter).digits(1)(edges) ?? '',
    };
  };
  const limit = mark.over ?? Infinity;
  const within = shape(mark.bins.filter(([value]) => value <= limit));
  const beyond = shape(mark.bins.filter(([value]) => value > limit));
  return (
    (within.filled && `<path class="mt-area mt-area--${mark.figure}" d="${within.filled}"/>`) +
    (beyond.filled && `<path class="mt-area mt-area--over" d="${beyond.filled}"/>`) +
    `<path class="${strokeClass(mark)}" d="${shape(mark.bins).outline}"/>`
  );
}

function drawBand({ plot, x, y }: Geometry, mark: BandMark): string {
  const bottom = plot.top + plot.height;
  // An end beyond the axis, or at nothing on a logarithmic one, is drawn at its edge.
  const at = (value: number) => clamp(y(value), bottom, plot.top);
  const path = area<readonly [number, number, number]>(
    ([value]) => x(value),
    ([, low]) => at(low),
    ([, , high]) => at(high),
  )
    .defined(([value, low, high]) => isDrawable(x(value)) && !Number.isNaN(low) && !Number.isNaN(high))
    .digits(1);
  return `<path class="mt-area mt-area--${mark.figure}${mark.quiet ? ' mt-quiet' : ''}" d="${path(mark.points) ?? ''}"/>`;
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

function drawDots({ plot, x, y }: Geometry, mark: DotMark): string {
  const isAlongY = (mark.interval ?? 'y') === 'y';
  const { left, top } = plot;
  const [right, bottom] = [left + plot.width, top + plot.height];
  const dots = mark.points.map((dot) => {
    const [cx, cy] = [x(dot.x), y(dot.y) + (mark.lane ?? 0)];
    const [fitsX, fitsY] = [isWithin(cx, left, right), isWithin(cy, top, bottom)];
    let bar = '';
    if (dot.low !== undefined && dot.high !== undefined && (isAlongY ? fitsX : fitsY)) {
      // An end beyond the axis is drawn at its edge. A value beyond it has no place, but its interval may reach into the
      // plot: zero times of ten thousand leaves a bar from the bottom of a logarithmic axis up to what can't be excluded.
      const [from, to] = isAlongY
        ? [clamp(y(dot.low), bottom, top), clamp(y(dot.high), bottom, top)]
        : [clamp(x(dot.low), left, right), clamp(x(dot.high), left, right)];
      const path = isAlongY ? `M${px(cx)},${px(from)}V${px(to)}` : `M${px(from)},${px(cy)}H${px(to)}`;
      if (from !== to) bar = `<path class="mt-interval mt-interval--${mark.figure}" d="${path}"/>`;
    }
    const radius = mark.quiet ? DOT_RADIUS * 0.7 : DOT_RADIUS;
    const shape = mark.figure === 'predicted' ? dash(cx, cy, isAlongY) : markShape(mark.figure, cx, cy, radius);
    return bar + (fitsX && fitsY ? shape : '');
  });
  return `<g${mark.quiet ? ' class="mt-quiet"' : ''}>${dots.join('')}</g>`;
}

/** Three strokes and two gaps of the predicted line, in pixels. */
const DASH = 3 * 5 + 2 * 4;

/** A single predicted value: a dashed line across the axis that it is read on, as a level is drawn. */
function dash(cx: number, cy: number, isAlongY: boolean): string {
  const path = isAlongY ? `M${px(cx - DASH / 2)},${px(cy)}h${DASH}` : `M${px(cx)},${px(cy - DASH / 2)}v${DASH}`;
  return `<path class="mt-stroke mt-stroke--predicted" d="${path}"/>`;
}

/** Whether a position lies between two others, give or take half a pixel. */
const isWithin = (at: number, from: number, to: number): boolean => at >= from - 0.5 && at <= to + 0.5;

/** A position between two others; `from` where it is not a number at all. */
function clamp(at: number, from: number, to: number): number {
  if (Number.isNaN(at)) return from;
  return Math.min(Math.max(at, Math.min(from, to)), Math.max(from, to));
}

// Labels and keys

const labelOf = (mark: MarkBase): Label | undefined =>
  typeof mark.label === 'string' ? { text: mark.label } : mark.label;

/** The points of a mark that a label could name, in drawing order. */
function labelPoints(mark: Mark): readonly (readonly [Coordinate, Coordinate])[] {
  switch (mark.mark) {
    case 'line':
    case 'step':
      return mark.points;
    case 'histogram': {
      const at = shoulder(mark.bins);
      return at === undefined ? [] : [at];
    }
    case 'dots':
      return mark.points.map((dot) => [dot.x, dot.y] as const);
    case 'band':
    case 'heat':
      return [];
  }
}

/** Where a histogram's label has room: on its right slope, halfway down from the peak. */
function shoulder(bins: HistogramMark['bins']): readonly [number, number] | undefined {
  const peak = Math.max(...bins.map(([, height]) => height));
  return bins.findLast(([, height]) => height >= peak / 2);
}

/** The side of its point that a mark's label stands on. */
const sideOf = (mark: Mark, label: Label) => label.side ?? (mark.mark === 'histogram' ? 'right' : 'end');

/** The label that goes into the right margin, if the mark's label goes there. */
function endLabel(mark: Mark): Label | undefined {
  const label = labelOf(mark);
  return label !== undefined && sideOf(mark, label) === 'end' ? label : undefined;
}

function drawLabels({ spec, plot, width, x, y }: Geometry): string {
  const right = plot.left + plot.width;
  const bottom = plot.top + plot.height;
  const isInside = ([atX, atY]: readonly [number, number]) =>
    atX >= plot.left - 1 && atX <= right + 1 && atY >= plot.top - 1 && atY <= bottom + 1;
  const placed = spec.marks.flatMap((mark) => {
    const label = labelOf(mark);
    if (label === undefined) return [];
    const candidates = label.at ? [label.at] : labelPoints(mark);
    const point = candidates.map(([atX, atY]) => [x(atX), y(atY)] as const).findLast(isInside);
    return point === undefined
      ? []
      : [{ figure: mark.figure, text: label.text, side: sideOf(mark, label), x: point[0], at: point[1] }];
  });
  const text = (label: (typeof placed)[number], atX: number, atY: number, anchor: string) =>
    `<text class="mt-label mt-label--${label.figure}" x="${px(atX)}" y="${px(atY)}" dy="0.33em" text-anchor="${anchor}">${escapeText(label.text)}</text>`;
  // A curve that leaves the plot before its right edge is named where it leaves.
  const isInMargin = (label: (typeof placed)[number]) => label.side === 'end' && label.x > right - 16;
  const margin = spread(placed.filter(isInMargin), LINE_HEIGHT, plot.top, bottom).map((label) => {
    const leader =
      Math.abs(label.at - label.wantedAt) > 5
        ? `<path class="mt-leader" d="M${px(right + 1)},${px(label.wantedAt)}L${px(right + 7)},${px(label.at)}"/>`
        : '';
    return leader + text(label, right + 9, label.at, 'start');
  });
  const inside = placed
    .filter((label) => !isInMargin(label))
    .map((label) => {
      const leaves = label.x + 9 + textWidth(label.text) > width;
      const [dx, dy, anchor] =
        LABEL_OFFSETS[leaves && label.side !== 'above' && label.side !== 'below' ? 'left' : label.side];
      return text(label, label.x + dx, label.at + dy, anchor);
    });
  return margin.join('') + inside.join('');
}

/** How far a label stands from its point, in pixels, and which of its ends is nearest. */
const LABEL_OFFSETS = {
  end: [9, -4, 'start'],
  left: [-9, 0, 'end'],
  right: [9, 0, 'start'],
  above: [0, -12, 'middle'],
  below: [0, 13, 'middle'],
} as const;

/** Moves labels apart, top to bottom, so that no two are closer than `gap`, and keeps them between `top` and `bottom`. */
function spread<T extends { at: number }>(
  labels: readonly T[],
  gap: number,
  top: number,
  bottom: number,
): (T & { wantedAt: number })[] {
  const sorted = labels.map((label) => ({ ...label, wantedAt: label.at })).sort((a, b) => a.at - b.at);
  let free = top;
  for (const label of sorted) {
    label.at = Math.max(label.at, free);
    free = label.at + gap;
  }
  let limit = bottom;
  for (const label of sorted.reverse()) {
    label.at = Math.min(label.at, limit);
    limit = label.at - gap;
  }
  return sorted.reverse();
}

/** Whether a key could tell the labelled marks apart: no two of them are drawn alike. */
function keyTellsApart(marks: readonly Mark[]): boolean {
  const figures = marks.filter((mark) => labelOf(mark) !== undefined).map((mark) => mark.figure);
  return new Set(figures).size === figures.length;
}

/** One row (or more) of marks and their names above the plot. */
function layKey(marks: readonly Mark[], width: number): { rows: number; svg: string } {
  let x = 0;
  let row = 0;
  const parts: string[] = [];
  for (const mark of marks) {
    const label = labelOf(mark);
    if (label === undefined) continue;
    const need = 20 + textWidth(label.text) + 14;
    if (x > 0 && x + need - 14 > width) {
      x = 0;
      row += 1;
    }
    const y = row * (LINE_HEIGHT + 4) + 8;
    parts.push(
      markShape(mark.figure, x + 7, y, DOT_RADIUS) +
        `<text class="mt-label mt-label--${mark.figure}" x="${px(x + 20)}" y="${px(y)}" dy="0.33em">${escapeText(label.text)}</text>`,
    );
    x += need;
  }
  return { rows: parts.length === 0 ? 0 : row + 1, svg: parts.join('') };
}
