import { it } from 'vitest';
import { modelsAtBuild } from '../../../../site/kit/lab/models-at-build';
import * as models from '@/wasm-pkg/ssh-authentication/models.js';
import { type Call, expectToSurvive } from '../../../lib/from-js/hostile';

const { play } = modelsAtBuild('ssh-authentication', models);

const good = [1, 'alice', 'ssh-ed25519 {mine} x', 'right', -1, 'second'] as const;

/* eslint-disable @typescript-eslint/no-explicit-any -- called with values that the types rule out */
const calls: Call[] = [{ name: 'play', call: (...v) => (play as any)(...v).reason, good: [...good] }];

it.each(calls)('answers hostile values with a result or a sentence, and works on: $name', expectToSurvive);
