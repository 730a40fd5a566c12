/** What the setenv lab asks of the model: the same code runs in the worker and when the site is built. */
import type { Task } from '@/kit/lab/worker-host';
import type * as labs from '@/wasm-pkg/setenv/models.js';
import type { LibraryName, LockingName } from '@/wasm-pkg/setenv/models.js';
import { readMoment, readSteps, type Moment, type Names, type TakenStep } from './moments';

export type Models = Pick<typeof labs, 'Explorer' | 'actionNames' | 'outcomeNames' | 'faultNames'>;

export const LIBRARY_NAMES = ['old-glibc', 'glibc-2.41', 'musl', 'illumos'] as const satisfies LibraryName[];
export const LOCKING_NAMES = ['as-it-is', 'in-getenv', 'until-copied'] as const satisfies LockingName[];

/** What the threads are about to do, whatever the library. */
export interface Programs {
  /** Numbers of the variables that are set at first. */
  variables: number[];
  setBefore: boolean;
  room: number;
  /** What each thread does, as the model reads it: "get-0,set-1-2". */
  first: string;
  second: string;
}

export interface Question extends Programs {
  library: LibraryName;
  locking: LockingName;
}

/** One run, step by step. */
export interface Played {
  /** The thread of each step that was taken: "1221". */
  schedule: string;
  steps: TakenStep[];
  /** One more than there are steps. */
  moments: Moment[];
  /** Where to look at it first: before the step that must not happen, or once the second thread is done, or at its end. */
  telling: number;
}

/** All orders of a library with a way of locking. Exact counts, which may be larger than a number holds. */
export interface Row {
  library: LibraryName;
  locking: LockingName;
  right: bigint;
  wrongAnswer: bigint;
  wrongEnvironment: bigint;
  freedArray: bigint;
  freedString: bigint;
  freedTwice: bigint;
  /** Steps of the shortest order that fails; null where none does. */
  shortest: number | null;
}

export type LabTasks = {
  /** An empty order stands for the one that tells most: the shortest that fails, or else one in which the first thread is interrupted. */
  play: { request: Question & { order: string }; result: Played };
  count: { request: Programs; result: Row[] };
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

/** The order that tells most: of the shortest that fail, rather one in which the first thread is caught with a pointer in its hand. */
function tellingOrder(explorer: labs.Explorer): { order: string; telling: number } {
  const shortest = explorer.shortestFailure();
  if (shortest === undefined) {
    const interrupted = explorer.interrupted();
    const { steps: order, secondDone: telling } = interrupted;
    interrupted.free();
    return { order, telling };
  }
  const [first, second] = [shortest.replaceAll('2', ''), shortest.replaceAll('1', '')];
  const caught = `${first.slice(1)}${second}${first.slice(0, 1)}`;
  if (endsInAFault(explorer, caught)) return { order: caught, telling: caught.length - 1 };
  // A wrong answer is wrong only at the end.
  return { order: shortest, telling: shortest.length - (endsInAFault(explorer, shortest) ? 1 : 0) };
}

/** Whether an order comes to a fault. */
function endsInAFault(explorer: labs.Explorer, order: string): boolean {
  const run = explorer.replay(order);
  // The second number of a moment is the kind of fault. There is no such moment where a step could not be taken.
  const fails = (run.moment(order.length)[1] ?? -1) >= 0;
  run.free();
  return fails;
}

export function play(models: Models, { order, ...question }: LabTasks['play']['request']): Played {
  const names: Names = {
    actions: models.actionNames(),
    outcomes: models.outcomeNames(),
    faults: models.faultNames(),
  };
  return using(models, question, (explorer) => {
    const { order: asked, telling } =
      order === '' ? tellingOrder(explorer) : { order, telling: Number.POSITIVE_INFINITY };
    const run = explorer.replay(asked);
    const { schedule } = run;
    const moments = Array.from({ length: schedule.length + 1 }, (_, at) => readMoment(run.moment(at), names));
    const steps = readSteps(run.steps(), schedule, names);
    run.free();
    return { schedule, steps, moments, telling: Math.min(telling, schedule.length) };
  });
}

export function countRow(models: Models, question: Question): Row {
  const { library, locking } = question;
  return using(models, question, (explorer) => {
    const counts = explorer.count();
    const { right, wrongAnswer, wrongEnvironment, freedArray, freedString, freedTwice } = counts;
    counts.free();
    return {
      library,
      locking,
      right: BigInt(right),
      wrongAnswer: BigInt(wrongAnswer),
      wrongEnvironment: BigInt(wrongEnvironment),
      freedArray: BigInt(freedArray),
      freedString: BigInt(freedString),
      freedTwice: BigInt(freedTwice),
      shortest: explorer.shortestFailure()?.length ?? null,
    };
  });
}

export function* count(models: Models, programs: Programs): Generator<undefined, Row[], void> {
  const rows: Row[] = [];
  for (const library of LIBRARY_NAMES) {
    for (const locking of LOCKING_NAMES) {
      rows.push(countRow(models, { ...programs, library, locking }));
      yield undefined;
    }
  }
  return rows;
}

export function labTasks(models: Models): {
  [T in keyof LabTasks]: Task<LabTasks[T]['request'], LabTasks[T]['result']>;
} {
  return {
    // It answers within milliseconds, so it lets nobody have a turn.
    *play(request) {
      return play(models, request);
    },
    count: (programs) => count(models, programs),
  };
}

export const failing = ({ wrongAnswer, wrongEnvironment, freedArray, freedString, freedTwice }: Row): bigint =>
  wrongAnswer + wrongEnvironment + freedArray + freedString + freedTwice;

/** All orders. */
export const orders = (row: Row): bigint => row.right + failing(row);

/** The share that fails. */
export const failingShare = (row: Row): number => {
  const all = orders(row);
  return all === 0n ? 0 : Number((failing(row) * 1_000_000n) / all) / 1_000_000;
};
