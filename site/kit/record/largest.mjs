/**
 * What a published record takes at most, in bytes: a reader's browser and a reviewer's eyes have to take it. A machine of many cores
 * has many conditions, such as those of 1 to 16 threads of timestamps.
 */
export const LARGEST_RECORD = 400_000;
