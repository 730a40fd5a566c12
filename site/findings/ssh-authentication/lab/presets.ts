/** The article's examples: each is one thing that is not as it should be, or that makes no difference. */
import type { Preset } from '@/kit/lab/controls';
import { ALICES_LINE, LAST_STEP, UNSENT_BYTES, untampered, type LabState } from './state';

type Example = Preset<LabState> & { hint: string };

/** An example is looked at where it is decided: the server's last word. */
function example(id: string, label: string, hint: string, values: Partial<LabState>): Example {
  return { id, label, hint, state: (current) => ({ ...untampered(current), step: LAST_STEP, ...values }) };
}

/** The last byte of the user name in the signed data: the number, a length, and “alice”. */
const LAST_OF_ALICE = UNSENT_BYTES + 1 + 4 + 'alice'.length - 1;
/** The key in the request: number, user, service, method, the boolean, the algorithm, two lengths and the key's type. */
const FIRST_OF_POINT = UNSENT_BYTES + 1 + 9 + 18 + 13 + 1 + 15 + 4 + 15 + 4;
const SIGNATURE_S = FIRST_OF_POINT + 32 + 4 + 15 + 4 + 32;
/** Its lowest bit. */
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
  example('flipped', 'one bit of S', 'one bit of the signature turned over on the way', { bit: lowest(SIGNATURE_S) }),
  example('user', 'another user', 'a signature made to become bob, sent to become alice', { signing: 'other-user' }),
  example('unknown', 'no such user', 'eve has no account; the server’s answer does not say so', { user: 'eve' }),
  example('renamed', 'user’s name changed', 'one bit of the user’s name turned over on the way', {
    bit: lowest(LAST_OF_ALICE),
  }),
  example('point', 'one bit of the key', 'one bit of the public key turned over on the way', {
    bit: lowest(FIRST_OF_POINT),
  }),
  example('algorithm', 'old algorithm', 'ssh-rsa is no longer allowed', { algorithm: 'ssh-rsa' }),
  example('type', 'algorithm of another key', 'rsa-sha2-512 is allowed, and this key can’t do it', {
    algorithm: 'rsa-sha2-512',
  }),
  example('order', 'S + L', 'other bytes for which the same equation holds', { signing: 'order-added' }),
];
