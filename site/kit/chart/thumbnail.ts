/** Size of all thumbnails, in pixels of the drawing. */
export const WIDTH = 600;
export const HEIGHT = 262;
/** Height of the ruler, for thumbnails that have one. */
export const BASELINE = 206;

/** A coordinate in markup: nobody sees a hundredth of a pixel. */
export const round = (value: number): number => Math.round(value * 10) / 10;
