/** Readings of a clock, taken in a row: how many were equal, the smallest step, and their picture. */

/** How many readings are taken: half a millisecond's worth and more on any machine. */
export const READINGS = 10_000;

/** What readings in a row say. */
export interface Staircase {
  /** How many gave the same time as the one before. */
  readonly equal: number;
  /** The smallest difference above 0, in the unit of the readings; none where they were all the same. */
  readonly step: number | undefined;
  /** The runs of equal readings: where each begins, as the readings' number, and the time it has. */
  readonly runs: readonly { readonly from: number; readonly time: number }[];
}

/** Looks at readings in the order in which they were taken; there is at least one. */
export function staircase(readings: Float64Array): Staircase {
  const runs = [{ from: 0, time: readings[0]! }];
  let step: number | undefined;
  for (let i = 1; i < readings.length; i++) {
    const difference = readings[i]! - readings[i - 1]!;
    if (difference === 0) continue;
    runs.push({ from: i, time: readings[i]! });
    if (difference > 0 && (step === undefined || difference < step)) step = difference;
  }
  return { equal: readings.length - runs.length, step, runs };
}

/** The runs as a path in a box: the readings from left to right, their times from the bottom to the top. */
export function pathOf({ runs }: Staircase, readings: number, width: number, height: number): string {
  const [first, last] = [runs[0]!.time, runs.at(-1)!.time];
  const x = (from: number) => ((from / readings) * width).toFixed(1);
  const y = (time: number) =>
    (last > first ? height - ((time - first) / (last - first)) * height : height / 2).toFixed(1);
  const steps = runs.map(({ from, time }, i) => (i === 0 ? `M0 ${y(time)}` : `H${x(from)}V${y(time)}`));
  return `${steps.join('')}H${width}`;
}
