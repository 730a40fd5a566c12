/** The machines that the article contrasts with the page's own, by their ids. */
export const EMERALD_RAPIDS = 'intel-06-cf-2-core-vm';
/** Of the generation of the original's machines. */
export const ZEN_3 = 'amd-19-01-2-core-vm';

/** In the order of their marks. */
export const CONTRASTED = [EMERALD_RAPIDS, ZEN_3] as const;
