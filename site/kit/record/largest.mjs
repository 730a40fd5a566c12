/**
 * What a published record takes at most, in bytes: a reader's browser and a reviewer's eyes have to take it. A machine of many cores
 * has many conditions: one of 16 fills 353 kB with timestamps.
 */
export const LARGEST_RECORD = 400_000;
