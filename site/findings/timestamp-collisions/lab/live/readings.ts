/**
 * What one worker read of its clock. Clocks in browsers stand still for many readings in a row, so the readings are kept
 * as runs of equal ones: nothing is lost, and a second of them takes kilobytes.
 */
export interface Readings {
  /** The worker's `performance.timeOrigin`, in milliseconds since 1970. */
  origin: number;
  /** What `performance.now()` gave, in milliseconds since the origin: the value of each run, in the order of reading. */
  values: Float64Array;
  /** How many times in a row each of them was read. */
  counts: Uint32Array;
  /** Whether the worker was cross-origin isolated, which decides how finely a browser lets it read. */
  isolated: boolean;
}
