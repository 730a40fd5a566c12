/** What the lab asks of the models, and of the engine it runs in: the same code runs in the worker and when the site is built. */
import { plain, plainValue, type Plain } from '@/kit/lab/plain';
import type { Task } from '@/kit/lab/worker-host';
import type * as labs from '@/wasm-pkg/strongly-typed/models.js';
import { grid, makeMistakes, makeTraps, VALUES, type Here } from './live';
import { MEANINGS, type MeaningName, type OperatorName } from './state';

export type Models = Pick<typeof labs, 'Languages' | 'intransitive'>;

export interface RankRequest {
  /** By number, language after language. */
  outcomes: readonly number[];
  weights: readonly number[];
  threshold: number;
  /** Two languages, by number. */
  a: number;
  b: number;
}

export interface Ranked {
  /** By the weights. */
  whole: Plain<labs.Ranking>;
  /** By each meaning alone. */
  by: Record<MeaningName, Plain<labs.Ranking>>;
  /** Languages at or above the threshold. */
  strong: Uint32Array;
  incomparable: number;
  tau: number | null;
  /** Nothing where one of the two has no scores. */
  pair: Plain<labs.Pair> | null;
}

export type Triple = Plain<labs.Triple>;

export interface Equal {
  /** For each pair 1 where they are equal, row by row. */
  grid: Uint32Array;
  /** Values by number. */
  triples: readonly Triple[];
}

export interface MadeHere {
  mistakes: Here[];
  traps: Here[];
}

export type LabTasks = {
  rank: { request: RankRequest; result: Ranked };
  equality: { request: { operator: OperatorName }; result: Equal };
  traps: { request: object; result: MadeHere };
};

export function labTasks(models: Models): {
  [T in keyof LabTasks]: Task<LabTasks[T]['request'], LabTasks[T]['result']>;
} {
  return {
    // Each answers within milliseconds, so it lets nobody have a turn.
    *rank({ outcomes, weights: given, threshold, a, b }) {
      const languages = new models.Languages(Uint32Array.from(outcomes));
      try {
        const weights = Float64Array.from(given);
        const whole = plain(languages.rank(weights));
        const alone = (at: number) => Float64Array.from(MEANINGS, (_, index) => (index === at ? 1 : 0));
        const by = Object.fromEntries(
          MEANINGS.map((name, at) => [name, plain(languages.rank(alone(at)))]),
        ) as Ranked['by'];
        const bothScored = [a, b].every((language) => whole.languages.includes(language));
        return {
          whole,
          by,
          strong: languages.strong(weights, threshold),
          incomparable: languages.incomparable(weights),
          tau: languages.tau(weights) ?? null,
          pair: bothScored ? plain(languages.compare(a, b, weights)) : null,
        };
      } finally {
        languages.free();
      }
    },

    *equality({ operator }) {
      const equal = grid(operator);
      return { grid: equal, triples: plainValue(models.intransitive(VALUES.length, equal)) };
    },

    *traps() {
      return { mistakes: makeMistakes(), traps: makeTraps() };
    },
  };
}
