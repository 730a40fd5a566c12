/** The description of a chart, and of the drawing made from it. */
import type { FigureKind } from './grammar.ts';

/** An axis over numbers. */
export interface NumberAxis {
  readonly kind: 'linear' | 'log';
  /** Title, with the unit unless the ticks say it: `Items per server`. */
  readonly title: string;
  /** Ends of the axis; by default the extent of all marks, widened to round numbers. */
  readonly domain?: readonly [number, number];
  /** Positions of labelled ticks, where the automatic ones don't tell the story. */
  readonly ticks?: readonly number[];
  /** Text of a tick; a count by default. */
  readonly format?: (value: number) => string;
  /** Text of a point's value for a reader who asks; as ticks are by default. */
  readonly reads?: (value: number) => string;
  /** Base of a logarithmic axis; 2 for sizes that double. 10 by default. */
  readonly base?: 2 | 10;
  /** Value that the ruler counts as one, where that is not the values' unit: 2²⁰ for bytes read as mebibytes. */
  readonly per?: number;
}

/** An axis over names, in the given order. */
export interface BandAxis {
  readonly kind: 'band';
  readonly title: string;
  readonly values: readonly string[];
}

export type Axis = NumberAxis | BandAxis;

/** A position along an axis. */
export type Coordinate = number | string;

/** A mark's own label, instead of an entry in the key. */
export interface Label {
  readonly text: string;
  /** The point that is labelled: the mark's last by default. */
  readonly at?: readonly [Coordinate, Coordinate];
  /** Side of that point on which the text stands; `end` puts it in the right margin and keeps labels there apart. */
  readonly side?: 'end' | 'left' | 'right' | 'above' | 'below';
}

/** Properties of all marks. */
export interface MarkBase {
  /** Kind of figure; decides shape and stroke. */
  readonly figure: FigureKind;
  /** The mark's name: next to it on wide charts, in the key on narrow ones. */
  readonly label?: string | Label;
  /** Draws it in the background: context for the marks that matter. */
  readonly quiet?: boolean;
  /** Draws rings instead of dots: a third kind of condition next to full and quiet dots. */
  readonly hollow?: boolean;
  /** Offset of dots or a line to the right of their settings, in pixels: keeps marks of one setting from hiding each other. */
  readonly offset?: number;
  /** Name in the figure's key, where the word for its kind does not tell it from others. */
  readonly says?: string;
  /** Rows of the figure's table that describe the points or bins; those without one can't be read. */
  readonly rows?: readonly (number | undefined)[];
  /** Text of each point's own value, where its row describes several together. */
  readonly each?: readonly string[];
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
  /** Offset below the row's middle, in pixels: keeps marks of one row from hiding each other. */
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
  /** Position along x, and the lower and upper end there. */
  readonly points: readonly (readonly [x: number, low: number, high: number])[];
}

/** A field of coloured cells over two band axes. */
export interface HeatMark extends MarkBase {
  readonly mark: 'heat';
  readonly cells: readonly { readonly x: string; readonly y: string; readonly value: number; readonly text: string }[];
  /** The values of the palest and the strongest cell. */
  readonly domain: readonly [number, number];
}

export type Mark = LineMark | DotMark | HistogramMark | BandMark | HeatMark;

/** A straight line across the plot at one value, such as a capacity. */
export interface Reference {
  readonly axis: 'x' | 'y';
  readonly value: number;
  readonly label?: string;
  /** `limit` for a capacity, `quantile` for a marked quantile, `plain` for anything else. */
  readonly tone?: 'plain' | 'limit' | 'quantile';
  /** End of a level line at which its label stands; the right one by default. */
  readonly end?: 'left' | 'right';
}

/** Description of a chart, apart from its size. */
export interface ChartSpec {
  /** Accessible name. */
  readonly title: string;
  /** Description in words, for readers who can't see the chart. */
  readonly description: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly marks: readonly Mark[];
  readonly references?: readonly Reference[];
  /** Placement of labels: in place (`direct`), in a key above the plot, or none; by default whichever has room. */
  readonly labels?: 'direct' | 'key' | 'none';
}

/** Size in CSS pixels. Text is 12 px, so draw at the size at which the chart is shown. */
export interface ChartSize {
  readonly width: number;
  readonly height?: number;
}

/** A drawn chart and the geometry that a lab needs to put handles on it. */
export interface DrawnChart {
  readonly svg: string;
  /** Position of the plot in the drawing, in pixels. */
  readonly plot: { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
  /** Maps a value to pixels in the drawing. */
  readonly x: (value: Coordinate) => number;
  readonly y: (value: Coordinate) => number;
  /** Maps pixels in the drawing back to a value; not defined on band axes. */
  readonly invertX: (pixels: number) => number;
  readonly invertY: (pixels: number) => number;
}
