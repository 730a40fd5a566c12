import { it } from 'vitest';
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
