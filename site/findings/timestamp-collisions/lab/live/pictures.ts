/** The live measurement's picture: the workers' first readings side by side. */
import { textWidth } from '@/kit/chart/chart';
import { escapeText, markShape, px } from '@/kit/chart/grammar';
import { ownPoints } from '@/kit/chart/own-points';
import type { Lanes } from './analyse';
import { formatStep } from './words';

/** Workers with a lane of their own, at most. */
export const MOST_LANES = 8;
/** Room for a reading's mark, and its count, in pixels. */
const COLUMN = 46;
const ROW = 34;
const TOP = 30;
const LEFT = 66;

/**
 * A lane for each worker. A triangle is a time of the clock that the worker read, the number under it says how often;
 * times that several workers read are tied together.
 */
export function drawLanes(lanes: Lanes, workers: readonly number[], width: number): string {
  const shown = lanes.reads.slice(0, MOST_LANES);
  const columns = lanes.at.slice(0, Math.max(3, Math.floor((width - LEFT) / COLUMN)));
  const last = columns.at(-1) ?? 0;
  // Times, not their order: a pause of a worker is a gap.
  const x = (at: number) => LEFT + 20 + (last > 0 ? (at / last) * (width - LEFT - COLUMN - 10) : 0);
  const y = (row: number) => TOP + ROW * row + 12;
  const height = TOP + ROW * shown.length + 6;
  const parts: string[] = [];
  let free = -Infinity;
  columns.forEach((at, column) => {
    const label = column === 0 ? '0' : `+${formatStep(at)}`;
    const half = textWidth(label, 11) / 2;
    if (x(at) - half > free) {
      parts.push(text('mt-tick', x(at), 14, label));
      free = x(at) + half + 18;
    }
    const readers = shown.flatMap((reads, row) => ((reads[column] ?? 0) > 0 ? [row] : []));
    const [top, bottom] = [readers[0], readers.at(-1)];
    if (top !== undefined && bottom !== undefined && top < bottom) {
      parts.push(`<path class="mt-live-tie" d="M${px(x(at))},${px(y(top))}V${px(y(bottom))}"/>`);
    }
    for (const row of readers) {
      parts.push(markShape('second', x(at), y(row), 4.5));
      parts.push(text('mt-live-count', x(at) + 7, y(row) + 15, `×${shown[row]?.[column] ?? 0}`, 'start'));
    }
  });
  const nameOf = (row: number) => `worker ${workers[row] ?? row + 1}`;
  const names = shown.map(
    (_, row) =>
      `<path class="mt-live-lane" d="M${LEFT},${px(y(row))}H${px(width)}"/><text class="mt-label" x="0" y="${px(y(row))}" dy="0.33em">${nameOf(row)}</text>`,
  );
  const read = ownPoints(
    ['', 'After the first step', 'Times read'],
    shown.map((reads, row) => ({
      figure: 'second',
      points: columns.flatMap((at, column) => {
        const count = reads[column] ?? 0;
        return count > 0 ? [{ x: x(at), y: y(row), cells: [nameOf(row), formatStep(at), String(count)] }] : [];
      }),
    })),
  );
  const name = `${columns.length} steps of the clock, and how often each worker read them`;
  return `<svg class="mt-chart mt-live-lanes" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeText(name)}"${read.attributes}>${names.join('')}${parts.join('')}${read.marks}</svg>`;
}

const text = (style: string, x: number, y: number, words: string, anchor = 'middle'): string =>
  `<text class="${style}" x="${px(x)}" y="${px(y)}" text-anchor="${anchor}">${escapeText(words)}</text>`;
