/** What the ssh-authentication lab asks of the model: the same code runs in the worker and when the site is built. */
import { toPlain, type Plain } from '@/kit/lab/plain';
import type { Task } from '@/kit/lab/worker-host';
import type * as labs from '@/wasm-pkg/ssh-authentication/models.js';

export type Models = Pick<typeof labs, 'play'>;
export type SigningName = labs.SigningName;
export type ConnectionName = labs.ConnectionName;

export interface PlayRequest {
  seed: number;
  user: string;
  /** Alice's line, with `{mine}` and `{other}` for keys. */
  line: string;
  signing: SigningName;
  /** The bit that is wrong, or -1. */
  bit: number;
  /** In which connection the request is sent. */
  connection: ConnectionName;
}

/** A field and where it lies. */
export type Field = Plain<labs.Field>;
/** Bytes and what they mean. */
export type Encoded = Plain<labs.Encoded>;
export type Step = Plain<labs.Step>;
export type Keys = Plain<labs.Keys>;
export type Played = Plain<labs.Exchange>;

export interface LabTasks extends Record<string, { request: unknown; result: unknown }> {
  play: { request: PlayRequest; result: Played };
}

export function play(models: Models, { seed, user, line, signing, bit, connection }: PlayRequest): Played {
  return toPlain(models.play(seed, user, line, signing, bit, connection));
}

export function labTasks(models: Models): { play: Task<PlayRequest, Played> } {
  return {
    // An answer takes milliseconds, so it lets nobody have a turn.
    *play(asked) {
      return play(models, asked);
    },
  };
}
