/** Heights of the lab's pictures in pixels: fixed, so that nothing moves when a picture is drawn anew. */
export const PICTURE_HEIGHTS = { wide: 300, narrow: 250 } as const;

/** Narrower labs, in pixels, get the narrow pictures. The style sheet's container query says the same. */
export const NARROW = 560;

/** Between two charts side by side, in pixels, as the style sheet has it. */
const GAP = 24;

/** The size of the picture of queues, where the lab is so wide. */
export const queuesSize = (width: number) => ({
  width,
  height: width < NARROW ? PICTURE_HEIGHTS.narrow : PICTURE_HEIGHTS.wide,
});

/** The size of each of the two charts. */
export const chartSize = (width: number) =>
  width < NARROW
    ? { width, height: PICTURE_HEIGHTS.narrow }
    : { width: (width - GAP) / 2, height: PICTURE_HEIGHTS.wide };
