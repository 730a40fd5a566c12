/** What a chart is described by, and what a drawn one tells. */
import type { FigureKind } from './grammar.ts';

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
  /** How the value of a point is written for a reader who asks; as ticks are by default. */
  readonly reads?: (value: number) => string;
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

/** What all marks have. */
export interface MarkBase {
  /** What kind of figure it shows; decides its shape and stroke. */
  readonly figure: FigureKind;
  /** The mark's name: beside it on wide charts, in the key on narrow ones. */
  readonly label?: string | Label;
  /** Draws it in the background: context for the marks that matter. */
  readonly quiet?: boolean;
  /** Draws rings instead of dots: a third kind of condition beside full and quiet dots. */
  readonly hollow?: boolean;
  /** How far to the right of its settings dots or a line stand, in pixels: keeps marks of one setting from hiding each other. */
  readonly beside?: number;
  /** What a figure's key calls it, where the word for its kind does not tell it from others. */
  readonly says?: string;
  /** The rows of the figure's table that say what each of its points or bins is; those without one can't be read. */
  readonly rows?: readonly (number | undefined)[];
  /** What each of them comes to, where its row says it of several together. */
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
