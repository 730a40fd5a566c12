/**
 * Size limit of a published record in bytes, for readers' browsers and reviewers' eyes. A machine of many cores has many conditions, such
 * as those of 1 to 16 threads of timestamps.
 */
export const LARGEST_RECORD = 400_000;
