import { expect, it } from 'vitest';
import { modelsAtBuild } from '../../../../site/kit/lab/models-at-build';
import * as models from '@/wasm-pkg/unix-sockets/models.js';
import { type Call, expectToSurvive } from '../../../lib/from-js/hostile';

const { Sockets } = modelsAtBuild('unix-sockets', models);

const parts = [2e-5, 3e-6, 1e-5, 4e-6, 1e-6, 2e-10];
const side = (factor: number) =>
  Float64Array.from([1, 0.9, 1.1].flatMap((end) => parts.map((part) => factor * end * part)));
const request = Float64Array.of(1, 1, 100, 1000, 65_536, 1e-4);
const sockets = () => new Sockets(side(2), side(1));

/* eslint-disable @typescript-eslint/no-explicit-any -- called with values that the types rule out */
const calls: Call[] = [
  { name: 'Sockets', call: (...v) => new (Sockets as any)(...v), good: [side(2), side(1)] },
  { name: 'compare', call: (...v) => (sockets() as any).compare(...v).tcp(), good: [request, 0.05, 'response'] },
  { name: 'sweep', call: (...v) => (sockets() as any).sweep(...v), good: [request, 'both', Float64Array.of(1, 1e3)] },
];

it.each(calls)('answers hostile values with a result or a sentence, and works on: $name', expectToSurvive);

it('says what is wrong in words', () => {
  expect(() => new Sockets(side(2), Float64Array.of(1))).toThrow('unix has 1 numbers; it must be 18 of them');
  expect(() => new Sockets(side(-1), side(1))).toThrow('connect (s) is -2e-5; it must be from 0 to');
  expect(() => sockets().compare(request.with(4, 0), 0.05, 'both')).toThrow('bytes of a call is 0; it must be from 1');
  expect(() => sockets().compare(request, 0, 'both')).toThrow('share is 0; it must be from');
  expect(() => sockets().compare(request, 0.05, 'request' as 'both')).toThrow('sizes is "request"; it must be one of');
  expect(() => sockets().sweep(request, 'both', new Float64Array(10_001))).toThrow(
    'values is 10,001; it must be from 0',
  );
});
