import { expect, it } from 'vitest';
import { modelsAtBuild } from '../../../../site/kit/lab/models-at-build';
import { LIMITS } from '@/wasm-pkg/ssh-authentication/limits';
import * as models from '@/wasm-pkg/ssh-authentication/models.js';
import { type Call, expectToSurvive } from '../../../lib/from-js/hostile';

const { play } = modelsAtBuild('ssh-authentication', models);

const good = [1, 'alice', 'ssh-ed25519 {mine} x', 'right', -1, 'second'] as const;

/* eslint-disable @typescript-eslint/no-explicit-any -- called with values that the types rule out */
const calls: Call[] = [{ name: 'play', call: (...v) => (play as any)(...v).reason, good: [...good] }];

it.each(calls)('answers hostile values with a result or a sentence, and works on: $name', expectToSurvive);

it('tells what the names in its types are', () => {
  const checks: Record<models.CheckName, true> = {
    message: true, service: true, user: true, method: true, algorithm: true, key: true, listed: true,
    'host-key': true, 'signature-form': true, signature: true,
  }; // prettier-ignore
  const steps: Record<models.StepName, true> = {
    methods: true, 'methods-reply': true, question: true, 'question-reply': true, sign: true, proof: true, 'proof-reply': true,
  }; // prettier-ignore
  const connections: Record<models.ConnectionName, true> = { first: true, second: true };
  expect(LIMITS.connections).toEqual(Object.keys(connections));
  expect(LIMITS.checks).toEqual(Object.keys(checks));
  expect(LIMITS.steps).toEqual(Object.keys(steps));
});
