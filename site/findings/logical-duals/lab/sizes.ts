/** Heights of the lab's pictures in pixels: fixed, so that nothing moves when a picture is drawn anew. */
export const PICTURE_HEIGHTS = { wide: 300, narrow: 250 } as const;

/** Narrower labs, in pixels, get the narrow pictures. The style sheet's container query says the same. */
export const NARROW = 560;

/** The size of a picture, where the lab is so wide. */
export const pictureSize = (width: number) => ({
  width,
  height: width < NARROW ? PICTURE_HEIGHTS.narrow : PICTURE_HEIGHTS.wide,
});
