import { it } from 'vitest';
import { modelsAtBuild } from '../../../../site/kit/lab/models-at-build';
import * as models from '@/wasm-pkg/load-balancing/models.js';
import { type Call, expectToSurvive } from '../../../lib/from-js/hostile';

const { exactLoadProbabilities, exactSummary, Planner, Simulation, trace } = modelsAtBuild('load-balancing', models);

const simulation = () => new Simulation(50, 5, 'random', 2, 1);
const planner = () => new Planner(50, 5, 'two-choices', 2, 1, 12, 0.01, 10);

/* eslint-disable @typescript-eslint/no-explicit-any -- called with values that the types rule out */
const calls: Call[] = [
  { name: 'Simulation', call: (...v) => new (Simulation as any)(...v), good: [50, 5, 'two-choices', 2, 1] },
  { name: 'run', call: (...v) => (simulation() as any).run(...v), good: [0, 10] },
  {
    name: 'add',
    call: (...v) => (simulation() as any).add(...v),
    good: [Float64Array.of(10), Float64Array.of(5), Float64Array.of(10), Float64Array.of(1)],
  },
  { name: 'summary', call: (...v) => (simulation() as any).summary(...v), good: [12] },
  { name: 'trace', call: trace, good: [50, 5, 'random', 2, 1, 0] },
  { name: 'exactSummary', call: exactSummary, good: [50, 5, 'random', 2, 12] },
  { name: 'exactLoadProbabilities', call: exactLoadProbabilities, good: [50, 5] },
  { name: 'Planner', call: (...v) => new (Planner as any)(...v), good: [50, 5, 'two-choices', 2, 1, 12, 0.01, 10] },
  { name: 'advance', call: (...v) => (planner() as any).advance(...v), good: [1000] },
];

it.each(calls)('answers hostile values with a result or a sentence, and works on: $name', expectToSurvive);
