import { execFileSync } from 'node:child_process';
import { beforeAll, expect, it } from 'vitest';
import { modelsAtBuild } from '@/kit/lab/models-at-build';
import * as models from '@/wasm-pkg/stacking-context/models.js';

const { chance, simulate } = modelsAtBuild('stacking-context', models);

/** What `examples/stacking-context-vectors.rs` prints: questions, and the native answers. */
type Vectors = { people: number; seed: number; groups: number; chance: string; shared: number }[];

let vectors: Vectors;

beforeAll(() => {
  const program = ['run', '--locked', '--quiet', '--example', 'stacking-context-vectors'];
  vectors = JSON.parse(execFileSync('cargo', program, { encoding: 'utf8' })) as Vectors;
}, 600_000);

function bits(value: number): string {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return view.getBigUint64(0).toString(16).padStart(16, '0');
}

it('answers bit for bit as natively', () => {
  expect(vectors).toHaveLength(100);
  for (const { people, seed, groups, ...native } of vectors) {
    const wasm = { chance: bits(chance(people)), shared: simulate(people, seed, groups) };
    expect(wasm, `${people} people`).toEqual(native);
  }
});
