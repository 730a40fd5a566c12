/** Tasks of the lab's models, in short chunks: the same code runs in the worker and when the site is built. */
import { everyRefresh, inChunks } from '@/kit/lab/chunks';
import { toPlain, type Plain } from '@/kit/lab/plain';
import type { Task } from '@/kit/lab/worker-host';
import { LIMITS } from '@/wasm-pkg/logical-duals/limits';
import type * as labs from '@/wasm-pkg/logical-duals/models.js';
import { BUDGETS } from './budgets';
import type { LabState } from './state';

export type Models = Pick<typeof labs, 'explore' | 'Testers' | 'Race'>;

/** A check that something never happens, in the space that it searches. */
export interface Explored extends Plain<labs.Exploration> {
  /** Litres that each jug holds. */
  capacities: readonly number[];
}

/** Testers so far. */
export interface Sampled {
  /** How many testers have been at work. */
  testers: number;
  /** For each, the first walk that came to the goal; 0 where none within the budget did. */
  hits: number[];
  budget: number;
  /** The exact probability to miss, at each of the chart's budgets. */
  exact: number[];
  /** At the budget. */
  missExactly: number;
  /** Number of sequences of moves that reach the goal. */
  right: bigint;
  sequences: bigint;
}

/** All orders at a level, and one of them step by step. */
export interface Raced {
  /** For each order 1 where the rule is broken in the end. */
  broken: Uint8Array;
  played: Plain<labs.Played>;
}

export type LabTasks = {
  explore: { request: Pick<LabState, 'puzzle' | 'goal' | 'depth'>; result: Explored };
  sample: { request: Pick<LabState, 'puzzle' | 'goal' | 'length' | 'budget' | 'seed'>; result: Sampled };
  race: { request: Pick<LabState, 'level' | 'guard' | 'order'>; result: Raced };
};

/** How many testers the lab has at work. */
const TESTERS = 200;

export const explore = (models: Models, { puzzle, goal, depth }: LabTasks['explore']['request']): Explored => ({
  ...toPlain(models.explore(puzzle, goal, depth)),
  capacities: LIMITS.capacities,
});

export function labTasks(models: Models): {
  [T in keyof LabTasks]: Task<LabTasks[T]['request'], LabTasks[T]['result']>;
} {
  return {
    // A search answers within milliseconds, so it lets nobody have a turn. So does the race.
    *explore(request) {
      return explore(models, request);
    },

    *sample({ puzzle, goal, length, budget, seed }, report) {
      const testers = new models.Testers(puzzle, goal, length);
      try {
        const known = {
          budget,
          exact: BUDGETS.map((each) => testers.miss(each)),
          missExactly: testers.miss(budget),
          right: testers.hits,
          sequences: testers.sequences,
        };
        const hits: number[] = [];
        const finished = inChunks((amount) => {
          const end = Math.min(TESTERS, hits.length + amount);
          while (hits.length < end) hits.push(testers.firstHit(seed, hits.length, budget));
          report?.(hits.length / TESTERS);
          return hits.length === TESTERS;
        });
        const due = everyRefresh();
        while (!finished()) yield due() ? { ...known, testers: hits.length, hits: [...hits] } : undefined;
        return { ...known, testers: TESTERS, hits };
      } finally {
        testers.free();
      }
    },

    *race({ level, guard, order }) {
      const race = new models.Race(level, guard);
      try {
        return { broken: race.broken(), played: toPlain(race.play(order)) };
      } finally {
        race.free();
      }
    },
  };
}
