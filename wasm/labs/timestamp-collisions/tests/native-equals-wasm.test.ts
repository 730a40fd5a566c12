import { beforeAll, describe, expect, it } from 'vitest';
import { modelsAtBuild } from '../../../../site/kit/lab/models-at-build';
import * as models from '@/wasm-pkg/timestamp-collisions/models.js';
import { bits, printedBy } from '../../../lib/from-js/natively';

const { birthdayProbability, ClockSetup, stampedDuplicateProbability, stampedRateForRisk } = modelsAtBuild(
  'timestamp-collisions',
  models,
);

/** What `examples/clock-vectors.rs` prints: questions, and the bits of the native answers. */
interface Vectors {
  clocks: {
    clock: [number, number, number, number, number];
    residues: number[];
    machine: [number, number, number, number];
    seed: number;
    atPs: string[];
    values: string[];
    counts: string[];
    estimate: string[];
    identifiers: Record<models.SchemeName, string[]>;
  }[];
  stamps: { stamp: [number, number, number, number, number, number]; answers: string[] }[];
}

describe("the clock's model in WebAssembly", () => {
  let vectors: Vectors;

  beforeAll(() => void (vectors = printedBy('clock-vectors') as Vectors), 600_000);

  it('answers bit for bit as it does natively', () => {
    expect(vectors.clocks.length).toBeGreaterThan(40);
    for (const v of vectors.clocks) {
      const name = `${v.clock.join()} on ${v.machine.join()}`;
      const setup = new ClockSetup(...v.clock);
      setup.setResidues(Float64Array.from(v.residues));
      setup.setMachine(...v.machine);
      const counts = setup.simulate(v.seed, 20_000);
      const { atPs, values } = setup.trace(v.seed, 100);
      const { samples, published } = setup.estimate();
      expect(bits(atPs), name).toEqual(v.atPs);
      expect(bits(values), name).toEqual(v.values);
      expect(bits([counts.samples, counts.published, counts.equalNeighbours]), name).toEqual(v.counts);
      expect(bits([samples, published]), name).toEqual(v.estimate);
      for (const [scheme, identifiers] of Object.entries(v.identifiers)) {
        expect(setup.identifiers(v.seed, 100, scheme as models.SchemeName), `${name}, ${scheme}`).toEqual(identifiers);
      }
    }
    for (const { stamp, answers } of vectors.stamps) {
      const [granularity, randomBits, machines, rate, seconds, risk] = stamp;
      const probability = stampedDuplicateProbability(granularity, randomBits, machines, rate, seconds);
      const safeRate = stampedRateForRisk(granularity, randomBits, machines, risk, seconds);
      const { low, high } = birthdayProbability(rate * seconds, 1e18);
      expect(bits([probability, safeRate, low, high]), stamp.join()).toEqual(answers);
    }
  }, 120_000);
});
