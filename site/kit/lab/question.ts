import type { UpdateTimer } from './timing';
import type { TaskList, WorkerClient } from './worker-client';

/** A lab's frame as a question sees it: it asks the worker and draws the answers. */
export interface Asker<Tasks extends TaskList> {
  readonly worker: Pick<WorkerClient<Tasks>, 'ask' | 'cancel'>;
  readonly timer: Pick<UpdateTimer, 'recordPaint'>;
  readonly redraw: () => void;
  readonly showTrouble: (words: string) => void;
}

/** The part of a state that an answer depends on: values by their names, or a text of them. */
export type Key<S> = readonly (keyof S)[] | ((state: Readonly<S>) => string);

/**
 * One thing that a lab asks of its worker. It is asked anew only when what it depends on has changed, and an answer is
 * known to be about the present state or an older one. Each answer has the lab drawn anew.
 */
export class Question<S, Tasks extends TaskList, T extends keyof Tasks & string> {
  readonly #asker: Asker<Tasks>;
  readonly #task: T;
  readonly #keyOf: (state: Readonly<S>) => string;
  readonly #isTimed: boolean;
  /** Key of the latest request, answered or not. */
  #asked: string | null = null;
  #answer: { key: string; value: Tasks[T]['result']; final: boolean } | null = null;

  /** `isTimed`: the answers are the figures that a reader waits for. */
  constructor(asker: Asker<Tasks>, task: T, key: Key<S>, isTimed: boolean) {
    this.#asker = asker;
    this.#task = task;
    this.#keyOf = typeof key === 'function' ? key : (state) => keyOf(state, key);
    this.#isTimed = isTimed;
  }

  /** Asks, unless this very question has been asked last. `onResult` hears of each answer after what draws it. */
  ask(
    state: Readonly<S>,
    request: Tasks[T]['request'],
    onResult: (value: Tasks[T]['result'], final: boolean) => void = () => {},
  ): void {
    const { worker, timer, redraw, showTrouble } = this.#asker;
    const key = this.#keyOf(state);
    // There is nothing new to work out: what is there already is the answer.
    if (this.#isTimed && this.isFinal(state)) timer.recordPaint(true);
    if (this.#asked === key) return;
    this.#asked = key;
    worker.ask(this.#task, request, {
      onResult: (value, final) => {
        this.#answer = { key, value, final };
        redraw();
        if (this.#isTimed) timer.recordPaint(final);
        onResult(value, final);
      },
      onRefused: showTrouble,
    });
  }

  /** Stops looking for an answer that is not about this state. */
  forgetOlder(state: Readonly<S>): void {
    if (this.#asked === this.#keyOf(state)) return;
    this.#asked = null;
    this.#asker.worker.cancel(this.#task);
  }

  /** The newest answer, whatever state it is about. */
  get latest(): Tasks[T]['result'] | null {
    return this.#answer?.value ?? null;
  }

  /** The answer about this state, final or not. */
  current(state: Readonly<S>): Tasks[T]['result'] | null {
    return this.#answer?.key === this.#keyOf(state) ? this.#answer.value : null;
  }

  /** True where the final answer about this state is there. */
  isFinal(state: Readonly<S>): boolean {
    return this.#answer?.key === this.#keyOf(state) && this.#answer.final;
  }
}

/** Writes down some values of a state, as a question's key. */
export const keyOf = <S>(state: Readonly<S>, names: readonly (keyof S)[]): string =>
  names.map((name) => state[name]).join();
