/** Heights of the picture in pixels: fixed, so that nothing moves when it is drawn anew. The style sheet says the same. */
export const PICTURE_HEIGHTS = { wide: 340, narrow: 270 } as const;
