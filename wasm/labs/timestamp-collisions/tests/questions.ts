import type * as models from '@/wasm-pkg/timestamp-collisions/models.js';
import type { Question } from '../../../lib/border/recorded';
import fc from 'fast-check';
import { between, named, oneOf, sampled, scaled, seed, whole } from '../../../lib/border/sampling';

const schemes = [
  'timestamp',
  'thread-bits',
  'increasing',
  'hybrid',
  'uuid-v7',
  'uuid-v7-counter',
  'ulid',
  'snowflake',
] as const;

/** Linux, a virtual machine with coarse steps, macOS, Windows and a browser: step, unit, cost, jitter and residues. */
const CLOCKS = [
  [1000, 1, 33_000, 4000, []],
  [10_015, 1, 21_000, 8000, [0, 385, 1155]],
  [41_667, 1000, 40_000, 0, []],
  [100_000, 100, 25_000, 25_000, []],
  [1_000_000, 100_000, 90_001, 1, []],
] as const;

/** Alone, on cores of their own, shared and in queues. */
const MACHINES: Parameters<models.ClockSetup['setMachine']>[] = [[64, 1, 1000, 3e9], [4, 2, 1800, 3e9], [2, 1, 1000, 1e6]]; // prettier-ignore

const lists = fc.array(fc.tuple(fc.nat({ max: 20 }), fc.integer({ min: 1, max: 5 })), { maxLength: 12 });

export default [
  ...sampled(150, whole(1, 12), oneOf(...CLOCKS), oneOf(...MACHINES), seed(), named(...schemes), whole(1, 100)).map(
    ([threads, [step, unit, cost, jitter, residues], machine, from, scheme, readings]) =>
      ({ ClockSetup }: typeof models) => {
        const setup = new ClockSetup(threads, step, unit, cost, jitter);
        setup.setResidues(Float64Array.from(residues));
        setup.setMachine(...machine);
        if (readings % 2 === 0) setup.setPhases(Float64Array.of(0, 7, 1000));
        setup.estimate();
        setup.trace(from, readings);
        setup.identifiers(from, readings, scheme);
        setup.simulate(from, 2000);
      },
  ),
  ...sampled(100, fc.array(lists, { maxLength: 4 })).map(
    ([threads]) =>
      ({ countNeighbours, ReadingsCounter }: typeof models) => {
        const counter = new ReadingsCounter();
        for (const runs of threads) {
          const times = Uint32Array.from(runs, ([, many]) => many);
          countNeighbours(Float64Array.from(runs, ([value]) => value), times);
          // The values of a thread ascend.
          counter.add(Float64Array.from(runs, ([value]) => value).sort(), times);
        }
        counter.count();
      },
  ),
  ...sampled(100, scaled(1e-9, 10), whole(0, 128), scaled(1, 1e6), scaled(1e-3, 1e9), scaled(1, 1e9), between(0, 1)).map(
    ([granularity, bits, machines, rate, seconds, risk]) =>
      (all: typeof models) => {
        all.birthdayProbability(rate * seconds, 2 ** bits);
        all.drawsForRisk(2 ** bits, risk);
        all.stampedDuplicateProbability(granularity, bits, machines, rate, seconds);
        all.stampedRateForRisk(granularity, bits, machines, risk, seconds);
      },
  ),
  // As many values as there are, and one more.
  ...[1, 23, 365, 1e6].flatMap((values) =>
    [values, values + 1].map((drawn) => ({ birthdayProbability }: typeof models) => birthdayProbability(drawn, values)),
  ),
  ...schemes.map((scheme) => ({ schemePromise }: typeof models) => schemePromise(scheme)),
] satisfies Question<typeof models>[]; // prettier-ignore
