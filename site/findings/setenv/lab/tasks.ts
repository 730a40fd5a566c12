/** Questions of the setenv lab to the model: the same code runs in the worker and when the site is built. */
import { toPlain, type Plain } from '@/kit/lab/plain';
import type { Task } from '@/kit/lab/worker-host';
import { LIMITS } from '@/wasm-pkg/setenv/limits';
import type * as labs from '@/wasm-pkg/setenv/models.js';
import type { LibraryName, LockingName } from '@/wasm-pkg/setenv/models.js';
import type { Run } from './run';

export type Models = Pick<typeof labs, 'Explorer'>;

/** Calls of the threads, whatever the library. */
export interface Programs {
  /** Numbers of the variables that are set at first. */
  variables: number[];
  setBefore: boolean;
  room: number;
  /** The calls of each thread, as the model reads them: "get-0,set-1-2". */
  first: string;
  second: string;
}

export interface Question extends Programs {
  library: LibraryName;
  locking: LockingName;
}

/** One run, step by step. */
export interface Played extends Run {
  /** Where to look at it first: before the step that must not happen, or once the second thread is done, or at its end. */
  telling: number;
}

/** All orders of a library with a way of locking. Exact counts, which may be larger than a number holds. */
export interface Row extends Plain<labs.Counts> {
  library: LibraryName;
  locking: LockingName;
}

export type LabTasks = {
  /** An empty order stands for the one that tells most: the shortest that fails, or else one in which the first thread is interrupted. */
  play: { request: Question & { order: string }; result: Played };
  /** A row for each library. */
  count: { request: Programs & { locking: LockingName }; result: Row[] };
};

/** Has the model of a question, and gives its memory back. */
function using<T>(models: Models, question: Question, use: (explorer: labs.Explorer) => T): T {
  const { library, locking, variables, setBefore, room, first, second } = question;
  const explorer = new models.Explorer(library, locking, Uint32Array.from(variables), setBefore, room, first, second);
  try {
    return use(explorer);
  } finally {
    explorer.free();
  }
}

export function play(models: Models, { order, ...question }: LabTasks['play']['request']): Played {
  return using(models, question, (explorer) => {
    const { steps, at } =
      order === '' ? toPlain(explorer.mostTelling()) : { steps: order, at: Number.POSITIVE_INFINITY };
    const run = toPlain(explorer.replay(steps));
    return { ...run, telling: Math.min(at, run.schedule.length) };
  });
}

export function* count(models: Models, programs: LabTasks['count']['request']): Generator<undefined, Row[], void> {
  const rows: Row[] = [];
  for (const library of LIMITS.libraries) {
    const { locking } = programs;
    rows.push({
      library,
      locking,
      ...using(models, { ...programs, library }, (explorer) => toPlain(explorer.count())),
    });
    yield undefined;
  }
  return rows;
}

export function labTasks(models: Models): {
  [T in keyof LabTasks]: Task<LabTasks[T]['request'], LabTasks[T]['result']>;
} {
  return {
    // The answer takes milliseconds, so nobody else gets a turn.
    *play(request) {
      return play(models, request);
    },
    count: (programs) => count(models, programs),
  };
}
