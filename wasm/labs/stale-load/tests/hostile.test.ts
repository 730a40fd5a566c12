import { it } from 'vitest';
import { modelsAtBuild } from '@/kit/lab/models-at-build';
import * as models from '@/wasm-pkg/stale-load/models.js';
import { type Call, expectToSurvive } from '../../../lib/from-js/hostile';

const { Setting } = modelsAtBuild('stale-load', models);

const setting = () => new Setting(4, 0.5, 'best-of-2', 'renewed', 2, 'poisson', 'exponential', 1);

/* eslint-disable @typescript-eslint/no-explicit-any -- called with values that the types rule out */
const calls: Call[] = [
  {
    name: 'Setting',
    call: (...v) => new (Setting as any)(...v),
    good: [4, 0.5, 'least', 'aged', 2, 'regular', 'tick', 3],
  },
  { name: 'runs', call: (...v) => (setting() as any).runs(...v), good: [50, 2, 1, 1] },
  { name: 'advance', call: (...v) => (setting().runs(50, 2, 1, 1) as any).advance(...v), good: [20] },
  { name: 'queues', call: (...v) => (setting() as any).queues(...v), good: [1] },
  { name: 'at', call: (...v) => (setting().queues(1) as any).at(...v), good: [3] },
];

it.each(calls)('answers hostile values with a result or a sentence, and works on: $name', expectToSurvive);
