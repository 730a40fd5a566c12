/** Geometry of a chart, and an estimate of the room that its text takes. */
import type { ChartSpec, Coordinate, DrawnChart } from './chart-spec.ts';
import type { ChartWords } from './chart-words.ts';

/** Size of all text, of a line of it, and of a dot, in pixels. */
export const FONT_SIZE = 12;
export const LINE_HEIGHT = 15;
export const DOT_RADIUS = 3.5;

/** Width of text in the interface face; an estimate from Inter's average advances, on the generous side. */
export function textWidth(text: string, size = FONT_SIZE): number {
  let ems = 0;
  for (const letter of text) {
    if (/[ilIj.,:;'|!()[\]\u00a0 ]/.test(letter)) ems += 0.3;
    else if (/[mwMW%@]/.test(letter)) ems += 0.88;
    else if (/[CDGHNOQU]/.test(letter)) ems += 0.76;
    else if (/[A-Z0-9÷×+=−]/.test(letter)) ems += 0.66;
    else ems += 0.58;
  }
  return ems * size;
}

/** The geometry of a chart whose plot and scales are settled. */
export interface Geometry {
  readonly spec: ChartSpec;
  readonly plot: DrawnChart['plot'];
  /** Width of the whole drawing, in pixels. */
  readonly width: number;
  readonly x: (value: Coordinate) => number;
  readonly y: (value: Coordinate) => number;
  /** Width of a band, 0 on number axes. */
  readonly xStep: number;
  readonly yStep: number;
  readonly words: ChartWords;
}
