import { it } from 'vitest';
import { modelsAtBuild } from '../../../../site/kit/lab/models-at-build';
import * as models from '@/wasm-pkg/unix-sockets/models.js';
import { type Call, expectToSurvive } from '../../../lib/from-js/hostile';

const { Sockets } = modelsAtBuild('unix-sockets', models);

const parts = [2e-5, 3e-6, 1e-5, 4e-6, 1e-6, 2e-10] as const;
const request = [1, 1, 100, 1000, 65_536, 1e-4] as const;

function sockets() {
  const made = new Sockets();
  for (const [side, factor] of [
    ['tcp', 2],
    ['unix', 1],
  ] as const) {
    for (const [end, share] of [
      ['value', 1],
      ['low', 0.9],
      ['high', 1.1],
    ] as const) {
      const [connect, accept, close, wake, call, byte] = parts.map((part) => factor * share * part) as [
        ...typeof parts,
      ];
      made.setParts(side, end, connect, accept, close, wake, call, byte);
    }
  }
  return made;
}

/* eslint-disable @typescript-eslint/no-explicit-any -- called with values that the types rule out */
const calls: Call[] = [
  { name: 'setParts', call: (...v) => (sockets() as any).setParts(...v), good: ['tcp', 'low', ...parts] },
  { name: 'compare', call: (...v) => (sockets() as any).compare(...v).tcp, good: [...request, 0.05, 'response'] },
  {
    name: 'sweep',
    call: (...v) => (sockets() as any).sweep(...v),
    good: [...request, 'both', Float64Array.of(1, 1e3)],
  },
];

it.each(calls)('answers hostile values with a result or a sentence, and works on: $name', expectToSurvive);
