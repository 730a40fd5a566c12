/** The readings within a stretch of time, and which of them coincide. */
import type { Trace } from './tasks';

/** A stretch of true time, in nanoseconds. */
export interface Stretch {
  from: number;
  to: number;
}

export interface Reading {
  thread: number;
  /** When it was read and what the clock said, in nanoseconds. */
  at: number;
  value: number;
  identifier: string;
  /** Whether another thread that is shown read the same value. */
  collides: boolean;
  /** Whether another reading that is shown gave the same identifier. */
  duplicate: boolean;
}

/** Readings of several threads with one value. */
export interface Coincidence {
  value: number;
  /** Ascending. */
  threads: number[];
  /** Whether some of their identifiers are equal all the same. */
  duplicate: boolean;
}

/** Until when no thread's readings are missing from a trace. */
export function coveredUntil({ at, each }: Trace): number {
  let until = Infinity;
  for (let last = each - 1; last < at.length; last += each) until = Math.min(until, at[last] as number);
  return until;
}

/** The first reading at or after a time, of the readings from `low` on up to `high`. */
function firstFrom(at: Float64Array, low: number, high: number, time: number): number {
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((at[middle] as number) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The threads that read anything within a stretch. */
export function threadsWithin({ at, each }: Trace, { from, to }: Stretch): number[] {
  return Array.from({ length: at.length / each }, (_, thread) => thread).filter((thread) => {
    const first = firstFrom(at, thread * each, (thread + 1) * each, from);
    return first < (thread + 1) * each && (at[first] as number) < to;
  });
}

/** Every thread's readings within a stretch, in the order of the trace. */
export function readingsWithin(trace: Trace, { from, to }: Stretch): Reading[] {
  const { at, values, each, identifiers } = trace;
  const readings: Reading[] = [];
  for (let start = 0; start < at.length; start += each) {
    const first = firstFrom(at, start, start + each, from);
    const last = firstFrom(at, first, start + each, to);
    for (let i = first; i < last; i++) {
      readings.push({
        thread: start / each,
        at: at[i] as number,
        value: values[i] as number,
        identifier: identifiers[i] as string,
        collides: false,
        duplicate: false,
      });
    }
  }
  markCoinciding(readings);
  return readings;
}

function grouped<K>(readings: readonly Reading[], keyOf: (reading: Reading) => K): Map<K, Reading[]> {
  const groups = new Map<K, Reading[]>();
  for (const reading of readings) {
    const key = keyOf(reading);
    const group = groups.get(key);
    if (group) group.push(reading);
    else groups.set(key, [reading]);
  }
  return groups;
}

const isShared = ([first, ...others]: readonly Reading[]) => others.some(({ thread }) => thread !== first?.thread);

function markCoinciding(readings: readonly Reading[]): void {
  for (const group of grouped(readings, ({ value }) => value).values()) {
    if (isShared(group)) for (const reading of group) reading.collides = true;
  }
  for (const group of grouped(readings, ({ identifier }) => identifier).values()) {
    if (group.length > 1) for (const reading of group) reading.duplicate = true;
  }
}

/** The values that several threads read, ascending. */
export function coincidences(readings: readonly Reading[]): Coincidence[] {
  const colliding = readings.filter(({ collides }) => collides);
  return [...grouped(colliding, ({ value }) => value)]
    .map(([value, group]) => ({
      value,
      threads: [...new Set(group.map(({ thread }) => thread))].sort((a, b) => a - b),
      duplicate: group.some(({ duplicate }) => duplicate),
    }))
    .sort((a, b) => a.value - b.value);
}

/** How many readings are shown, collide and gave a duplicate. */
export function tally(readings: readonly Reading[]): { shown: number; colliding: number; duplicates: number } {
  let [colliding, duplicates] = [0, 0];
  for (const reading of readings) {
    if (reading.collides) colliding++;
    if (reading.duplicate) duplicates++;
  }
  return { shown: readings.length, colliding, duplicates };
}
