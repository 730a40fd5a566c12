import { expect, it } from 'vitest';
import { modelsAtBuild } from '@/kit/lab/models-at-build';
import { LIMITS } from '@/wasm-pkg/stacking-context/limits';
import * as models from '@/wasm-pkg/stacking-context/models.js';
import { type Call, expectToSurvive } from '../../../lib/from-js/hostile';

const { edit, paint, why } = modelsAtBuild('stacking-context', models);

const calls: Call[] = [
  { name: 'paint', call: paint, good: ['b.abs.z1;i.filter', 'specifications'] },
  { name: 'why', call: why, good: ['b.abs.z1;i.filter', 'webkit', 'b', 'i'] },
  { name: 'edit', call: edit, good: ['b.abs.z1;i.filter', 'i', 'z', '7'] },
];

it.each(calls)('answers hostile values with a result or a sentence, and works on: $name', expectToSurvive);

it('says nothing of why where there is one box alone', () => {
  expect(why('b', 'specifications', 'b', 'b')).toBeUndefined();
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
