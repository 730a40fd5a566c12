import { expect, it } from 'vitest';
import { modelsAtBuild } from '../../../../site/kit/lab/models-at-build';
import * as models from '@/wasm-pkg/ssh-authentication/models.js';
import { type Call, expectToSurvive } from '../../../lib/from-js/hostile';

const { Exchange } = modelsAtBuild('ssh-authentication', models);

const good = ['', 1, 'alice', 'ssh-ed25519', 'ssh-ed25519 {mine} x', 'right', -1] as const;
const exchange = () => new Exchange(...good);

/* eslint-disable @typescript-eslint/no-explicit-any -- called with values that the types rule out */
const calls: Call[] = [
  { name: 'Exchange', call: (...v) => new (Exchange as any)(...v).verdict(), good: [...good] },
  { name: 'step', call: (...v) => (exchange() as any).step(...v), good: [0] },
  { name: 'bytes', call: (...v) => (exchange() as any).bytes(...v), good: [0] },
  { name: 'fields', call: (...v) => (exchange() as any).fields(...v), good: [0] },
];

it.each(calls)('answers hostile values with a result or a sentence, and works on: $name', expectToSurvive);

it('says what is wrong in words', () => {
  const [secret, seed, user, algorithm, line, signing, bit] = good;
  expect(() => new Exchange('1', seed, user, algorithm, line, signing, bit)).toThrow(
    'secret is no private key; it must be empty, or 64 hexadecimal digits',
  );
  expect(() => new Exchange(secret, -1, user, algorithm, line, signing, bit)).toThrow('seed is -1; it must be from 0');
  expect(() => new Exchange(secret, seed, 'x'.repeat(65), algorithm, line, signing, bit)).toThrow(
    'user (bytes) is 65; it must be from 0 to 64',
  );
  expect(() => new Exchange(secret, seed, user, algorithm, line, 'wrong' as 'right', bit)).toThrow(
    'signing is “wrong”; it must be one of right, other-session',
  );
  expect(() => new Exchange(secret, seed, user, algorithm, line, signing, 1e9)).toThrow('bit is 1,000,000,000;');
});

it('has nothing beyond the last step', () => {
  const played = exchange();
  expect(played.step(played.count)).toBe('');
  expect(played.bytes(Number.NaN)).toEqual(new Uint8Array());
  expect(played.fields(-1)).toEqual(new Uint32Array());
});
