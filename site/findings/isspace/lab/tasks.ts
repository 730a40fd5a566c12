/** Tasks that the isspace lab has for the models: the same code runs in the worker and when the site is built. */
import { toPlain, type Plain } from '@/kit/lab/plain';
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
/** Steps and words of a parser on a text. */
export type Run = Plain<labs.Run>;
/** A look at one byte. */
export type Step = Plain<labs.Step>;
/** A key or a value. */
export type Word = Plain<labs.Word>;

/**
 * The characters that a rule breaks, ascending, and what becomes of each in each place, as the number of its verdict: columns, since
 * there are up to a million.
 */
export interface Broken {
  codePoints: Uint32Array;
  verdicts: Readonly<Record<labs.PlaceName, Uint8Array>>;
}

/** Verdict on the character at an index, in a place. */
export const verdictAt = ({ verdicts }: Broken, at: number, place: labs.PlaceName): labs.VerdictName =>
  LIMITS.verdicts[verdicts[place][at]!]!;

export interface LabTasks extends Record<string, { request: unknown; result: unknown }> {
  compare: { request: CompareRequest; result: Comparison };
  broken: { request: { spaces: Uint32Array }; result: Broken };
}

export const compare = (models: Models, { text, spaces }: CompareRequest): Comparison =>
  toPlain(models.compare(text, spaces));

export function broken(models: Models, { spaces }: { spaces: Uint32Array }): Broken {
  const { codePoints, key, withinKey, value, withinValue } = toPlain(models.broken(spaces));
  return { codePoints, verdicts: { key, 'within-key': withinKey, value, 'within-value': withinValue } };
}

export function labTasks(models: Models): { [K in keyof LabTasks & string]: Task<never, unknown> } & {
  compare: Task<CompareRequest, Comparison>;
  broken: Task<{ spaces: Uint32Array }, Broken>;
} {
  // Both take milliseconds; the search, of which a list of thousands comes, is asked for only when it is looked at.
  return {
    *compare(asked) {
      return compare(models, asked);
    },
    *broken(asked) {
      return broken(models, asked);
    },
  };
}
