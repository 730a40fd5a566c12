import { it } from 'vitest';
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
