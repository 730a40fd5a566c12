/**
 * What several workers read of a browser's clock, counted by the models (`wasm/models/timestamp-collisions/src/count.rs`).
 *
 * A worker's time is `performance.timeOrigin + performance.now()`, in milliseconds since 1970. That sum is a double of
 * some 1.8e12, and doubles of that size are 2^-12 ms = 0.244 µs apart, so two workers that read the clock at the same
 * moment can get sums that differ in the last bit: each origin was rounded by itself. Hence two counts. One compares the
 * sums as a program would. The other compares the times: it subtracts the origins (which is exact), sees which steps of
 * the clock the readings lie on, and takes readings on the same step for the same time. Workers whose steps do not
 * coincide, by more than that rounding, never have the same time.
 */
import { toPlain, type Plain } from '@/kit/lab/plain';
import type * as labs from '@/wasm-pkg/timestamp-collisions/models.js';
import type { Readings } from './readings';

export type Counting = Pick<typeof labs, 'ReadingsCounter' | 'countNeighbours'>;
export type Collisions = Plain<labs.Collisions>;

/** Some steps of the clock one after the other, from the first that the most workers read. */
export interface Lanes {
  /** When each step was, in seconds after the first of them. */
  at: number[];
  /** For each worker, how often it read each step. */
  reads: number[][];
}

export interface Analysis {
  workers: number;
  readings: number;
  /** From the first reading of any worker to the last one of any, in seconds. */
  seconds: number;
  /** The part of that time in which all workers were reading. */
  overlap: number;
  /** Steps of the clock in seconds; null where it did not move. */
  step: { smallest: number; typical: number } | null;
  /** Whether all readings lie on even steps, wide enough to tell apart from the rounding of sums. */
  even: boolean;
  /** Seconds from one reading to the next, by the worker that was least held up; null where the clock hardly moved. */
  secondsPerRead: number | null;
  /** Pairs of readings of one worker, one right after the other; how many are equal, and in how many time went back. */
  neighbours: Plain<labs.Neighbours>;
  /** Collisions of the times that were read. */
  collisions: Collisions;
  /** Collisions of their sums, as a program would compare them. */
  sums: Collisions;
  lanes: Lanes;
  isolated: boolean;
  /** For each worker, the step each of its runs lies on, counted from the first; for an uneven clock, the sums. */
  keys: Float64Array[];
}

const NS_PER_MS = 1e6;
/** Narrower steps than this cannot be told from the rounding of sums, which is up to 244 ns. */
const NARROWEST_STEP_NS = 1000;
/** `performance.now()` itself is a double too: its steps are even to a fraction of a nanosecond. */
const NOISE_NS = 2;
/** The part of all increments that has to be whole steps. */
const NEARLY_ALL = 0.99;
/** Steps in the picture, at most. */
const MOST_LANES = 24;

/** Distance from a value to the next double above it: how exactly a sum of that size can say the time. */
export function spacing(value: number): number {
  return value === 0 ? Number.MIN_VALUE : 2 ** (Math.floor(Math.log2(Math.abs(value))) - 52);
}

/** The differences between a worker's runs, in nanoseconds, in the order of reading. */
const increments = ({ values }: Readings): number[] =>
  Array.from(values.subarray(1), (value, index) => Math.round((value - (values[index] as number)) * NS_PER_MS));

/** The smallest step forward and the median one, in nanoseconds. */
function stepsOf(readings: readonly Readings[]): { smallest: number; typical: number; all: number[] } | null {
  const forward = readings.flatMap(increments).filter((increment) => increment > 0);
  if (forward.length === 0) return null;
  forward.sort((a, b) => a - b);
  const typical = forward[forward.length >> 1] as number;
  return { smallest: forward[0] as number, typical, all: forward };
}

/** The width of even steps in nanoseconds, or null where the increments are not whole multiples of anything seen. */
function evenStep(steps: ReturnType<typeof stepsOf>): number | null {
  if (!steps) return null;
  const isEven = (width: number) => {
    const slack = NOISE_NS + width / 1000;
    const whole = steps.all.filter((step) => Math.abs(step - Math.round(step / width) * width) <= slack);
    return width >= NARROWEST_STEP_NS && whole.length >= steps.all.length * NEARLY_ALL;
  };
  // One odd reading must not hide the steps of all others.
  return [steps.smallest, steps.typical].find(isEven) ?? null;
}

/** Readings as numbers that are equal for the same time. */
interface Keyed {
  /** For each worker, the number of each run; they grow with time. */
  keys: Float64Array[];
  /** The time of a number, in seconds after the first reading. */
  at(key: number): number;
}

function keyed(readings: readonly Readings[], step: number | null): Keyed {
  const reference = readings[0]?.origin ?? 0;
  const tolerance = spacing(reference) * NS_PER_MS + NOISE_NS;
  const times = readings.map(({ origin, values }) =>
    values.map((value) => (origin - reference) * NS_PER_MS + value * NS_PER_MS),
  );
  const start = Math.min(...times.map(([first = Infinity]) => first));
  if (step === null) {
    const keys = sumsOf(readings);
    const first = Math.min(...keys.map(([sum = Infinity]) => sum));
    return { keys, at: (key) => (key - first) / 1000 };
  }
  /** When the first step at or after the start begins, for each group of workers whose steps coincide. */
  const phases: number[] = [];
  const groups = times.map(([first = 0]) => {
    const near = (phase: number) => Math.abs(first - phase - Math.round((first - phase) / step) * step) <= tolerance;
    const group = phases.findIndex(near);
    return group >= 0 ? group : phases.push(first - Math.floor((first - start) / step) * step) - 1;
  });
  return {
    keys: times.map((worker, index) => {
      const group = groups[index] as number;
      const phase = phases[group] as number;
      // Groups take turns, so that no two of them share a number.
      return worker.map((time) => Math.round((time - phase) / step) * phases.length + group);
    }),
    at(key) {
      const group = ((key % phases.length) + phases.length) % phases.length;
      return ((phases[group] as number) - start + ((key - group) / phases.length) * step) / 1e9;
    },
  };
}

/** The sums that a program gets that adds the two numbers. */
const sumsOf = (readings: readonly Readings[]): Float64Array[] =>
  readings.map(({ origin, values }) => values.map((value) => origin + value));

/** One worker's values, each once and in ascending order, with how often it was read. */
interface Distinct {
  keys: Float64Array;
  counts: Uint32Array;
}

function distinct(keys: Float64Array, counts: Uint32Array): Distinct {
  const order = keys.map((_, index) => index);
  // A clock that never steps back, as almost all, is in order already.
  if (keys.some((key, index) => index > 0 && key < (keys[index - 1] as number))) {
    order.sort((a, b) => (keys[a] as number) - (keys[b] as number));
  }
  const result: Distinct = { keys: new Float64Array(keys.length), counts: new Uint32Array(keys.length) };
  let length = 0;
  for (const index of order) {
    const key = keys[index] as number;
    if (length === 0 || result.keys[length - 1] !== key) result.keys[length++] = key;
    result.counts[length - 1] = (result.counts[length - 1] as number) + (counts[index] as number);
  }
  return { keys: result.keys.subarray(0, length), counts: result.counts.subarray(0, length) };
}

/** Calls back for every value that any worker read, in ascending order, with how often each worker did. */
function forEachValue(workers: readonly Distinct[], visit: (key: number, reads: readonly number[]) => void): void {
  const heads = workers.map(() => 0);
  const reads = workers.map(() => 0);
  for (;;) {
    let key = Infinity;
    workers.forEach(({ keys }, index) => (key = Math.min(key, keys[heads[index] as number] ?? Infinity)));
    if (key === Infinity) return;
    workers.forEach(({ keys, counts }, index) => {
      const head = heads[index] as number;
      const isHere = keys[head] === key;
      reads[index] = isHere ? (counts[head] as number) : 0;
      if (isHere) heads[index] = head + 1;
    });
    visit(key, reads);
  }
}

/** Counts collisions between workers. */
function countCollisions({ ReadingsCounter }: Counting, workers: readonly Distinct[]): Collisions {
  const counter = new ReadingsCounter();
  try {
    for (const { keys, counts } of workers) counter.add(keys, counts);
    return toPlain(counter.count());
  } finally {
    counter.free();
  }
}

/** How each worker's readings follow one another, all taken together. */
function neighboursOf({ countNeighbours }: Counting, readings: readonly Readings[]): Analysis['neighbours'] {
  const all = readings.map(({ values, counts }) => toPlain(countNeighbours(values, counts)));
  const sum = (name: keyof Analysis['neighbours']) => all.reduce((sum, each) => sum + each[name], 0);
  return { pairs: sum('pairs'), equal: sum('equal'), backward: sum('backward') };
}

/** Some values one after the other, from the first that all workers read, or several, or, if none, any. */
function lanesOf(workers: readonly Distinct[], at: Keyed['at']): Lanes {
  let start = Infinity;
  let most = 0;
  forEachValue(workers, (key, reads) => {
    const readers = reads.filter((count) => count > 0).length;
    if (readers > most) [start, most] = [key, readers];
  });
  const lanes: Lanes = { at: [], reads: workers.map(() => []) };
  forEachValue(workers, (key, reads) => {
    if (key < start || lanes.at.length === MOST_LANES) return;
    lanes.at.push(at(key) - at(start));
    reads.forEach((count, index) => lanes.reads[index]?.push(count));
  });
  return lanes;
}

const total = (counts: Uint32Array): number => counts.reduce((sum, count) => sum + count, 0);

/** Between the first step and the last, both of which were read in part only. */
function secondsPerRead({ values, counts }: Readings): number | null {
  const reads = total(counts.subarray(1, -1));
  return reads === 0 ? null : ((values.at(-1) as number) - (values[1] as number)) / 1000 / reads;
}

export function analyse(all: readonly Readings[], models: Counting): Analysis {
  const readings = all.filter(({ values }) => values.length > 0);
  const counts = readings.map((worker) => worker.counts);
  const steps = stepsOf(readings);
  const even = evenStep(steps);
  const steppedTimes = keyed(readings, even);
  const sums = sumsOf(readings);
  const distincts = (keys: readonly Float64Array[]) =>
    keys.map((worker, index) => distinct(worker, counts[index] as Uint32Array));
  const stepped = distincts(steppedTimes.keys);
  const begins = sums.map(([first = 0]) => first);
  const ends = sums.map((worker) => worker.at(-1) ?? 0);
  const milliseconds = Math.max(...ends) - Math.min(...begins);
  const costs = readings.map(secondsPerRead).filter((cost) => cost !== null);
  return {
    workers: readings.length,
    readings: counts.reduce((sum, worker) => sum + total(worker), 0),
    seconds: milliseconds / 1000,
    overlap: milliseconds > 0 ? Math.max(0, Math.min(...ends) - Math.max(...begins)) / milliseconds : 1,
    step: steps && { smallest: steps.smallest / 1e9, typical: steps.typical / 1e9 },
    even: even !== null,
    secondsPerRead: costs.length > 0 ? Math.min(...costs) : null,
    neighbours: neighboursOf(models, readings),
    collisions: countCollisions(models, stepped),
    sums: countCollisions(models, distincts(sums)),
    lanes: lanesOf(stepped, steppedTimes.at),
    isolated: readings.every(({ isolated }) => isolated),
    keys: steppedTimes.keys,
  };
}
