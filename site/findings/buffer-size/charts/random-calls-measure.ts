/** How long calls take in a browser, whose clock steps so coarsely that only many of them together can be timed. */

/** What is measured, and by what. */
export interface Measured {
  /** The clock, in milliseconds. */
  readonly now: () => number;
  /** The call that is timed. */
  readonly call: (buffer: Uint8Array<ArrayBuffer>) => void;
  readonly sizes: readonly number[];
  readonly rounds: number;
  /** From 0 up to 1: the order of the sizes within a round. */
  readonly random: () => number;
  /** Hears what share of the rounds is done. */
  readonly onRound?: (share: number) => void;
}

/** What was measured of a size. */
export interface SizeTimes {
  readonly bytes: number;
  /** How many calls were timed together. */
  readonly calls: number;
  /** Seconds of a call, round by round. */
  readonly seconds: readonly number[];
}

/** Calls are timed together for at least so many steps of the clock, and so many milliseconds. */
const [STEPS, SHORTEST] = [40, 4];
/** Steps of the clock that are looked at, and readings after which one that stands still is given up. */
const [LOOKED_AT, STANDS_STILL] = [5, 2 ** 24];
/** No more calls are timed together: not even of one that costs nothing. */
const MOST_CALLS = 2 ** 22;

/** The step of a clock, in milliseconds: the middle one of a few, since a pause between two readings looks like a large one. */
export function stepOf(now: () => number): number {
  const steps: number[] = [];
  for (let looked = 0; looked < LOOKED_AT; looked++) {
    const from = now();
    let readings = 0;
    while (now() === from) if (++readings > STANDS_STILL) throw new Error('this browser’s clock stands still');
    steps.push(now() - from);
  }
  return steps.sort((a, b) => a - b)[Math.floor(LOOKED_AT / 2)]!;
}

/** Times every size in every round, in another order each time, so that what slows the machine for a while slows all alike. */
export function measureCalls({ now, call, sizes, rounds, random, onRound }: Measured): {
  step: number;
  times: SizeTimes[];
} {
  const step = stepOf(now);
  const atLeast = Math.max(SHORTEST, STEPS * step);
  const time = (buffer: Uint8Array<ArrayBuffer>, calls: number) => {
    const from = now();
    for (let i = 0; i < calls; i++) call(buffer);
    return now() - from;
  };
  const all = sizes.map((bytes) => {
    const buffer = new Uint8Array(bytes);
    let calls = 1;
    // This warms the call up, too.
    for (let took = time(buffer, calls); took < atLeast && calls < MOST_CALLS; took = time(buffer, calls)) {
      calls = Math.min(MOST_CALLS, Math.ceil(calls * Math.min(16, Math.max(1.5, (1.1 * atLeast) / (took || 1e-9)))));
    }
    return { bytes, buffer, calls, seconds: [] as number[] };
  });
  for (let round = 0; round < rounds; round++) {
    for (const { buffer, calls, seconds } of shuffled(all, random)) seconds.push(time(buffer, calls) / calls / 1000);
    onRound?.((round + 1) / rounds);
  }
  return { step, times: all.map(({ bytes, calls, seconds }) => ({ bytes, calls, seconds })) };
}

/** Fisher and Yates' shuffle, as Durstenfeld wrote it. */
function shuffled<T>(list: readonly T[], random: () => number): T[] {
  const result = [...list];
  for (let last = result.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [result[last], result[other]] = [result[other]!, result[last]!];
  }
  return result;
}
