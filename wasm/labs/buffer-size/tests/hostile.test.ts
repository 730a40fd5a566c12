import { expect, it } from 'vitest';
import { modelsAtBuild } from '../../../../site/kit/lab/models-at-build';
import * as models from '@/wasm-pkg/buffer-size/models.js';
import { type Call, expectToSurvive } from '../../../lib/from-js/hostile';

const { CostLaw, fit, parse } = modelsAtBuild('buffer-size', models);

const sizes = Float64Array.of(1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7);
const seconds = sizes.map((bytes) => 1e-7 + 1e-11 * bytes + 1e-11 * Math.max(0, bytes - 2e5));
const law = () => new CostLaw(1e-7, 1e-11);
const fitted = () => fit(sizes, seconds, 'knee', false);

/* eslint-disable @typescript-eslint/no-explicit-any -- called with values that the types rule out */
const calls: Call[] = [
  { name: 'CostLaw', call: (...v) => new (CostLaw as any)(...v).seconds(sizes), good: [1e-7, 1e-11] },
  { name: 'setCache', call: (...v) => withCache(v).bestBuffer(1e6), good: [2e5, 1e-11] },
  { name: 'seconds', call: (v) => law().seconds(v), good: [sizes] },
  { name: 'bestBuffer', call: (v) => law().bestBuffer(v), good: [1e6] },
  { name: 'smallestBuffer', call: (...v) => (law() as any).smallestBuffer(...v), good: [0.95, 1e6] },
  { name: 'fit', call: (...v) => (fit as any)(...v).refusal, good: [sizes, seconds, 'knee', false] },
  { name: 'band', call: (v) => fitted().band(v), good: [sizes] },
  { name: 'prediction', call: (v) => fitted().prediction(v), good: [sizes] },
  { name: "the fit's smallestBuffer", call: (...v) => (fitted() as any).smallestBuffer(...v), good: [0.95, 1e6] },
  { name: 'parse', call: (...v) => (parse as any)(...v).problems(), good: ['4096, 390 ns', 'seconds-per-call'] },
];

function withCache(numbers: any[]) {
  const made = law();
  (made as any).setCache(...numbers);
  return made;
}

it.each(calls)('answers hostile values with a result or a sentence, and works on: $name', expectToSurvive);

it('says what is wrong in words', () => {
  expect(() => new CostLaw(-1, 0).seconds(sizes)).toThrow('cost of a call is -1; it must be from 0 to');
  expect(() => law().seconds(Float64Array.of(0))).toThrow('size is 0; it must be above 0');
  expect(() => law().seconds([1] as never)).toThrow('sizes is something else; it must be a Float64Array');
  expect(() => law().smallestBuffer(1.5, 1e6)).toThrow('share is 1.5; it must be above 0 and at most 1');
  expect(() => fit(sizes, seconds.slice(1), 'knee', false)).toThrow('the list of seconds has 7 numbers; it must be');
  expect(() => fit(sizes, seconds, 'cubic' as 'knee', false)).toThrow('shape is "cubic"; it must be one of');
  expect(() => parse('1,2', 'bytes' as 'seconds-per-call')).toThrow('column is "bytes"; it must be one of');
});

it('refuses points that have no law with a reason, and their law with a sentence', () => {
  const refused = fit(sizes.slice(0, 2), seconds.slice(0, 2), 'linear', false);
  expect(refused.refusal).toBe('the number of points is 2; it must be from 3 to 1000');
  expect(() => refused.law()).toThrow('the points were refused; it must be a fit without a refusal');
  const strange = fit(Float64Array.of(1, 2, 3), Float64Array.of(1, NaN, 3), 'linear', false);
  expect(strange.refusal).toContain('time (s) of point 2 is NaN');
});
