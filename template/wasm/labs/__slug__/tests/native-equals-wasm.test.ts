import { beforeAll, expect, it } from 'vitest';
import { modelsAtBuild } from '@/kit/lab/models-at-build';
import * as models from '@/wasm-pkg/__slug__/models.js';
import { bitsOf, printedBy } from '../../../lib/from-js/natively';

const { chance, simulate } = modelsAtBuild('__slug__', models);

/** What `examples/__slug__-vectors.rs` prints: questions, and the native answers. */
type Vectors = { people: number; seed: number; groups: number; chance: string; shared: number }[];

let vectors: Vectors;

beforeAll(() => {
  vectors = printedBy('__slug__-vectors') as Vectors;
}, 600_000);

it('answers bit for bit as natively', () => {
  expect(vectors).toHaveLength(100);
  for (const { people, seed, groups, ...native } of vectors) {
    const wasm = { chance: bitsOf(chance(people)), shared: simulate(people, seed, groups) };
    expect(wasm, `${people} people`).toEqual(native);
  }
});
