import { expect, it } from 'vitest';
import { modelsAtBuild } from '../../../../site/kit/lab/models-at-build';
import * as models from '@/wasm-pkg/setenv/models.js';
import { type Call, expectToSurvive } from '../../../lib/from-js/hostile';

const { Explorer } = modelsAtBuild('setenv', models);

/* eslint-disable @typescript-eslint/no-explicit-any -- called with values that the types rule out */

const good = ['musl', 'as-it-is', Uint32Array.of(2, 0), true, 1, 'get-0', 'set-1-2,unset-0'];
const asked = (...values: any[]) => new (Explorer as any)(...values) as models.Explorer;

const calls: Call[] = [
  { name: 'count', call: (...v) => asked(...v).count().right, good },
  { name: 'shortestFailure', call: (...v) => asked(...v).shortestFailure(), good },
  { name: 'mostTelling', call: (...v) => asked(...v).mostTelling().steps, good },
  { name: 'replay', call: (...v) => (asked(...good) as any).replay(...v).schedule, good: ['1221'] },
];

it.each(calls)('answers hostile values with a result or a sentence, and works on: $name', expectToSurvive);

it('says what is wrong in words', () => {
  expect(() => asked('bionic', ...good.slice(1))).toThrow('library is "bionic"; it must be one of old-glibc, ');
  expect(() => asked('musl', 'spin', ...good.slice(2))).toThrow('locking is "spin"; it must be one of as-it-is, ');
  expect(() => asked(...good.with(2, Uint32Array.of(0, 0)))).toThrow('times a variable is set at first is 2');
  expect(() => asked(...good.with(2, [0]))).toThrow('variables is something else; it must be a Uint32Array');
  expect(() => asked(...good.with(4, 5))).toThrow('room is 5; it must be from 0 to 4');
  expect(() => asked(...good.with(5, 'put-0'))).toThrow('operation is "put-0"; it must be one of get-NAME, ');
  expect(() => asked(...good.with(5, 'get-0,get-0,get-0,get-0'))).toThrow('operations is 4; it must be from 0 to 3');
  expect(() => asked(...good).replay('123')).toThrow('thread is "3"; it must be one of 1, 2');
});
