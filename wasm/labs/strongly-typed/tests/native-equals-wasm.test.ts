import { beforeAll, expect, it } from 'vitest';
import { modelsAtBuild } from '@/kit/lab/models-at-build';
import { plain, plainValue } from '@/kit/lab/plain';
import { LIMITS } from '@/wasm-pkg/strongly-typed/limits';
import * as models from '@/wasm-pkg/strongly-typed/models.js';
import { bitsOf, printedBy } from '../../../lib/from-js/natively';

const { intransitive, Languages } = modelsAtBuild('strongly-typed', models);

/** What `examples/strongly-typed-vectors.rs` prints: questions, and the native answers; fractions as their bits. */
interface Vectors {
  ranks: {
    outcomes: number[];
    weights: number[];
    languages: number[];
    places: number[];
    means: string[];
    strong: number[];
    incomparable: number;
    tau: string | null;
    a: number;
    b: number;
    relation: models.RelationName;
    meanings: models.MeaningName[];
    flips: number[];
  }[];
  relations: { values: number; equal: number[]; triples: { a: number; b: number; c: number }[] }[];
}

let vectors: Vectors;

beforeAll(() => void (vectors = printedBy('strongly-typed-vectors') as Vectors), 600_000);

it('ranks and compares as natively', () => {
  expect(vectors.ranks).toHaveLength(4 * 5);
  for (const vector of vectors.ranks) {
    const weights = Float64Array.from(vector.weights);
    const all = new Languages(Uint32Array.from(vector.outcomes));
    const { languages, places, means } = plain(all.rank(weights));
    const { relation, meanings, weights: flips } = plain(all.compare(vector.a, vector.b, weights));
    const tau = all.tau(weights);
    expect({
      ...vector,
      ...{ languages: [...languages], places: [...places], means: [...means].map(bitsOf) },
      ...{ strong: [...all.strong(weights, 50)], incomparable: all.incomparable(weights) },
      ...{ tau: tau === undefined ? null : bitsOf(tau), relation, meanings, flips: [...flips] },
    }).toEqual(vector);
    all.free();
  }
});

it('finds the same triples', () => {
  for (const { values, equal, triples } of vectors.relations) {
    expect(plainValue(intransitive(values, Uint32Array.from(equal)))).toEqual(triples);
  }
  expect(vectors.relations.some(({ triples }) => triples.length > 0)).toBe(true);
});

it('tells what the names in its types are', () => {
  const meanings: Record<models.MeaningName, true> = {
    static: true, sound: true, safe: true, coercions: true, expressive: true,
  }; // prettier-ignore
  const outcomes: Record<models.OutcomeName, true> = {
    refused: true, caught: true, silent: true, undefined: true, 'cannot-be-written': true, 'not-tested': true,
  }; // prettier-ignore
  expect(Object.keys(LIMITS.meanings)).toEqual(Object.keys(meanings));
  expect(Object.keys(LIMITS.outcomes)).toEqual(Object.keys(outcomes));
  expect(Object.keys(LIMITS.mistakes)).toHaveLength(22);
});
