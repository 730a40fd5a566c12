/** The ruler under the bars: even, from nothing to a round time. */

/** The longest bar takes at most this part of the ruler: beside it there is room for its total, and to drag. */
const FULLEST = 0.82;
/** Ends of rulers, as multiples of powers of ten: no two so far apart that a bar gets short. */
const ROUND_ENDS = [1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

/** The least round time, in seconds, of which `longest` takes the largest part that leaves room. */
export function rulerEnd(longest: number): number {
  const least = longest / FULLEST;
  const power = Math.floor(Math.log10(least));
  // Through text, so that 2.5e-5 is the number nearest to it.
  const ends = ROUND_ENDS.map((multiple) => Number(`${multiple}e${power}`));
  return ends.find((end) => end >= least * (1 - 1e-9)) ?? Number(`1e${power + 1}`);
}

export interface Tick {
  seconds: number;
  /** True if it gets a label. */
  long: boolean;
}

/** Labels stand at least so far apart, in pixels. */
const LABEL_ROOM = 76;
const STEPS = [1, 2, 5, 10];

/** Ticks of a ruler of some width in pixels: long ones at round times, four short ones between two of them. */
export function rulerTicks(endS: number, width: number): Tick[] {
  const least = (endS * LABEL_ROOM) / width;
  const power = Math.floor(Math.log10(least));
  const multiple = STEPS.find((each) => Number(`${each}e${power}`) >= least) ?? 10;
  const step = Number(`${multiple}e${power}`);
  const parts = multiple === 2 ? 4 : 5;
  const count = Math.floor((endS / step) * parts + 1e-6);
  return Array.from({ length: count + 1 }, (_, index) => ({
    seconds: Number(((index * step) / parts).toPrecision(12)),
    long: index % parts === 0,
  }));
}
