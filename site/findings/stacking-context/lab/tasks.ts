/** What the lab asks of the model: the same code runs in the worker and when the site is built. */
import type * as models from '@/wasm-pkg/stacking-context/models.js';
import type { Task } from '@/kit/lab/worker-host';
import { STOPS, type LabState } from './state';

export type Models = Pick<typeof models, 'chance' | 'simulate'>;

/** Groups that are simulated for one answer, and in one go: a few milliseconds' work. */
export const GROUPS = 10_000;

export interface Answer {
  /** The probability that two of the group share a birthday. */
  chance: number;
  /** The share of simulated groups in which two do. */
  simulated: number;
  /** The probability for each of the ruler's stops: one person, two, and so on. */
  curve: Float64Array;
}

export interface LabTasks extends Record<string, { request: unknown; result: unknown }> {
  answer: { request: LabState; result: Answer };
}

export function labTasks({ chance, simulate }: Models): { answer: Task<LabState, Answer> } {
  return {
    *answer({ people, seed }) {
      yield undefined;
      return {
        chance: chance(people),
        simulated: simulate(people, seed, GROUPS) / GROUPS,
        curve: Float64Array.from(STOPS.people.values, chance),
      };
    },
  };
}
