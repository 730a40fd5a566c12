/** Points of pictures that the chart kit does not draw: each drawing carries what a reader is told of them in a table of its own. */
import { inAttribute } from './chart-words.ts';
import type { FigureKind } from './grammar.ts';

/** A point that can be read: where it is in the drawing, in its pixels, and its row of the table. */
export interface OwnPoint {
  readonly x: number;
  readonly y: number;
  /** A cell for each column of the head; empty where there is nothing to say. */
  readonly cells: readonly string[];
}

/** Points that follow each other along an axis, by one arrow key; the other leads to the next mark. */
export interface OwnMark {
  readonly figure: FigureKind;
  readonly points: readonly OwnPoint[];
}

/** What goes into a drawing that can be read. */
export interface OwnPoints {
  /** For the `svg` element. */
  readonly attributes: string;
  /** Elements within it, which draw nothing. */
  readonly marks: string;
}

/**
 * Makes the points of a drawing readable.
 *
 * @param head what the columns are
 * @param down whether points of a mark follow each other downwards
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
