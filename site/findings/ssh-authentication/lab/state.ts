/** The lab's state. */
import { choice, defineState, integer, type Conflict, type Field } from '@/kit/lab/state';
import { LIMITS } from '@/wasm-pkg/ssh-authentication/limits';
import type { ConnectionName, PlayRequest, SigningName } from './tasks';

export const USERS = {
  alice: 'alice',
  eve: 'eve (no account)',
} as const;
export type UserName = keyof typeof USERS;

export const SIGNINGS: Readonly<Record<SigningName, string>> = {
  right: 'made in connection 2',
  'other-session': 'made in connection 1',
  'other-key': 'made with another private key',
};

/** Alice's line: `{mine}` and `{other}` stand for public keys in base64. */
const ALICES_LINE = 'ssh-ed25519 {mine} alice@laptop';
export const MOST_LINE = 600;

/** No bit is wrong. */
export const NO_BIT = -1;
/** The last step that an exchange can have; the first, 0, is the key exchange before it. */
export const LAST_STEP = LIMITS.steps.length;
/** The step at which the client puts together what it signs. */
const SIGN_STEP = 1 + LIMITS.steps.indexOf('sign');

export interface LabState {
  seed: number;
  user: UserName;
  signing: SigningName;
  line: string;
  /** The bit of the signed data and the signature that is wrong, the highest of the first byte first. */
  bit: number;
  /** What is looked at. */
  step: number;
  /** In which of two connections the signature is shown. */
  connection: ConnectionName;
}

/** How many bits can be wrong: those of the user's name besides what there is of all requests. */
export const bitsOf = ({ user }: Readonly<LabState>): number => LIMITS.bits + 8 * user.length;

/** A line of a file: printable, and not endless. */
const oneLine: Field<string> = {
  initial: ALICES_LINE,
  read(text) {
    const printable = text.replaceAll(/\p{Cc}+/gu, ' ').trim();
    if (printable.length > MOST_LINE) {
      return { value: printable.slice(0, MOST_LINE), because: `must have at most ${MOST_LINE} characters` };
    }
    return printable === text.trim() ? { value: printable } : { value: printable, because: 'must be one line' };
  },
  write: (line) => line,
};

function conflict(state: Readonly<LabState>): Conflict<LabState> | undefined {
  if (state.bit < bitsOf(state)) return undefined;
  return { parameter: 'bit', value: NO_BIT, because: 'lies beyond the last bit' };
}

export const schema = defineState<LabState>(
  {
    seed: integer({ initial: 1, min: 0, max: Number.MAX_SAFE_INTEGER }),
    user: choice('alice', Object.keys(USERS) as UserName[]),
    signing: choice('right', Object.keys(SIGNINGS) as SigningName[]),
    line: oneLine,
    bit: integer({ initial: NO_BIT, min: NO_BIT, max: LIMITS.bit }),
    step: integer({ initial: SIGN_STEP, min: 0, max: LAST_STEP }),
    connection: choice('second', LIMITS.connections),
  },
  // A signature of the one connection, in the other.
  { opening: { signing: 'other-session', step: LAST_STEP }, conflicts: conflict },
);

/** What the model is asked for a state. */
export function requestOf({ seed, user, line, signing, bit, connection }: Readonly<LabState>): PlayRequest {
  return { seed, user, line, signing, bit, connection };
}

/** The other of the two connections. */
export const otherThan = (connection: ConnectionName): ConnectionName => (connection === 'first' ? 'second' : 'first');
