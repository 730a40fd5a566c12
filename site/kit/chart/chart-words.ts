/**
 * What a reader is told of the points of a chart. Each mark that can be read names rows of a table, one for each of its points: of
 * the figure's own where the chart's description says which, else of one that the drawing carries itself. `reader.ts` finds them.
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

/** Between the cells of a row, and between rows: no word of a chart holds either. */
const [CELL, ROW] = ['\t', '\n'];

/** Collects what is said of a drawing's points while it is drawn. */
export class ChartWords {
  readonly #spec: ChartSpec;
  /** Whether rows of the figure's table say what points are. */
  readonly #isNamed: boolean;
  /** The rows that dots name. What a line says of the same settings stands there, too. */
  readonly #ofDots: ReadonlySet<number | undefined>;
  readonly #own: string[] = [];

  constructor(spec: ChartSpec) {
    this.#spec = spec;
    this.#isNamed = spec.marks.some(({ rows }) => rows !== undefined);
    this.#ofDots = new Set(spec.marks.flatMap(({ mark, rows }) => (mark === 'dots' ? (rows ?? []) : [])));
  }

  /** Whether a line is read at each of its points, and not only at those that it takes to draw it. */
  isWhole({ rows }: Mark): boolean {
    return rows !== undefined;
  }

  /** The row that says what a point of a mark is; none where it can't be read, or a dot names the same row. */
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

  /** What the drawing itself carries: its rows, if it has any of its own, and whether its values run down. */
  attributes(): string {
    const { x, y } = this.#spec;
    const head = ['', x.title, y.title, '95% interval'].join(CELL);
    const rows = this.#own.length === 0 ? '' : ` data-own-table="${inAttribute([head, ...this.#own].join(ROW))}"`;
    return rows + (y.kind === 'band' ? ' data-down' : '');
  }
}

/** Words in an attribute, where not everybody who reads pages takes a bare `>` for what it is. */
export const inAttribute = (words: string): string => escapeText(words).replaceAll('>', '&gt;');

/** A value as a reader who asks for it is told it. */
function wordsOn(axis: Axis, value: Coordinate): string {
  if (typeof value === 'string' || axis.kind === 'band') return String(value);
  // Some ticks are indented.
  return (axis.reads ?? axis.format ?? formatCount)(value).trim();
}
