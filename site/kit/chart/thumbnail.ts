/** How large all thumbnails are drawn, in pixels of the drawing. */
export const WIDTH = 600;
export const HEIGHT = 262;
/** Where the ruler is, for those that have one. */
export const BASELINE = 206;

/** A coordinate as it is written: nobody sees a hundredth of a pixel. */
export const round = (value: number): number => Math.round(value * 10) / 10;
