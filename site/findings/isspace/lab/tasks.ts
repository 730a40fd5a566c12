/** What the isspace lab asks of the models: the same code runs in the worker and when the site is built. */
import type { Task } from '@/kit/lab/worker-host';
import type * as labs from '@/wasm-pkg/isspace/models.js';

export type Models = Pick<
  typeof labs,
  'Compared' | 'broken' | 'stateNames' | 'actionNames' | 'verdictNames' | 'placeNames'
>;

/** A look at one byte. */
export interface Step {
  offset: number;
  /** Null at the end of the text. */
  byte: number | null;
  state: labs.StateName;
  action: labs.ActionName;
  next: labs.StateName;
  /** How many words were complete afterwards, and how many bytes the one in progress had. */
  words: number;
  inProgress: number;
}

/** What a parser did with a text. */
export interface Run {
  steps: Step[];
  /** Keys and values in turn, as bytes; the last one may be unfinished. */
  words: Uint8Array[];
  /** Which pairs have NULL for their value. */
  nulls: number[];
}

export interface CompareRequest {
  text: string;
  /** The bytes that are white space. */
  spaces: Uint32Array;
}

export interface Comparison {
  verdict: labs.VerdictName;
  /** The first step in which the two do not do the same, counted from 0. */
  parting: number | null;
  rule: Run;
  ascii: Run;
}

/** A character that a rule breaks, and what becomes of it in each place. */
export interface Broken {
  codePoint: number;
  verdicts: Record<labs.PlaceName, labs.VerdictName>;
}

export interface LabTasks extends Record<string, { request: unknown; result: unknown }> {
  compare: { request: CompareRequest; result: Comparison };
  broken: { request: { spaces: Uint32Array }; result: Broken[] };
}

/** Numbers of a step, and of a broken character, as the models hand them over. */
const STEP_NUMBERS = 7;
const BROKEN_NUMBERS = 5;
/** A step's byte at the end of the text. */
const NO_BYTE = 256;

export function compare(models: Models, { text, spaces }: CompareRequest): Comparison {
  const compared = new models.Compared(text, spaces);
  try {
    const [rule, ascii] = [compared.rule(), compared.ascii()];
    return {
      verdict: models.verdictNames()[compared.verdict]!,
      parting: compared.parting ?? null,
      rule: runOf(models, rule),
      ascii: runOf(models, ascii),
    };
  } finally {
    compared.free();
  }
}

function runOf(models: Models, run: labs.Run): Run {
  try {
    const [states, actions] = [models.stateNames(), models.actionNames()];
    const [flat, bytes] = [run.steps(), run.wordBytes()];
    let end = 0;
    return {
      steps: Array.from({ length: flat.length / STEP_NUMBERS }, (_, row) => {
        const [offset, byte, state, action, next, words, inProgress] = flat.subarray(row * STEP_NUMBERS);
        return {
          offset: offset!,
          byte: byte === NO_BYTE ? null : byte!,
          state: states[state!]!,
          action: actions[action!]!,
          next: states[next!]!,
          words: words!,
          inProgress: inProgress!,
        };
      }),
      words: Array.from(run.wordLengths(), (length) => bytes.slice(end, (end += length))),
      nulls: [...run.nulls()],
    };
  } finally {
    run.free();
  }
}

export function broken(models: Models, { spaces }: { spaces: Uint32Array }): Broken[] {
  const flat = models.broken(spaces);
  const verdicts = models.verdictNames();
  const places = models.placeNames();
  return Array.from({ length: flat.length / BROKEN_NUMBERS }, (_, row) => {
    const at = row * BROKEN_NUMBERS;
    const inPlaces = places.map((place, number) => [place, verdicts[flat[at + 1 + number]!]!]);
    return { codePoint: flat[at]!, verdicts: Object.fromEntries(inPlaces) as Broken['verdicts'] };
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
