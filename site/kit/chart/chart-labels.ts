/** Names of marks: beside them, or in a key above the plot. */
import { DOT_RADIUS, LINE_HEIGHT, textWidth, type Geometry } from './chart-geometry.ts';
import type { ChartSpec, Coordinate, HistogramMark, Label, Mark, MarkBase } from './chart-spec.ts';
import { escapeText, markShape, px } from './grammar.ts';

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

/** The point of a histogram with room for a label: on its right slope, halfway down from the peak. */
function shoulder(bins: HistogramMark['bins']): readonly [number, number] | undefined {
  const peak = Math.max(...bins.map(([, height]) => height));
  return bins.findLast(([, height]) => height >= peak / 2);
}

const sideOf = (mark: Mark, label: Label) => label.side ?? (mark.mark === 'histogram' ? 'right' : 'end');

export function endLabel(mark: Mark): Label | undefined {
  const label = labelOf(mark);
  return label !== undefined && sideOf(mark, label) === 'end' ? label : undefined;
}

/** Reach of dots that are offset from their settings into the right margin, in pixels: names there begin behind them. */
export const dotsBeyond = ({ marks, x }: ChartSpec): number =>
  x.kind === 'band' ? 0 : Math.max(0, ...marks.map((mark) => (mark.mark === 'dots' ? (mark.offset ?? 0) : 0)));

/** Names beside their marks: in the right margin, or in the plot. */
export function drawLabels({ spec, plot, width, x, y }: Geometry): string {
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
  const clear = right + 9 + dotsBeyond(spec);
  // A curve that leaves the plot before its right edge is named where it leaves.
  const isInMargin = (label: (typeof placed)[number]) => label.side === 'end' && label.x > right - 16;
  const margin = spread(placed.filter(isInMargin), LINE_HEIGHT, plot.top, bottom).map((label) => {
    const leader =
      Math.abs(label.at - label.wantedAt) > 5
        ? `<path class="mt-leader" d="M${px(right + 1)},${px(label.wantedAt)}L${px(clear - 2)},${px(label.at)}"/>`
        : '';
    return leader + text(label, clear, label.at, 'start');
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

/** Offset of a label from its point, in pixels, and its end that is nearest. */
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

/** Tells if a key could identify the labelled marks: no two of them are drawn alike. */
export function keyTellsApart(marks: readonly Mark[]): boolean {
  const figures = marks.filter((mark) => labelOf(mark) !== undefined).map((mark) => mark.figure);
  return new Set(figures).size === figures.length;
}

/** Rows of marks and their names above the plot. */
export function layKey(marks: readonly Mark[], width: number): { rows: number; svg: string } {
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
