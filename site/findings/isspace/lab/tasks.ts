/** What the isspace lab asks of the models: the same code runs in the worker and when the site is built. */
import { plain, type Plain } from '@/kit/lab/plain';
import type { Task } from '@/kit/lab/worker-host';
import { LIMITS } from '@/wasm-pkg/isspace/limits';
import type * as labs from '@/wasm-pkg/isspace/models.js';

export type Models = Pick<typeof labs, 'broken' | 'compare'>;

export interface CompareRequest {
  text: string;
  /** The bytes that are white space. */
  spaces: Uint32Array;
}

export type Comparison = Plain<labs.Comparison>;
/** What a parser did with a text. */
export type Run = Plain<labs.Run>;
/** A look at one byte. */
export type Step = Plain<labs.Step>;
/** A key or a value. */
export type Word = Plain<labs.Word>;

/** A character that a rule breaks, and what becomes of it in each place. */
export interface Broken {
  codePoint: number;
  verdicts: Record<labs.PlaceName, labs.VerdictName>;
}

export interface LabTasks extends Record<string, { request: unknown; result: unknown }> {
  compare: { request: CompareRequest; result: Comparison };
  broken: { request: { spaces: Uint32Array }; result: Broken[] };
}

export const compare = (models: Models, { text, spaces }: CompareRequest): Comparison =>
  plain(models.compare(text, spaces));

export function broken(models: Models, { spaces }: { spaces: Uint32Array }): Broken[] {
  const { codePoints, key, withinKey, value, withinValue } = plain(models.broken(spaces));
  return Array.from(codePoints, (codePoint, at) => {
    const verdict = (numbers: Uint8Array) => LIMITS.verdicts[numbers[at]!]!;
    const inKey = { key: verdict(key), 'within-key': verdict(withinKey) };
    return { codePoint, verdicts: { ...inKey, value: verdict(value), 'within-value': verdict(withinValue) } };
  });
}

export function labTasks(models: Models): { [K in keyof LabTasks & string]: Task<never, unknown> } & {
  compare: Task<CompareRequest, Comparison>;
  broken: Task<{ spaces: Uint32Array }, Broken[]>;
} {
  // A text is parsed within milliseconds; the search takes a fraction of a second, and is asked for only when it is looked at.
  return {
    *compare(asked) {
      return compare(models, asked);
    },
    *broken(asked) {
      return broken(models, asked);
    },
  };
}
