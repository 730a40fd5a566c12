import type { FromWorker, Progress, ToWorker } from './worker-protocol';

/** The part of a Worker that the client needs; tests hand in one of their own. */
export interface WorkerLike {
  postMessage(message: ToWorker): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  onmessageerror: ((event: MessageEvent) => void) | null;
}

/** Maps the name of a task to what it takes and what it gives. */
export type TaskList = Record<string, { request: unknown; result: unknown }>;

export type Health = 'working' | 'restarting' | 'failed';

/** Work that takes longer than a reader should have to wait without a word. */
export interface LongWork extends Progress {
  /** How much longer it takes at the speed so far, in milliseconds; null where that can't be said. */
  remainingMs: number | null;
  /** Whether it rests, because the reader stopped it. */
  held: boolean;
}

/** Work that takes longer than this, in milliseconds, is long. */
export const LONG = 10_000;

export interface WorkerClientOptions {
  /** Hears when the worker is restarted, when it works again, and when the client has given up on it. */
  onHealth?: (health: Health, reason: string) => void;
  /** Hears how long work goes on, again and again, and that there is none any more. Of several, it hears of the longest. */
  onLongWork?: (work: LongWork | null) => void;
  /** How many times in a row a worker may die before it is given up; a finished job starts the count afresh. */
  restarts?: number;
  /** How long an idle worker may take to say that it heard a request, in milliseconds. */
  replyWithin?: number;
  /** How long a busy worker may stay silent (one chunk of a very large simulation), or take to load, in milliseconds. */
  silentFor?: number;
}

interface Listener<Result> {
  onResult: (result: Result, final: boolean) => void;
  onRefused?: (message: string) => void;
}

interface Pending {
  id: number;
  request: unknown;
  listener: Listener<never>;
  held: boolean;
  /** Once it has turned out to be long. */
  long: Progress | null;
  /** Tells how long it takes while the worker, in a chunk that takes as long, does not. */
  clock?: ReturnType<typeof setInterval>;
}

const remainingMs = ({ share, workedMs }: Progress): number | null =>
  share ? Math.max(0, (workedMs * (1 - share)) / share) : null;

/**
 * Runs tasks in a worker. Of each task only the latest request counts: asking again cancels the one before, and a late
 * answer to an old question is dropped. A worker that dies, silently or not, is replaced and asked again.
 */
export class WorkerClient<Tasks extends TaskList> {
  readonly #create: () => WorkerLike;
  readonly #options: Required<WorkerClientOptions>;
  readonly #pending = new Map<keyof Tasks & string, Pending>();
  #worker: WorkerLike | undefined;
  /** Whether the worker has nothing to do, as far as is known: then it answers at once. */
  #idle = false;
  #deaths = 0;
  #health: Health = 'working';
  #toldOfLongWork = false;
  #lastId = 0;
  #watchdog: ReturnType<typeof setTimeout> | undefined;

  constructor(create: () => WorkerLike, options: WorkerClientOptions = {}) {
    this.#create = create;
    this.#options = {
      onHealth: () => {},
      onLongWork: () => {},
      restarts: 2,
      replyWithin: 2_000,
      silentFor: 60_000,
      ...options,
    };
  }

  /** Starts the worker before anything is asked of it, so that the first answer need not wait for it to load. */
  warmUp(): void {
    if (this.#health !== 'failed') this.#worker ??= this.#start();
  }

  ask<T extends keyof Tasks & string>(
    task: T,
    request: Tasks[T]['request'],
    listener: Listener<Tasks[T]['result']>,
  ): void {
    this.#withdraw(task);
    const id = ++this.#lastId;
    const job: Pending = { id, request, listener: listener as Listener<never>, held: false, long: null };
    this.#pending.set(task, job);
    this.#startClock(job);
    this.#tellOfLongWork();
    if (this.#health === 'failed') return;
    this.warmUp();
    const { replyWithin, silentFor } = this.#options;
    // A worker that is waited for already gets no more time because of another question.
    if (this.#watchdog === undefined) this.#watch(this.#idle ? replyWithin : silentFor);
    this.#idle = false;
    this.#send(task, job);
  }

  cancel(task: keyof Tasks & string): void {
    this.#withdraw(task);
    this.#tellOfLongWork();
    if (!this.#isWaiting) this.#rest();
  }

  /** Stops all work where it is, until {@link resume}. What is asked from now on is worked on. */
  hold(): void {
    this.#setHeld(true);
    this.#rest();
  }

  /** Goes on with what was stopped. */
  resume(): void {
    this.#setHeld(false);
    if (this.#isWaiting) this.#watch(this.#options.silentFor);
  }

  #setHeld(held: boolean): void {
    for (const job of this.#pending.values()) {
      job.held = held;
      if (held) clearInterval(job.clock);
      else this.#startClock(job);
      this.#worker?.postMessage({ type: held ? 'hold' : 'resume', id: job.id });
    }
    this.#tellOfLongWork();
  }

  /** Whether an answer is to come. */
  get #isWaiting(): boolean {
    return [...this.#pending.values()].some(({ held }) => !held);
  }

  #startClock(job: Pending): void {
    clearInterval(job.clock);
    let waitedMs = job.long?.workedMs ?? 0;
    job.clock = setInterval(() => {
      waitedMs += LONG;
      if (typeof job.long?.share === 'number') return;
      job.long = { share: null, workedMs: waitedMs };
      this.#tellOfLongWork();
    }, LONG);
  }

  #withdraw(task: keyof Tasks & string): void {
    const job = this.#forget(task);
    if (job) this.#worker?.postMessage({ type: 'cancel', id: job.id });
  }

  #forget(task: keyof Tasks & string): Pending | undefined {
    const job = this.#pending.get(task);
    clearInterval(job?.clock);
    this.#pending.delete(task);
    return job;
  }

  /** Tries again after the client gave up. */
  retry(): void {
    if (this.#health !== 'failed') return;
    this.#deaths = 0;
    this.#report('restarting', 'asked to try again');
    this.#replace();
  }

  stop(): void {
    for (const task of this.#pending.keys()) this.#forget(task);
    this.#tellOfLongWork();
    this.#discard();
  }

  /** Undefined where there can be no worker: the browser has none, or a policy allows none. Then none is tried again. */
  #start(): WorkerLike | undefined {
    let worker: WorkerLike;
    try {
      worker = this.#create();
    } catch (error) {
      this.#report('failed', error instanceof Error ? error.message : String(error));
      return undefined;
    }
    worker.onmessage = ({ data }) => this.#hear(data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.#die(event.message || 'its script could not be loaded');
    };
    worker.onmessageerror = () => this.#die('it sent something unreadable');
    return worker;
  }

  #send(task: string, { id, request, held }: Pending): void {
    this.#worker?.postMessage({ type: 'start', id, task, request });
    if (held) this.#worker?.postMessage({ type: 'hold', id });
  }

  #hear(message: FromWorker): void {
    if (message.type === 'broken') return this.#die(message.message);
    if (message.type === 'ready') this.#idle = this.#pending.size === 0;
    if (this.#isWaiting) this.#watch(this.#options.silentFor);
    if (message.type === 'ready' || message.type === 'accepted') return;
    for (const [task, job] of this.#pending) {
      const { id, listener } = job;
      if (id !== message.id) continue;
      if (message.type === 'progress') {
        const { share, workedMs } = message;
        if (job.long || workedMs + (remainingMs(message) ?? 0) > LONG) job.long = { share, workedMs };
        this.#tellOfLongWork();
        return;
      }
      if (message.type === 'refused' || message.final) {
        this.#forget(task);
        this.#tellOfLongWork();
        if (!this.#isWaiting) this.#rest();
        this.#idle = this.#pending.size === 0;
        this.#deaths = 0;
        this.#report('working', '');
      }
      if (message.type === 'refused') listener.onRefused?.(message.message);
      else listener.onResult(message.result as never, message.final);
      return;
    }
  }

  /** Tells of what goes on rather than of what was stopped, and of what is known to take long rather than of what may. */
  #tellOfLongWork(): void {
    const pending = this.#health === 'failed' ? [] : [...this.#pending.values()];
    const long = pending.flatMap(({ held, long }): LongWork[] =>
      long ? [{ ...long, remainingMs: remainingMs(long), held }] : [],
    );
    const rank = ({ held, remainingMs }: LongWork) => (held ? -1 : (remainingMs ?? 0));
    const longest = long.sort((a, b) => rank(b) - rank(a))[0] ?? null;
    if (!longest && !this.#toldOfLongWork) return;
    this.#toldOfLongWork = longest !== null;
    this.#options.onLongWork(longest);
  }

  #watch(milliseconds: number): void {
    clearTimeout(this.#watchdog);
    if (!this.#worker) return;
    this.#watchdog = setTimeout(() => this.#die('it stopped answering'), milliseconds);
  }

  /** Nothing is waited for. */
  #rest(): void {
    clearTimeout(this.#watchdog);
    this.#watchdog = undefined;
  }

  #die(reason: string): void {
    this.#deaths++;
    if (this.#deaths > this.#options.restarts) {
      this.#discard();
      this.#report('failed', reason);
    } else {
      this.#report('restarting', reason);
      this.#replace();
    }
  }

  #replace(): void {
    this.#discard();
    this.#worker = this.#start();
    for (const [task, job] of this.#pending) this.#send(task, job);
    if (this.#isWaiting) this.#watch(this.#options.silentFor);
  }

  #discard(): void {
    this.#rest();
    this.#idle = false;
    const worker = this.#worker;
    this.#worker = undefined;
    if (!worker) return;
    worker.onmessage = worker.onerror = worker.onmessageerror = null;
    worker.terminate();
  }

  #report(health: Health, reason: string): void {
    if (health === 'working' && this.#health === 'working') return;
    this.#health = health;
    this.#tellOfLongWork();
    this.#options.onHealth(health, reason);
  }
}
