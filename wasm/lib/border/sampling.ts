// What questions are made of: the same in every run.
import fc from 'fast-check';

type Arbitraries<Values extends unknown[]> = { [Index in keyof Values]: fc.Arbitrary<Values[Index]> };

/** So many lists of arguments. */
export const sampled = <Values extends unknown[]>(count: number, ...of: Arbitraries<Values>): Values[] =>
  fc.sample(fc.tuple<Values>(...of), { numRuns: count, seed: 1 });

const rarely = <Value>(good: fc.Arbitrary<Value>, bad: Value[]) =>
  fc.oneof({ arbitrary: good, weight: 60 }, { arbitrary: fc.constantFrom(...bad), weight: 1 });

const withEdges = (good: fc.Arbitrary<number>) => rarely(good, [NaN, -1, -0, 0.5, Infinity, 2 ** 53, 1e300]);

/** A whole number, both ends included; now and then what no model accepts. */
export const whole = (min: number, max: number) => withEdges(fc.integer({ min, max }));

/** A number of any magnitude between two; now and then what no model accepts. */
export const scaled = (min: number, max: number) =>
  withEdges(fc.double({ min: 0, max: 1, noNaN: true }).map((share) => min * (max / min) ** share));

/** A number between two; now and then what no model accepts. */
export const between = (min: number, max: number) => withEdges(fc.double({ min, max, noNaN: true }));

/** One of these; now and then the empty text, which is no name. */
export const named = <Name extends string>(...names: Name[]) => rarely(fc.constantFrom(...names), ['' as Name]);

/** One of these. */
export const oneOf = <Values extends readonly unknown[]>(...values: Values): fc.Arbitrary<Values[number]> =>
  fc.constantFrom(...values);

export const SEEDS = [0, 1, Number.MAX_SAFE_INTEGER];

/** A seed. */
export const seed = () => fc.oneof(fc.constantFrom(...SEEDS), whole(0, Number.MAX_SAFE_INTEGER));
