/** Readable points of pictures that the chart kit does not draw: each drawing carries a table of its own. */
import { inAttribute } from './chart-words.ts';
import type { FigureKind } from './grammar.ts';

/** A readable point: its position in the drawing, in the drawing's pixels, and its row of the table. */
export interface OwnPoint {
  readonly x: number;
  readonly y: number;
  /** A cell for each column of the head; empty where it does not apply. */
  readonly cells: readonly string[];
}

/** A mark: points that follow each other along an axis, by one pair of arrow keys; the other pair leads to the next mark. */
export interface OwnMark {
  readonly figure: FigureKind;
  readonly points: readonly OwnPoint[];
}

/** Parts of a drawing that make it readable. */
export interface OwnPoints {
  /** Attributes of the `svg` element. */
  readonly attributes: string;
  /** Elements within it, which draw nothing. */
  readonly marks: string;
}

/**
 * Makes the points of a drawing readable.
 *
 * @param head titles of the columns
 * @param down true where points of a mark follow each other downwards
 */
export function ownPoints(head: readonly string[], marks: readonly OwnMark[], down = false): OwnPoints {
  const rows = [head.join('\t')];
  const drawn = marks.map(({ figure, points }) => {
    const numbers = points.map(({ cells }) => rows.push(cells.join('\t')) - 2);
    const at = points.map(({ x, y }) => `${Math.round(x)},${Math.round(y)}`);
    return points.length === 0
      ? ''
      : `<g class="mt-read--${figure}" data-rows="${numbers.join(' ')}" data-at="${at.join(' ')}"></g>`;
  });
  if (rows.length === 1) return { attributes: '', marks: '' };
  return {
    attributes: ` data-own-table="${inAttribute(rows.join('\n'))}"${down ? ' data-down' : ''}`,
    marks: drawn.join(''),
  };
}
