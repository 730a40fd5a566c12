/** What the model says of one run: its steps, and the memory and the threads after each of them. */
import type { ActionName, FaultName, OutcomeName } from '@/wasm-pkg/setenv/models.js';

/** The first thread or the second. */
export type ThreadNumber = 0 | 1;
export const THREADS: readonly ThreadNumber[] = [0, 1];

/** A slot of an array. */
export interface Place {
  array: number;
  index: number;
}

/** One access to what the threads share. */
export interface Step {
  /** Which of the thread's operations it belongs to. */
  operation: number;
  action: ActionName;
  place: Place | null;
  string: number | null;
  value: number | null;
}

export interface TakenStep extends Step {
  thread: ThreadNumber;
}

export interface ArrayState {
  freed: boolean;
  /** The string that each slot points to; null at the end. */
  slots: (number | null)[];
}

export interface StringState {
  name: number;
  value: number;
  /** Whether setenv made it. */
  allocated: boolean;
  freed: boolean;
}

export interface Fault {
  kind: FaultName;
  /** The array or the string. */
  of: number;
  thread: ThreadNumber;
}

export interface ThreadState {
  /** How many of its operations are done. */
  done: number;
  canStep: boolean;
  /** The pointers that it goes on with. */
  place: Place | null;
  string: number | null;
  /** What its calls of getenv found. */
  got: (number | null)[];
  /** The steps that it would take if it were left alone. */
  ahead: Step[];
}

/** The memory and the threads after so many steps. */
export interface Moment {
  /** How the run ended; null while it goes on. */
  outcome: OutcomeName | null;
  fault: Fault | null;
  environ: Place;
  /** The array that the library allocated last. */
  own: number | null;
  removals: number;
  lock: ThreadNumber | null;
  arrays: ArrayState[];
  strings: StringState[];
  threads: [ThreadState, ThreadState];
}

/** The names that numbers stand for. */
export interface Names {
  actions: readonly ActionName[];
  outcomes: readonly OutcomeName[];
  faults: readonly FaultName[];
}

const numberOrNull = (number: number): number | null => (number < 0 ? null : number);

/** Reads numbers one after another, in the order in which `wasm/labs/setenv/src/run.rs` writes them. */
class Reader {
  readonly #numbers: Int32Array;
  readonly #names: Names;
  #at = 0;

  constructor(numbers: Int32Array, names: Names) {
    this.#numbers = numbers;
    this.#names = names;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#numbers.length;
  }

  number(): number {
    const number = this.#numbers[this.#at++];
    if (number === undefined) throw new RangeError('The model gave fewer numbers than a moment has.');
    return number;
  }

  optional = (): number | null => numberOrNull(this.number());
  flag = (): boolean => this.number() === 1;
  list = <T>(read: () => T): T[] => Array.from({ length: this.number() }, read);

  place = (): Place | null => {
    const [array, index] = [this.number(), this.number()];
    return array < 0 ? null : { array, index };
  };

  step = (): Step => {
    const [operation, action] = [this.number(), this.#names.actions[this.number()] as ActionName];
    return { operation, action, place: this.place(), string: this.optional(), value: this.optional() };
  };

  fault(): Fault | null {
    const [kind, of, thread] = [this.number(), this.number(), this.number()];
    return kind < 0 ? null : { kind: this.#names.faults[kind] as FaultName, of, thread: thread as ThreadNumber };
  }

  moment(): Moment {
    const outcome = this.number();
    return {
      outcome: outcome < 0 ? null : (this.#names.outcomes[outcome] as OutcomeName),
      fault: this.fault(),
      environ: this.place() as Place,
      own: this.optional(),
      removals: this.number(),
      lock: this.optional() as ThreadNumber | null,
      arrays: this.list(() => ({ freed: this.flag(), slots: this.list(this.optional) })),
      strings: this.list(() => {
        return { name: this.number(), value: this.number(), allocated: this.flag(), freed: this.flag() };
      }),
      threads: [this.#thread(), this.#thread()],
    };
  }

  #thread(): ThreadState {
    return {
      done: this.number(),
      canStep: this.flag(),
      place: this.place(),
      string: this.optional(),
      got: this.list(this.optional),
      ahead: this.list(this.step),
    };
  }
}

export const readMoment = (numbers: Int32Array, names: Names): Moment => new Reader(numbers, names).moment();

/** The steps of a run, with the thread of each: "1221". */
export function readSteps(numbers: Int32Array, schedule: string, names: Names): TakenStep[] {
  const reader = new Reader(numbers, names);
  return Array.from(schedule, (thread) => ({ thread: thread === '1' ? 0 : 1, ...reader.step() }));
}
