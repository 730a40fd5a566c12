import { expect, it } from 'vitest';
import { modelsAtBuild } from '@/kit/lab/models-at-build';
import * as models from '@/wasm-pkg/stacking-context/models.js';
import { type Call, expectToSurvive } from '../../../lib/from-js/hostile';

const { chance, simulate } = modelsAtBuild('stacking-context', models);

const calls: Call[] = [
  { name: 'chance', call: chance, good: [23] },
  { name: 'simulate', call: simulate, good: [23, 1, 100] },
];

it.each(calls)('answers hostile values with a result or a sentence, and works on: $name', expectToSurvive);

it('says what is wrong in words', () => {
  expect(() => chance(0)).toThrow('people is 0; it must be from 1 to 100');
  expect(() => simulate(23, 1, 1e9)).toThrow('groups is 1,000,000,000; it must be from 1 to 1,000,000');
});
