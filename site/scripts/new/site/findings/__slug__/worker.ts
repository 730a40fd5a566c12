/** The worker, which runs the model for the lab. The page takes types from here and nothing else; the build and tests run the task. */
import { serve } from '@/kit/lab/worker-host';
import { LIMITS } from '@/wasm-pkg/__slug__/limits';
import init, * as models from '@/wasm-pkg/__slug__/models.js';
import wasmAddress from '@/wasm-pkg/__slug__/models_bg.wasm?url';

export type LabState = { people: number; seed: number };

/** The share of simulated groups in which two share a birthday, the probability that two do, and that by the group's size. */
export type Answer = { simulated: number; groups: number; chance: number; curve: [people: number, chance: number][] };
export type LabTasks = { answer: { request: LabState; result: Answer } };

/** Groups that are simulated for one answer, and in one go: a few milliseconds' work. */
const GROUPS = 10_000;

export const tasks = {
  *answer({ people, seed }: LabState): Generator<undefined, Answer, void> {
    yield undefined;
    const simulated = models.simulate(people, seed, GROUPS) / GROUPS;
    const sizes = Array.from({ length: LIMITS.people[1] }, (_, index) => index + 1);
    const curve = sizes.map((size): [number, number] => [size, models.chance(size)]);
    return { simulated, groups: GROUPS, chance: models.chance(people), curve };
  },
};

if (!import.meta.env.SSR) serve(() => init({ module_or_path: wasmAddress }), tasks);
