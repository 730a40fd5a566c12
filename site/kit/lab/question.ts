import type { TaskList, WorkerClient } from './worker-client';

/**
 * One thing that a lab asks of its worker. It is asked anew only when what it depends on has changed, and an answer is
 * known to be about the present state or an older one.
 */
export class Question<S, Tasks extends TaskList, T extends keyof Tasks & string> {
  readonly #worker: Pick<WorkerClient<Tasks>, 'ask' | 'cancel'>;
  readonly #task: T;
  readonly #keyOf: (state: Readonly<S>) => string;
  /** What has been asked for, whether answered or not. */
  #asked: string | null = null;
  #answer: { key: string; value: Tasks[T]['result']; final: boolean } | null = null;

  /** `keyOf` writes down the part of the state that the answer depends on. */
  constructor(worker: Pick<WorkerClient<Tasks>, 'ask' | 'cancel'>, task: T, keyOf: (state: Readonly<S>) => string) {
    this.#worker = worker;
    this.#task = task;
    this.#keyOf = keyOf;
  }

  /** Asks, unless this very question has been asked last. */
  ask(
    state: Readonly<S>,
    request: Tasks[T]['request'],
    listener: { onResult: (value: Tasks[T]['result'], final: boolean) => void; onRefused: (message: string) => void },
  ): void {
    const key = this.#keyOf(state);
    if (this.#asked === key) return;
    this.#asked = key;
    this.#worker.ask(this.#task, request, {
      onResult: (value, final) => {
        this.#answer = { key, value, final };
        listener.onResult(value, final);
      },
      onRefused: listener.onRefused,
    });
  }

  /** Stops looking for an answer that is not about this state. */
  forgetOlder(state: Readonly<S>): void {
    if (this.#asked === this.#keyOf(state)) return;
    this.#asked = null;
    this.#worker.cancel(this.#task);
  }

  /** The newest answer, whatever state it is about. */
  get latest(): Tasks[T]['result'] | null {
    return this.#answer?.value ?? null;
  }

  /** The answer about this state, final or not. */
  current(state: Readonly<S>): Tasks[T]['result'] | null {
    return this.#answer?.key === this.#keyOf(state) ? this.#answer.value : null;
  }

  /** Whether there is an answer about this state that no better one will follow. */
  isFinal(state: Readonly<S>): boolean {
    return this.#answer?.key === this.#keyOf(state) && this.#answer.final;
  }
}

/** Writes down some values of a state, as a question's key. */
export const keyOf = <S>(state: Readonly<S>, names: readonly (keyof S)[]): string =>
  names.map((name) => state[name]).join();
