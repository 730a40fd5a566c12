import type * as models from '@/wasm-pkg/ssh-authentication/models.js';
import type { Question } from '../../../lib/border/recorded';
import { LIMITS } from '@/wasm-pkg/ssh-authentication/limits';
import { named, oneOf, sampled, seed, whole } from '../../../lib/border/sampling';

const LINES = [
  'ssh-ed25519 {mine} alice@laptop', 'ssh-ed25519 {mine}', '', '# no', 'ssh-ed25519 {other}', 'what ssh-rsa', 'ssh-rsa {mine} x',
  'no-pty,from="::1" ssh-ed25519 {mine}', 'x'.repeat(2001),
]; // prettier-ignore
const signings = ['right', 'other-session', 'other-key'] as const;

type Asked = Parameters<typeof models.play>;
const played = (asked: Asked) => ({ play }: typeof models) => play(...asked); // prettier-ignore
const asked: Asked = [1, 'alice', LINES[0]!, 'right', -1, 'second'];

export default [
  ...LINES.map((line) => played([1, 'alice', line, 'right', -1, 'second'])),
  // A bit of every field, and some beyond the last.
  ...Array.from({ length: 46 }, (_, index) => played(asked.with(4, index * 61) as Asked)),
  ...sampled(60, seed(), oneOf('alice', 'alice', 'eve', '', 'Ünal'), oneOf(...LINES), named(...signings), whole(-1, 3000),
    named(...LIMITS.connections)).map(played),
] satisfies Question<typeof models>[]; // prettier-ignore
