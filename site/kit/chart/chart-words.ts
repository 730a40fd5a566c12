/**
 * Words for the points of a chart. Each mark that can be read names rows of a table, one for each of its points: rows of the figure's
 * table where the chart's spec has them, else of a table that the drawing carries. `chart-reader.ts` looks them up.
 */
import type { Axis, ChartSpec, Coordinate, Mark } from './chart-spec.ts';
import { formatCount } from './format.ts';
import { escapeText } from './grammar.ts';

/** A point of a mark, and the ends of its interval where it has one. */
export interface ReadPoint {
  readonly x: Coordinate;
  readonly y: Coordinate;
  readonly low?: number | undefined;
  readonly high?: number | undefined;
}

/** Separators of cells and of rows: no word of a chart holds either. */
const [CELL, ROW] = ['\t', '\n'];

/** Collects the words for a drawing's points while it is drawn. */
export class ChartWords {
  readonly #spec: ChartSpec;
  /** Tells if points are described by rows of the figure's table. */
  readonly #isNamed: boolean;
  /** The rows that dots name. A line that names the same row is not read again. */
  readonly #ofDots: ReadonlySet<number | undefined>;
  readonly #own: string[] = [];

  constructor(spec: ChartSpec) {
    this.#spec = spec;
    this.#isNamed = spec.marks.some(({ rows }) => rows !== undefined);
    this.#ofDots = new Set(spec.marks.flatMap(({ mark, rows }) => (mark === 'dots' ? (rows ?? []) : [])));
  }

  /** Tells if a line is read at each of its points, and not only at those that it takes to draw it. */
  isWhole({ rows }: Mark): boolean {
    return rows !== undefined;
  }

  /** Row that describes a point of a mark; undefined where the point can't be read, or a dot names the same row. */
  rowOf(mark: Mark, index: number, point: ReadPoint): number | undefined {
    if (this.#isNamed) {
      const row = mark.rows?.[index];
      return mark.mark !== 'dots' && this.#ofDots.has(row) ? undefined : row;
    }
    return this.#own.push(this.#cells(mark, point).join(CELL)) - 1;
  }

  #cells(mark: Mark, { x, y, low, high }: ReadPoint): string[] {
    const { label, says = typeof label === 'string' ? label : label?.text } = mark;
    const along = mark.mark === 'dots' && mark.interval === 'x' ? this.#spec.x : this.#spec.y;
    const interval =
      low === undefined || high === undefined ? '' : `${wordsOn(along, low)}\u2013${wordsOn(along, high)}`;
    return [says ?? '', wordsOn(this.#spec.x, x), wordsOn(this.#spec.y, y), interval];
  }

  /** Attributes of the drawing: its own table, if it has one, and the direction of its points. */
  attributes(): string {
    const { x, y } = this.#spec;
    const head = ['', x.title, y.title, '95% interval'].join(CELL);
    const rows = this.#own.length === 0 ? '' : ` data-own-table="${inAttribute([head, ...this.#own].join(ROW))}"`;
    return rows + (y.kind === 'band' ? ' data-down' : '');
  }
}

/** Escapes text for an attribute, including `>`, which some readers of pages take for the end of a tag. */
export const inAttribute = (words: string): string => escapeText(words).replaceAll('>', '&gt;');

function wordsOn(axis: Axis, value: Coordinate): string {
  if (typeof value === 'string' || axis.kind === 'band') return String(value);
  // Some ticks are indented.
  return (axis.reads ?? axis.format ?? formatCount)(value).trim();
}
