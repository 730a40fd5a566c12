/** The sizes slices are drawn at, in pixels; size-maps.css says when each shows, so that text stays close to its size. */
export const SLICE_SIZES = { narrow: { width: 336, height: 236 }, wide: { width: 452, height: 262 } } as const;
