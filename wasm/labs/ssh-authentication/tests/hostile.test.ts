import { expect, it } from 'vitest';
import { modelsAtBuild } from '../../../../site/kit/lab/models-at-build';
import * as models from '@/wasm-pkg/ssh-authentication/models.js';
import { type Call, expectToSurvive } from '../../../lib/from-js/hostile';

const { play } = modelsAtBuild('ssh-authentication', models);

const good = [1, 'alice', 'ssh-ed25519 {mine} x', 'right', -1, 'second'] as const;

/* eslint-disable @typescript-eslint/no-explicit-any -- called with values that the types rule out */
const calls: Call[] = [{ name: 'play', call: (...v) => (play as any)(...v).reason, good: [...good] }];

it.each(calls)('answers hostile values with a result or a sentence, and works on: $name', expectToSurvive);

it('says what is wrong in words', () => {
  const [seed, user, line, signing, bit, connection] = good;
  expect(() => play(-1, user, line, signing, bit, connection)).toThrow('seed is -1; it must be from 0');
  expect(() => play(seed, 'x'.repeat(65), line, signing, bit, connection)).toThrow(
    'user (bytes) is 65; it must be from 0 to 64',
  );
  expect(() => play(seed, user, line, 'wrong' as 'right', bit, connection)).toThrow(
    'signing is "wrong"; it must be one of right, other-session',
  );
  expect(() => play(seed, user, line, signing, 1e9, connection)).toThrow('bit is 1,000,000,000;');
  expect(() => play(seed, user, line, signing, bit, 'third' as 'first')).toThrow(
    'connection is "third"; it must be one of first, second',
  );
});
