/**
 * The chart kit: a description of a chart goes in, an SVG string comes out. The same function draws at build time (Astro
 * components) and in the browser (labs). It never writes inline styles, so that a strict content security policy holds:
 * colours come from the classes in `site/kit/chart/charts.css`.
 */
import { drawReferences, drawXAxis, drawYAxis, hasHeat, topReferenceSpace } from './chart-axes.ts';
import { LINE_HEIGHT, textWidth, type Geometry } from './chart-geometry.ts';
import { dotsBeyond, drawLabels, endLabel, keyTellsApart, layKey } from './chart-labels.ts';
import { drawClipped, drawDots } from './chart-marks.ts';
import { extentOf, scaleOf, ticksOf } from './chart-scales.ts';
import type { ChartSize, ChartSpec, DrawnChart } from './chart-spec.ts';
import { ChartWords } from './chart-words.ts';
import { escapeText, px } from './grammar.ts';

export { textWidth } from './chart-geometry.ts';
export type {
  Axis,
  BandAxis,
  BandMark,
  ChartSize,
  ChartSpec,
  Coordinate,
  Dot,
  DotMark,
  DrawnChart,
  HeatMark,
  HistogramMark,
  Label,
  LineMark,
  Mark,
  NumberAxis,
  Reference,
} from './chart-spec.ts';

/** Below this width a chart uses a key instead of labels in the margin. */
export const NARROW_WIDTH = 560;

/** Draws a chart as an SVG string. */
export function chart(spec: ChartSpec, size: ChartSize): string {
  return drawChart(spec, size).svg;
}

/** Draws a chart and returns its geometry. */
export function drawChart(spec: ChartSpec, wanted: ChartSize): DrawnChart {
  const { width } = wanted;
  const height = wanted.height ?? Math.round(width < NARROW_WIDTH ? width * 0.86 : Math.min(width * 0.54, 460));
  const labels = spec.labels ?? (width < NARROW_WIDTH && keyTellsApart(spec.marks) ? 'key' : 'direct');

  const key = labels === 'key' ? layKey(spec.marks, width) : { rows: 0, svg: '' };
  const endLabels = labels === 'direct' ? spec.marks.flatMap((mark) => endLabel(mark) ?? []) : [];
  const yTitleHeight = spec.y.title === '' ? 8 : LINE_HEIGHT + 13;
  const top = key.rows * (LINE_HEIGHT + 4) + (key.rows > 0 ? 6 : 0) + yTitleHeight + topReferenceSpace(spec);
  const bottom = spec.x.title === '' ? 24 : 42;
  const plotHeight = height - top - bottom;

  const yTicks = ticksOf(spec.y, extentOf(spec, 'y'), Math.max(2, plotHeight / 64));
  const widestTick = Math.max(...yTicks.labels.map((tick) => textWidth(tick.text)), 8);
  // Long row names would leave no room to plot, so they are written above their rows.
  const namesAbove = spec.y.kind === 'band' && widestTick > width * 0.36 && !hasHeat(spec);
  const left = namesAbove ? 2 : Math.ceil(widestTick) + 10;
  const lastX = ticksOf(spec.x, extentOf(spec, 'x'), width / 90).labels.at(-1);
  const overhang = lastX === undefined || spec.x.kind === 'band' ? 4 : textWidth(lastX.text) / 2 + 1;
  const right = Math.ceil(
    Math.max(overhang, 8, ...endLabels.map((label) => textWidth(label.text) + 14 + dotsBeyond(spec))),
  );
  const plot = { left, top, width: width - left - right, height: plotHeight };

  const xTicks = ticksOf(spec.x, extentOf(spec, 'x'), Math.max(2, plot.width / 84));
  const xScale = scaleOf(spec.x, xTicks.domain, [plot.left, plot.left + plot.width]);
  const yScale = scaleOf(
    spec.y,
    yTicks.domain,
    spec.y.kind === 'band' ? [top, top + plotHeight] : [top + plotHeight, top],
  );
  const words = new ChartWords(spec);
  const geometry: Geometry = {
    spec,
    plot,
    width,
    x: xScale.to,
    y: yScale.to,
    xStep: xScale.step,
    yStep: yScale.step,
    words,
  };

  const name = escapeText(spec.title);
  const yAxis = drawYAxis(geometry, yTicks, namesAbove, key.rows * (LINE_HEIGHT + 4) + (key.rows > 0 ? 6 : 0));
  const content = [
    `<desc>${escapeText(spec.description)}</desc>`,
    key.svg,
    drawXAxis(geometry, xTicks, height),
    // A reference line runs behind names in the plot, and over hairlines.
    ...(namesAbove ? [drawReferences(geometry), yAxis] : [yAxis, drawReferences(geometry)]),
    // A nested svg clips what leaves the plot, without an id that could clash with another chart's.
    `<svg x="${px(plot.left)}" y="${px(plot.top)}" width="${px(plot.width)}" height="${px(plot.height)}" viewBox="${px(plot.left)} ${px(plot.top)} ${px(plot.width)} ${px(plot.height)}">`,
    ...spec.marks.map((mark) => drawClipped(geometry, mark)),
    '</svg>',
    ...spec.marks.map((mark) => (mark.mark === 'dots' ? drawDots(geometry, mark) : '')),
    labels === 'direct' ? drawLabels(geometry) : '',
  ].join('');
  const size = `viewBox="0 0 ${px(width)} ${px(height)}" width="${px(width)}" height="${px(height)}"`;
  // After the content, since drawing the points collects their words.
  const svg = `<svg class="mt-chart" ${size} role="img" aria-label="${name}"${words.attributes()}>${content}</svg>`;

  return { svg, plot, x: xScale.to, y: yScale.to, invertX: xScale.from, invertY: yScale.from };
}
