/** What the ssh-authentication lab asks of the model: the same code runs in the worker and when the site is built. */
import type { Task } from '@/kit/lab/worker-host';
import type * as labs from '@/wasm-pkg/ssh-authentication/models.js';

export type Models = Pick<typeof labs, 'Exchange' | 'fieldNames'>;
export type SigningName = labs.SigningName;

export interface PlayRequest {
  /** A private key that the reader made, in hexadecimal digits; empty for the seed's. */
  secret: string;
  seed: number;
  user: string;
  algorithm: string;
  /** Alice's line, with `{mine}` and `{other}` for keys. */
  line: string;
  signing: SigningName;
  /** The bit that is wrong, or -1. */
  bit: number;
}

/** A field and where it lies. */
export interface Field {
  name: string;
  start: number;
  /** Where its value begins: behind the length, in a string. */
  valueStart: number;
  end: number;
  /** 0, or how many fields it lies within. */
  depth: number;
}

/** Bytes and what they mean. */
export interface Encoded {
  bytes: Uint8Array;
  fields: Field[];
}

export type StepName = 'methods' | 'methods-reply' | 'question' | 'question-reply' | 'sign' | 'proof' | 'proof-reply';

export interface Step extends Encoded {
  name: StepName;
  /** The message's name in the RFC; empty where none is sent. */
  message: string;
}

export interface Keys {
  /** The private key, in hexadecimal digits. */
  secret: string;
  /** The public keys, in base64. */
  mine: string;
  other: string;
  fingerprint: string;
  /** Alice's line, with the keys in it. */
  line: string;
  /** What is wrong with it; empty if it can be read. */
  wrong: string;
  options: string;
  comment: string;
}

export interface Played {
  steps: Step[];
  /** What the client signs, or would. */
  signed: Encoded;
  /** What the server puts together to verify. */
  rebuilt: Uint8Array;
  accepted: boolean;
  /** How many checks the last request passed. */
  passed: number;
  /** The check that failed; empty if none did. */
  failed: string;
  /** Why, as the server knows it. */
  reason: string;
  /** Why a signature does not verify, as only somebody who sees both sides knows it: `data:FIELD`, `key` or `bytes`. */
  cause: string;
  keys: Keys;
}

export interface LabTasks extends Record<string, { request: unknown; result: unknown }> {
  play: { request: PlayRequest; result: Played };
}

/** Numbers of a field, as the model hands them over. */
const FIELD_NUMBERS = 5;

function fieldsOf(numbers: Uint32Array, names: readonly string[]): Field[] {
  return Array.from({ length: numbers.length / FIELD_NUMBERS }, (_, index) => {
    const at = (offset: number) => numbers[FIELD_NUMBERS * index + offset]!;
    return { name: names[at(0)]!, start: at(1), valueStart: at(2), end: at(3), depth: at(4) };
  });
}

export function play(models: Models, asked: PlayRequest): Played {
  const names = models.fieldNames().split('\n');
  const { secret, seed, user, algorithm, line, signing, bit } = asked;
  const exchange = new models.Exchange(secret, seed, user, algorithm, line, signing, bit);
  try {
    const steps = Array.from({ length: exchange.count }, (_, index): Step => {
      const [name, message = ''] = exchange.step(index).split('\n');
      const fields = fieldsOf(exchange.fields(index), names);
      return { name: name as StepName, message, bytes: exchange.bytes(index), fields };
    });
    const [word, passed, failed = '', reason = '', cause = ''] = exchange.verdict().split('\n');
    const keys = exchange.keys().split('\n');
    const key = (index: number) => keys[index]!;
    return {
      steps,
      signed: { bytes: exchange.signed(), fields: fieldsOf(exchange.signedFields(), names) },
      rebuilt: exchange.rebuilt(),
      accepted: word === 'accepted',
      passed: Number(passed),
      failed,
      reason,
      cause,
      keys: {
        secret: key(0),
        mine: key(1),
        fingerprint: key(2),
        other: key(3),
        line: key(4),
        wrong: key(5),
        options: key(6),
        comment: key(7),
      },
    };
  } finally {
    exchange.free();
  }
}

export function labTasks(models: Models): { play: Task<PlayRequest, Played> } {
  return {
    // It answers within milliseconds, so it lets nobody have a turn.
    *play(asked) {
      return play(models, asked);
    },
  };
}
