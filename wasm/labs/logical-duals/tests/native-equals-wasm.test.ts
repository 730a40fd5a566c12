import { beforeAll, expect, it } from 'vitest';
import { modelsAtBuild } from '@/kit/lab/models-at-build';
import { plain } from '@/kit/lab/plain';
import { LIMITS } from '@/wasm-pkg/logical-duals/limits';
import * as models from '@/wasm-pkg/logical-duals/models.js';
import { bitsOf, printedBy } from '../../../lib/from-js/natively';

const { explore, Race, Testers } = modelsAtBuild('logical-duals', models);

/** What `examples/logical-duals-vectors.rs` prints: questions, and the native answers. */
type Vector =
  | {
      kind: 'search';
      puzzle: models.PuzzleName;
      goal: number;
      depth: number;
      seed: number;
      chance: string[];
      miss: string;
      hits: number[];
    }
  | { kind: 'race'; level: models.LevelName; guard: models.GuardName; events: number[] };

let vectors: Vector[];

beforeAll(() => void (vectors = printedBy('logical-duals-vectors') as Vector[]), 600_000);

/** What the WebAssembly answers to a vector's question, as far as that has it. */
function answer(vector: Vector): object {
  switch (vector.kind) {
    case 'search': {
      const { puzzle, goal, depth, seed } = vector;
      const { outcome, visited, values, depths, parents, path, moves } = plain(explore(puzzle, goal, depth));
      const testers = new Testers(puzzle, goal, Math.min(30, depth));
      const found = {
        chance: [String(testers.hits), String(testers.sequences)],
        miss: bitsOf(testers.miss(77)),
        hits: vector.hits.map((_, tester) => testers.firstHit(seed, tester, 500)),
      };
      testers.free();
      const lists = { values, depths, parents, path };
      return { ...vector, outcome, visited, moves, ...found, ...mapped(lists, (list) => [...list]) };
    }
    case 'race': {
      const race = new Race(vector.level, vector.guard);
      const events = LIMITS.orders.map((order) => plain(race.play(order)).events.length);
      const broken = [...race.broken()];
      race.free();
      return { ...vector, broken, events };
    }
  }
}

const mapped = <T, U>(all: Record<string, T>, of: (one: T) => U) =>
  Object.fromEntries(Object.entries(all).map(([name, one]) => [name, of(one)]));

it('answers as natively', () => {
  expect(vectors).toHaveLength(2 * 5 + 9);
  for (const vector of vectors) expect(answer(vector)).toEqual(vector);
});
