/** Heights of the picture in pixels: fixed, so that nothing moves when it is drawn anew. The style sheet says the same. */
export const PICTURE_HEIGHTS = { wide: 340, narrow: 280 } as const;

/** Narrower tools, in pixels, get the narrow picture. The style sheet's container query says the same. */
export const NARROW = 560;
