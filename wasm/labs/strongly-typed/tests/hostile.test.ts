import { expect, it } from 'vitest';
import { modelsAtBuild } from '@/kit/lab/models-at-build';
import * as models from '@/wasm-pkg/strongly-typed/models.js';
import { type Call, expectToSurvive } from '../../../lib/from-js/hostile';

const { intransitive, Languages } = modelsAtBuild('strongly-typed', models);

const outcomes = Uint32Array.from({ length: 66 }, (_, at) => (at * 7) % 4);
const weights = Float64Array.of(1, 2, 3, 4, 5);

/* eslint-disable @typescript-eslint/no-explicit-any -- called with values that the types rule out */
const all = () => new Languages(outcomes) as any;
const calls: Call[] = [
  { name: 'Languages', call: (...v) => new (Languages as any)(...v), good: [outcomes] },
  { name: 'rank', call: (...v) => all().rank(...v), good: [weights] },
  { name: 'strong', call: (...v) => all().strong(...v), good: [weights, 50] },
  { name: 'incomparable', call: (...v) => all().incomparable(...v), good: [weights] },
  { name: 'tau', call: (...v) => all().tau(...v), good: [weights] },
  { name: 'compare', call: (...v) => all().compare(...v), good: [0, 1, weights] },
  { name: 'intransitive', call: intransitive as any, good: [2, Uint32Array.of(1, 0, 0, 1)] },
];

it.each(calls)('answers hostile values with a result or a sentence, and works on: $name', expectToSurvive, 60_000);

it('says what is wrong in words', () => {
  expect(() => all().rank(new Float64Array(5))).toThrow('the sum of the weights is 0; it must be above 0');
  expect(() => all().rank(Float64Array.of(11, 0, 0, 0, 0))).toThrow(
    'the weight of static is 11; it must be from 0 to 10',
  );
  expect(() => all().rank(Float64Array.of(1, 2))).toThrow('weights is 2; it must be five');
  expect(() => all().compare(0, 0, weights)).toThrow('it must be another language than the first');
  expect(() => all().compare(0, 3, weights)).toThrow('the second language is 3; it must be from 0 to 2');
  expect(() => all().strong(weights, 101)).toThrow('threshold is 101; it must be from 0 to 100');
  expect(() => intransitive(2, Uint32Array.of(1, 1, 0, 1))).toThrow('equal in one order only');
});
