import { beforeAll, expect, it } from 'vitest';
import { modelsAtBuild } from '@/kit/lab/models-at-build';
import { plainValue } from '@/kit/lab/plain';
import { LIMITS } from '@/wasm-pkg/stacking-context/limits';
import * as models from '@/wasm-pkg/stacking-context/models.js';
import { printedBy } from '../../../lib/from-js/natively';

const { paint, why } = modelsAtBuild('stacking-context', models);

/** What `examples/stacking-context-vectors.rs` prints: questions, and the native answers. */
type Vectors = {
  tree: string;
  by: models.ColumnName;
  one: string;
  other: string;
  order: number[];
  boxes: [name: string, group: number | null, layer: number, z: number, css: string][];
  sentences: string[];
}[];

let vectors: Vectors;

beforeAll(() => void (vectors = printedBy('stacking-context-vectors') as Vectors), 600_000);

it('paints every tree as natively, and says the same of why', () => {
  expect(vectors.length).toBeGreaterThan(200);
  for (const { tree, by, one, other, order, boxes, sentences } of vectors) {
    const painted = plainValue(paint(tree, by));
    expect([...painted.order], tree).toEqual(order);
    const found = painted.boxes.map(({ name, group, layer, z, css }) => [name, group ?? null, layer, z, css]);
    expect(found, tree).toEqual(boxes);
    expect(plainValue(why(tree, by, one, other))?.sentences ?? [], tree).toEqual(sentences);
  }
});

it('tells what the names in its types are', () => {
  const columns: Record<models.ColumnName, true> = {
    specifications: true,
    chromium: true,
    firefox: true,
    webkit: true,
  };
  const actions: Record<models.ActionName, true> = {
    declare: true, drop: true, z: true, child: true, after: true, remove: true, up: true, down: true,
  }; // prettier-ignore
  expect(LIMITS.columns.map(([key]) => key)).toEqual(Object.keys(columns));
  expect(LIMITS.actions).toEqual(Object.keys(actions));
});
