/** The article's examples: each is one thing that is not as it should be, or that makes no difference. */
import type { Preset } from '@/kit/lab/presets';
import { LIMITS } from '@/wasm-pkg/ssh-authentication/limits';
import { LAST_STEP, schema, type LabState } from './state';

/** An example is looked at where it is decided: the server's last word. */
function example(id: string, label: string, hint: string, values: Partial<LabState>): Preset<LabState> {
  return { id, label, hint, state: ({ seed }) => ({ ...schema.initial, step: LAST_STEP, seed, ...values }) };
}

/** The lowest bit of the first byte of the signature's second half. */
const FLIPPED = 8 * LIMITS.byteOfS + 7;

export const presets: readonly Preset<LabState>[] = [
  example('replay', 'replayed signature', 'a right signature, made for another connection', {
    signing: 'other-session',
  }),
  example('thief', 'somebody else’s key', 'somebody who has the public key and signs with a private key of their own', {
    signing: 'other-key',
  }),
  example('flipped', 'one bit of it wrong', 'one bit of the signature turned over on the way', { bit: FLIPPED }),
  example('unlisted', 'unlisted key', 'alice’s file lists another key', { line: 'ssh-ed25519 {other} alice@laptop' }),
  example('comment', 'edited comment', 'the comment in authorized_keys says somebody else', {
    line: 'ssh-ed25519 {mine} mallory@elsewhere',
  }),
];
