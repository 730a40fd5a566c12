import { it } from 'vitest';
import { modelsAtBuild } from '../../../../site/kit/lab/models-at-build';
import * as models from '@/wasm-pkg/load-balancing/models.js';
import { type Call, expectToSurvive } from '../../../lib/from-js/hostile';

const { chanceOfAny, placements, round } = modelsAtBuild('load-balancing', models);

const calls: Call[] = [
  { name: 'round', call: round, good: ['two-choices', true, 1] },
  { name: 'placements', call: placements, good: [50, 5, 'two-choices', 1] },
  { name: 'chanceOfAny', call: chanceOfAny, good: [50, 5, 'two-choices', 1, 12] },
];

it.each(calls)('answers hostile values with a result or a sentence, and works on: $name', expectToSurvive);
