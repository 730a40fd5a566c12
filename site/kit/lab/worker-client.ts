import type { FromWorker, ToWorker } from './worker-protocol';

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

export interface WorkerClientOptions {
  /** Hears when the worker is restarted, when it works again, and when the client has given up on it. */
  onHealth?: (health: Health, reason: string) => void;
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
}

/**
 * Runs tasks in a worker. Of each task only the latest request counts: asking again cancels the one before, and a late
 * answer to an old question is dropped. A worker that dies, silently or not, is replaced and asked again.
 */
export class WorkerClient<Tasks extends TaskList> {
  readonly #create: () => WorkerLike;
  readonly #options: Required<WorkerClientOptions>;
  readonly #pending = new Map<keyof Tasks & string, Pending>();
  #worker: WorkerLike | undefined;
  #ready = false;
  #deaths = 0;
  #health: Health = 'working';
  #lastId = 0;
  #watchdog: ReturnType<typeof setTimeout> | undefined;

  constructor(create: () => WorkerLike, options: WorkerClientOptions = {}) {
    this.#create = create;
    this.#options = { onHealth: () => {}, restarts: 2, replyWithin: 2_000, silentFor: 20_000, ...options };
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
    const job: Pending = { id: ++this.#lastId, request, listener: listener as Listener<never> };
    this.#pending.set(task, job);
    if (this.#health === 'failed') return;
    this.warmUp();
    this.#send(task, job);
    // A worker that is waited for already gets no more time because of another question.
    if (this.#watchdog === undefined) this.#watch(this.#ready ? this.#options.replyWithin : this.#options.silentFor);
  }

  cancel(task: keyof Tasks & string): void {
    this.#withdraw(task);
    if (this.#pending.size === 0) this.#rest();
  }

  #withdraw(task: keyof Tasks & string): void {
    const job = this.#pending.get(task);
    if (!job) return;
    this.#pending.delete(task);
    this.#worker?.postMessage({ type: 'cancel', id: job.id });
  }

  /** Tries again after the client gave up. */
  retry(): void {
    if (this.#health !== 'failed') return;
    this.#deaths = 0;
    this.#report('restarting', 'asked to try again');
    this.#replace();
  }

  stop(): void {
    this.#pending.clear();
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

  #send(task: string, { id, request }: Pending): void {
    this.#worker?.postMessage({ type: 'start', id, task, request });
  }

  #hear(message: FromWorker): void {
    if (message.type === 'broken') return this.#die(message.message);
    if (message.type === 'ready') this.#ready = true;
    if (this.#pending.size > 0) this.#watch(this.#options.silentFor);
    if (message.type !== 'result' && message.type !== 'refused') return;
    for (const [task, { id, listener }] of this.#pending) {
      if (id !== message.id) continue;
      if (message.type === 'refused' || message.final) {
        this.#pending.delete(task);
        if (this.#pending.size === 0) this.#rest();
        this.#deaths = 0;
        this.#report('working', '');
      }
      if (message.type === 'refused') listener.onRefused?.(message.message);
      else listener.onResult(message.result as never, message.final);
      return;
    }
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
    if (this.#pending.size > 0) this.#watch(this.#options.silentFor);
  }

  #discard(): void {
    this.#rest();
    this.#ready = false;
    const worker = this.#worker;
    this.#worker = undefined;
    if (!worker) return;
    worker.onmessage = worker.onerror = worker.onmessageerror = null;
    worker.terminate();
  }

  #report(health: Health, reason: string): void {
    if (health === 'working' && this.#health === 'working') return;
    this.#health = health;
    this.#options.onHealth(health, reason);
  }
}
