import { expect, it } from 'vitest';
import { modelsAtBuild, runToEnd } from '@/kit/lab/models-at-build';
import * as models from '@/wasm-pkg/__slug__/models.js';
import { expectToSurvive, type Call } from '../../../../wasm/lib/from-js/hostile';
import { tasks } from '../worker';
import { rows, sentence } from './lab';

const { chance, simulate } = modelsAtBuild('__slug__', models);

it('computes what is known, and simulates what the model does natively', () => {
  expect(chance(23)).toBeCloseTo(0.507297, 6);
  expect(simulate(23, 1, 10_000)).toBe(5031);
});

it.each<Call>([
  { name: 'chance', call: chance, good: [23] },
  { name: 'simulate', call: simulate, good: [23, 1, 100] },
])('answers hostile values with a result or a sentence, and works on: $name', expectToSurvive);

it('says and hands out what it shows', () => {
  const state = { people: 30, seed: 1 };
  const answer = runToEnd(tasks.answer(state));
  expect(sentence(state, answer)).toMatch(/^Of 30 people two share a birthday with a probability of 71%: /);
  expect(rows(state, answer)).toContainEqual(['figure', 'simulated', answer.simulated]);
});
