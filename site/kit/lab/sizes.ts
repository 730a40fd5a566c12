/** Narrower labs, in pixels, get the narrow pictures, as `lab.css` has it. */
export const NARROW = 560;

/** Heights of a picture in pixels, as `lab.css` has them: nothing moves when it is drawn anew. */
const HEIGHTS = { wide: 300, narrow: 250 };

/** The size of a picture, where its lab is so wide. A lab with other heights says them in its style sheet too. */
export const pictureSize = (width: number, heights: typeof HEIGHTS = HEIGHTS): { width: number; height: number } => ({
  width,
  height: width < NARROW ? heights.narrow : heights.wide,
});

/** Widths of the pictures that a page is built with. */
export const BUILT = { wide: 880, narrow: 328 } as const;
