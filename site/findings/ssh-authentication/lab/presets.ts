/** The article's examples: each is one thing that is not as it should be, or that makes no difference. */
import type { Preset } from '@/kit/lab/controls';
import { LIMITS } from '@/wasm-pkg/ssh-authentication/limits';
import { ALICES_LINE, LAST_STEP, untampered, type LabState } from './state';

type Example = Preset<LabState> & { hint: string };

/** An example is looked at where it is decided: the server's last word. */
function example(id: string, label: string, hint: string, values: Partial<LabState>): Example {
  return { id, label, hint, state: (current) => ({ ...untampered(current), step: LAST_STEP, ...values }) };
}

/** Where the user name, the key and the second half of the signature begin. */
const { user: USER, point: POINT, s: S } = LIMITS.bytes;
/** A byte's lowest bit. */
const lowest = (byte: number) => 8 * byte + 7;

export const presets: readonly Example[] = [
  {
    id: 'right',
    label: 'as it should be',
    hint: 'the key is listed, and signs this connection’s data',
    state: (current) => untampered(current),
  },
  example('thief', 'only the public key', 'somebody who has the public key and signs with a private key of their own', {
    signing: 'other-key',
  }),
  example('replay', 'replayed signature', 'a right signature, made for another connection', {
    signing: 'other-session',
  }),
  example('comment', 'edited comment', 'the comment in authorized_keys says somebody else', {
    line: ALICES_LINE.replace('alice@laptop', 'mallory@elsewhere'),
  }),
  example('unlisted', 'unlisted key', 'alice’s file lists another key', { line: 'ssh-ed25519 {other} alice@laptop' }),
  example('flipped', 'one bit of S', 'one bit of the signature turned over on the way', { bit: lowest(S) }),
  example('user', 'another user', 'a signature made to become bob, sent to become alice', { signing: 'other-user' }),
  example('unknown', 'no such user', 'eve has no account; the server’s answer does not say so', { user: 'eve' }),
  example('renamed', 'user’s name changed', 'one bit of the user’s name turned over on the way', {
    bit: lowest(USER + 'alice'.length - 1),
  }),
  example('point', 'one bit of the key', 'one bit of the public key turned over on the way', {
    bit: lowest(POINT),
  }),
  example('algorithm', 'old algorithm', 'ssh-rsa is no longer allowed', { algorithm: 'ssh-rsa' }),
  example('type', 'algorithm of another key', 'rsa-sha2-512 is allowed, and this key can’t do it', {
    algorithm: 'rsa-sha2-512',
  }),
  example('order', 'S + L', 'other bytes for which the same equation holds', { signing: 'order-added' }),
];
