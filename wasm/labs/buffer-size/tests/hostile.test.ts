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

it('refuses points that have no law with a reason', () => {
  const refused = fit(sizes.slice(0, 2), seconds.slice(0, 2), 'linear', false, sizes, 0.95, 1e6);
  expect(refused.refusal).toBe('the number of points is 2; it must be from 3 to 1000');
  expect(refused.fitted).toBeUndefined();
  const strange = fit(Float64Array.of(1, 2, 3), Float64Array.of(1, NaN, 3), 'linear', false, sizes, 0.95, 1e6);
  expect(strange.refusal).toContain('time (s) of point 2 is NaN');
});
