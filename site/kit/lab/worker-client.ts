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

export type Health = 'working' | 'loading' | 'restarting' | 'failed';

/** The side that asks for work: the page's reader, or an address, which anybody can have written. */
export type AskedBy = 'reader' | 'address';

/** Work that takes longer than a reader should have to wait without a word. */
export interface LongWork extends Progress {
  /** Remaining time at the speed so far, in milliseconds; null where the share done is unknown. */
  remainingMs: number | null;
  /** True while the work rests until the reader has it go on. */
  held: boolean;
}

/** Work that takes longer than this, in milliseconds, is long. An address gets no more than this without its reader. */
export const LONG = 10_000;

export interface WorkerClientOptions {
  /** Hears when the worker takes long to load, when it is restarted, when it works again, and when the client has given up on it. */
  onHealth?: (health: Health, reason: string) => void;
  /** Hears how long work goes on, again and again, and that there is none any more. Of several, it hears of the longest. */
  onLongWork?: (work: LongWork | null) => void;
  /** Restarts in a row before the client gives up; a finished job resets the count. */
  restarts?: number;
  /** Timeout for an idle worker to accept a request, in milliseconds. */
  replyWithin?: number;
  /** Timeout for a busy worker's next message (one chunk of a very large simulation), in milliseconds. */
  silentFor?: number;
  /**
   * Timeout for a new worker's first message, in milliseconds. Its script may come over a slow network, which a restart would begin again;
   * a browser tells of one that fails.
   */
  startWithin?: number;
}

interface Listener<Result> {
  onResult: (result: Result, final: boolean) => void;
  onRefused?: (message: string) => void;
}

interface Pending {
  id: number;
  request: unknown;
  listener: Listener<never>;
  askedBy: AskedBy;
  /** True until the reader has it go on. */
  held: boolean;
  /** True while the worker is told not to work on it. */
  rests: boolean;
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
  /**
   * The side that asks from now on. What an address asks for rests once it has taken {@link LONG}, and while the page can't be seen; a
   * reader decides whether it goes on.
   */
  askedBy: AskedBy = 'reader';
  readonly #create: () => WorkerLike;
  readonly #options: Required<WorkerClientOptions>;
  readonly #pending = new Map<keyof Tasks & string, Pending>();
  #worker: WorkerLike | undefined;
  /** True once the worker has said anything: its script is there. */
  #hasSpoken = false;
  /** True once the worker can work. */
  #isLoaded = false;
  /** True while the worker is known to have no job: then it replies at once. */
  #idle = false;
  #isHidden = false;
  #deaths = 0;
  #health: Health = 'working';
  #hasReportedLongWork = false;
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
      startWithin: 300_000,
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
    const job: Pending = {
      id: ++this.#lastId,
      request,
      listener: listener as Listener<never>,
      askedBy: this.askedBy,
      held: false,
      rests: false,
      long: null,
    };
    this.#pending.set(task, job);
    this.#startClock(job);
    this.#reportLongWork();
    if (this.#health === 'failed') return;
    this.warmUp();
    // A worker that is waited for already gets no more time because of another question.
    if (this.#watchdog === undefined) this.#watch(this.#idle ? this.#options.replyWithin : this.#patience);
    this.#idle = false;
    this.#send(task, job);
    this.#keepWatch();
  }

  cancel(task: keyof Tasks & string): void {
    this.#withdraw(task);
    this.#reportLongWork();
    this.#keepWatch();
  }

  /** Stops all work where it is, until {@link resume}. What is asked from now on is worked on. */
  hold(): void {
    for (const job of this.#pending.values()) job.held = true;
    this.#directAll();
  }

  /** Goes on with what was stopped, for as long as it takes: a reader wants it. */
  resume(): void {
    for (const job of this.#pending.values()) {
      job.held = false;
      job.askedBy = 'reader';
    }
    this.#directAll();
  }

  /** Tells whether the page can't be seen now. */
  set isHidden(isHidden: boolean) {
    this.#isHidden = isHidden;
    this.#directAll();
  }

  /** Tells the worker of each job that is to rest, or to go on. */
  #directAll(): void {
    for (const job of this.#pending.values()) this.#direct(job);
    this.#reportLongWork();
    this.#keepWatch();
  }

  #direct(job: Pending): void {
    const rests = job.held || (this.#isHidden && job.askedBy === 'address');
    if (rests === job.rests) return;
    job.rests = rests;
    if (rests) clearInterval(job.clock);
    else this.#startClock(job);
    this.#worker?.postMessage({ type: rests ? 'hold' : 'resume', id: job.id });
  }

  /** True while a job is pending that doesn't rest. */
  get #isWaiting(): boolean {
    return [...this.#pending.values()].some(({ rests }) => !rests);
  }

  #startClock(job: Pending): void {
    clearInterval(job.clock);
    let waitedMs = job.long?.workedMs ?? 0;
    job.clock = setInterval(() => {
      if (!this.#isLoaded) {
        if (this.#health === 'working') this.#report('loading', '');
        return;
      }
      waitedMs += LONG;
      if (typeof job.long?.share === 'number') return;
      this.#noteLong(job, { share: null, workedMs: waitedMs });
    }, LONG);
  }

  /** Notes how long work has taken, and has it rest where it was an address that asked and its time is over. */
  #noteLong(job: Pending, { share, workedMs }: Progress): void {
    job.long = { share, workedMs };
    if (job.askedBy === 'address' && workedMs >= LONG) job.held = true;
    this.#directAll();
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
    this.#reportLongWork();
    this.#discard();
  }

  /** Undefined where there can be no worker: the browser has none, or a policy allows none. Then none is tried again. */
  #start(): WorkerLike | undefined {
    this.#hasSpoken = this.#isLoaded = false;
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

  #send(task: string, job: Pending): void {
    this.#worker?.postMessage({ type: 'start', id: job.id, task, request: job.request });
    job.rests = false;
    this.#direct(job);
  }

  #hear(message: FromWorker): void {
    if (message.type === 'broken') return this.#die(message.message);
    this.#hasSpoken = true;
    if (message.type === 'ready') this.#becomeLoaded();
    if (this.#isWaiting) this.#watch(this.#patience);
    if (message.type === 'loading' || message.type === 'ready' || message.type === 'accepted') return;
    for (const [task, job] of this.#pending) {
      const { id, listener } = job;
      if (id !== message.id) continue;
      if (message.type === 'progress') {
        if (job.long || message.workedMs + (remainingMs(message) ?? 0) > LONG) this.#noteLong(job, message);
        return;
      }
      if (message.type === 'refused' || message.final) {
        this.#forget(task);
        this.#reportLongWork();
        this.#keepWatch();
        this.#idle = this.#pending.size === 0;
        this.#deaths = 0;
        this.#report('working', '');
      }
      if (message.type === 'refused') listener.onRefused?.(message.message);
      else listener.onResult(message.result as never, message.final);
      return;
    }
  }

  #becomeLoaded(): void {
    this.#isLoaded = true;
    this.#idle = this.#pending.size === 0;
    // Work begins now.
    for (const job of this.#pending.values()) if (!job.rests) this.#startClock(job);
    // Where something is asked, a worker that was started again works once it has answered.
    if (this.#health === 'loading' || (this.#health === 'restarting' && this.#pending.size === 0))
      this.#report('working', '');
  }

  /** Tells of what goes on rather than of what was stopped, and of what is known to take long rather than of what may. */
  #reportLongWork(): void {
    const pending = this.#health === 'failed' ? [] : [...this.#pending.values()];
    const long = pending.flatMap(({ rests, long }): LongWork[] =>
      long ? [{ ...long, remainingMs: remainingMs(long), held: rests }] : [],
    );
    const rank = ({ held, remainingMs }: LongWork) => (held ? -1 : (remainingMs ?? 0));
    const longest = long.sort((a, b) => rank(b) - rank(a))[0] ?? null;
    if (!longest && !this.#hasReportedLongWork) return;
    this.#hasReportedLongWork = longest !== null;
    this.#options.onLongWork(longest);
  }

  get #patience(): number {
    return this.#hasSpoken ? this.#options.silentFor : this.#options.startWithin;
  }

  /** Waits for the worker where anything is waited for, and else for nothing. */
  #keepWatch(): void {
    if (!this.#isWaiting) this.#rest();
    else if (this.#watchdog === undefined) this.#watch(this.#patience);
  }

  #watch(milliseconds: number): void {
    clearTimeout(this.#watchdog);
    if (!this.#worker) return;
    this.#watchdog = setTimeout(() => this.#die('it stopped answering'), milliseconds);
  }

  /** Stops the watchdog while there is no answer to wait for. */
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
    this.#keepWatch();
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
    this.#reportLongWork();
    this.#options.onHealth(health, reason);
  }
}
