import { expect, it } from 'vitest';
import { modelsAtBuild } from '../../../../site/kit/lab/models-at-build';
import * as models from '@/wasm-pkg/buffer-size/models.js';
import { type Call, expectToSurvive } from '../../../lib/from-js/hostile';

const { curve, fit } = modelsAtBuild('buffer-size', models);

const sizes = Float64Array.of(1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7);
const seconds = sizes.map((bytes) => 1e-7 + 1e-11 * bytes + 1e-11 * Math.max(0, bytes - 2e5));
const law = [1e-7, 1e-11, 2e5, 1e-11] as const;
const asked = [sizes, 0.95, 1e6, 4096] as const;
const points = [sizes, seconds, 'knee', false] as const;

/* eslint-disable @typescript-eslint/no-explicit-any -- called with values that the types rule out */
const calls: Call[] = [
  { name: 'curve', call: (...v) => (curve as any)(...v).best, good: [...law, ...asked] },
  { name: 'fit', call: (...v) => (fit as any)(...v).refusal, good: [...points, sizes, 0.95, 1e6] },
];

it.each(calls)('answers hostile values with a result or a sentence, and works on: $name', expectToSurvive);

it('says what is wrong in words', () => {
  const [call, byte, cache, penalty] = law;
  expect(() => curve(-1, byte, cache, penalty, ...asked)).toThrow('cost of a call (s) is -1; it must be from 0 to');
  expect(() => curve(call, byte, 0, penalty, ...asked)).toThrow("the cache's size is 0; it must be above 0");
  expect(() => curve(...law, Float64Array.of(0), 0.95, 1e6, 1)).toThrow('size is 0; it must be above 0');
  expect(() => curve(...law, [1] as never, 0.95, 1e6, 1)).toThrow('sizes is something else; it must be a Float64Array');
  expect(() => curve(...law, sizes, 1.5, 1e6, 1)).toThrow('share is 1.5; it must be above 0 and at most 1');
  expect(() => fit(sizes, seconds.slice(1), 'knee', false, sizes, 0.95, 1e6)).toThrow(
    'seconds is something else; it must be a list as long as that of bytes',
  );
  expect(() => fit(sizes, seconds, 'cubic' as 'knee', false, sizes, 0.95, 1e6)).toThrow(
    'shape is "cubic"; it must be one of',
  );
});

it('refuses points that have no law with a reason', () => {
  const refused = fit(sizes.slice(0, 2), seconds.slice(0, 2), 'linear', false, sizes, 0.95, 1e6);
  expect(refused.refusal).toBe('the number of points is 2; it must be from 3 to 1000');
  expect(refused.fitted).toBeUndefined();
  const strange = fit(Float64Array.of(1, 2, 3), Float64Array.of(1, NaN, 3), 'linear', false, sizes, 0.95, 1e6);
  expect(strange.refusal).toContain('time (s) of point 2 is NaN');
});
