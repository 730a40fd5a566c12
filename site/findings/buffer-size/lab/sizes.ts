/** What the lab's pictures measure. */

/** Heights in pixels: fixed, so that nothing moves when it is drawn anew. The style sheet says the same. */
export const PICTURE_HEIGHTS = { wide: 360, narrow: 280 } as const;
export const STRIP_HEIGHT = 22;

/** Narrower labs, in pixels, get the narrow picture. The style sheet's container query says the same. */
export const NARROW = 560;

/** The buffers that the lab is about, in bytes: from one byte to what no program reads at once. */
export const SMALLEST = 1;
export const LARGEST = 2 ** 26;

/** The buffer that the article's headline is about. */
export const HEADLINE_BUFFER = 2 ** 24;

/** Sizes at which a curve is drawn: eight for each doubling, which no eye tells from a smooth curve. */
export const GRID: Float64Array = Float64Array.from(
  { length: 8 * Math.log2(LARGEST / SMALLEST) + 1 },
  (_, index) => SMALLEST * 2 ** (index / 8),
);
