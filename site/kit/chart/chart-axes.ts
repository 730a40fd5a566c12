/** Draws axes and lines of reference. */
import { FONT_SIZE, LINE_HEIGHT, textWidth, type Geometry } from './chart-geometry.ts';
import type { Ticks } from './chart-scales.ts';
import type { ChartSpec, Coordinate, Reference } from './chart-spec.ts';
import { escapeText, px } from './grammar.ts';

/**
 * Height of a row's name above the row's highest lane, in pixels, where the name has no room beside the plot. It clears a dash, the
 * tallest mark, but stays within this share of the row.
 */
const [NAME_ABOVE, NAME_WITHIN] = [20, 0.42];

/** Distance of the outermost lanes from the middle of their row, in pixels. */
export const outermost = ({ marks }: ChartSpec): number =>
  Math.max(0, ...marks.map((mark) => (mark.mark === 'dots' ? Math.abs(mark.lane ?? 0) : 0)));

export const hasHeat = (spec: ChartSpec): boolean => spec.marks.some((mark) => mark.mark === 'heat');

/** Horizontal hairlines with their values on the left and the axis' title above, where it can be read without turning the head. */
export function drawYAxis(
  { spec, plot, y, yStep }: Geometry,
  ticks: Ticks,
  namesAbove: boolean,
  titleTop: number,
): string {
  const above = Math.min(NAME_ABOVE + outermost(spec), NAME_WITHIN * yStep);
  const lines = ticks.labels.map(({ value, text }) => {
    const at = y(value);
    // Over a heat map's cells a hairline would only be noise.
    const rule = hasHeat(spec) ? '' : `<path class="mt-grid" d="M${px(plot.left)},${px(at)}h${px(plot.width)}"/>`;
    const place = namesAbove
      ? `x="${px(plot.left)}" y="${px(at - above)}" text-anchor="start"`
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
export function drawXAxis({ spec, plot, x }: Geometry, ticks: Ticks, height: number): string {
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

const isNumber = (text: string) => /^[\d.,]+$/.test(text);

/** Leaves out labels that would touch the one before them. A word wins over a number: other numbers tell what is between. */
function withoutCollisions<T extends { at: number; text: string }>(labels: readonly T[]): T[] {
  const kept: T[] = [];
  let free = -Infinity;
  for (const label of labels) {
    const half = textWidth(label.text) / 2;
    if (label.at - half < free) {
      const last = kept.at(-1);
      if (!last || !isNumber(last.text) || isNumber(label.text)) continue;
      kept.pop();
    }
    kept.push(label);
    free = label.at + half + 6;
  }
  return kept;
}

/** Height of the line above the plot for labels of vertical references; 0 without any. */
export const topReferenceSpace = (spec: ChartSpec): number =>
  (spec.references ?? []).some(({ axis, label }) => axis === 'x' && label !== undefined) ? LINE_HEIGHT : 0;

/** Straight lines across the plot, and their labels. */
export function drawReferences({ spec, plot, x, y }: Geometry): string {
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
