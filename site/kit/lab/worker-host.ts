import type { FromWorker, Progress, ToWorker } from './worker-protocol';

/**
 * A task as the worker runs it: a generator that works in short chunks. It yields an intermediate result, or nothing
 * when it only wants to let others have a turn, and returns the final result. Cancelling it runs its `finally` blocks,
 * which is where it frees what it took from WebAssembly.
 *
 * One that may take longer than a reader waits tells `report` what share of its work is done, if it knows.
 */
export type Task<Request, Result> = (
  request: Request,
  report?: (share: number) => void,
) => Generator<Result | undefined, Result, void>;

interface Job {
  id: number;
  chunks: Generator<unknown, unknown, void>;
  progress: Progress;
  /** When the page heard of it last, on the clock of `progress.workedMs`. */
  reportedMs: number;
  held: boolean;
}

/** Time between two progress reports of a job, in milliseconds; a shorter job sends none. */
const REPORT_INTERVAL = 500;

/** Time between two words that the models are still being loaded, in milliseconds. */
const LOADING_INTERVAL = 10_000;

/** Type of `self` in a dedicated worker; spelt out because the site's types are those of a page. */
export interface WorkerScope {
  postMessage(message: FromWorker, transfer: Transferable[]): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<ToWorker>) => void): void;
}

/** The buffers of the typed arrays inside a result, and inside the objects in it: handed over rather than copied. */
function buffers(result: unknown): ArrayBuffer[] {
  const inside = (value: unknown) => Object.values((value ?? {}) as Record<string, unknown>).flat();
  const values = inside(result).flatMap((value) => (isPlainObject(value) ? inside(value) : [value]));
  const found = values.filter(ArrayBuffer.isView).map((view) => view.buffer);
  return [...new Set(found)].filter((buffer) => buffer instanceof ArrayBuffer);
}

const isPlainObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Lets messages in before going on. A timer would be held back to 4 ms a turn after a few turns. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/**
 * Serves tasks inside a worker. Jobs take turns, one chunk each, and between chunks the worker looks for messages, so
 * a job that nobody wants any more stops within one chunk.
 *
 * `prepare` runs once before the first task (it loads the WebAssembly); when it fails the worker says so and is of no
 * further use.
 */
export function serve(
  prepare: () => Promise<unknown>,
  // The request comes from a client that is typed by the same task list.
  tasks: Readonly<Record<string, Task<never, unknown>>>,
  scope = self as unknown as WorkerScope,
): void {
  const jobs: Job[] = [];
  let working = false;
  const post = (message: FromWorker) => scope.postMessage(message, 'result' in message ? buffers(message.result) : []);
  const describe = (error: unknown) => (error instanceof Error ? error.message : String(error));

  const loading = setInterval(() => post({ type: 'loading' }), LOADING_INTERVAL);
  const loaded = prepare().finally(() => clearInterval(loading));
  const prepared = loaded.then(
    () => post({ type: 'ready' }),
    (error: unknown) => {
      post({ type: 'broken', message: describe(error) });
      throw error;
    },
  );
  prepared.catch(() => {});

  async function work() {
    if (working) return;
    working = true;
    try {
      await prepared;
      let before = performance.now();
      for (let turn = 0; ; turn++) {
        const running = jobs.filter(({ held }) => !held);
        const job = running[turn % running.length];
        if (!job) return;
        try {
          const { done, value } = job.chunks.next();
          if (done) jobs.splice(jobs.indexOf(job), 1);
          if (done || value !== undefined) post({ type: 'result', id: job.id, final: done === true, result: value });
        } catch (error) {
          // A trap in WebAssembly leaves its memory in an unknown state: let the page start a fresh worker.
          if (error instanceof WebAssembly.RuntimeError) {
            post({ type: 'broken', message: describe(error) });
            return;
          }
          jobs.splice(jobs.indexOf(job), 1);
          post({ type: 'refused', id: job.id, message: describe(error) });
        }
        await nextTurn();
        const now = performance.now();
        for (const each of running) each.progress.workedMs += now - before;
        before = now;
        if (job.progress.workedMs - job.reportedMs < REPORT_INTERVAL || !jobs.includes(job)) continue;
        job.reportedMs = job.progress.workedMs;
        post({ type: 'progress', id: job.id, ...job.progress });
      }
    } finally {
      working = false;
    }
  }

  scope.addEventListener('message', ({ data }) => {
    if (data.type === 'start') {
      const task = tasks[data.task];
      post({ type: 'accepted', id: data.id });
      if (!task) return post({ type: 'refused', id: data.id, message: `There is no task called ${data.task}.` });
      const progress: Progress = { share: null, workedMs: 0 };
      const chunks = task(data.request as never, (share) => (progress.share = share));
      jobs.push({ id: data.id, chunks, progress, reportedMs: 0, held: false });
      work().catch(() => {});
      return;
    }
    const job = jobs.find(({ id }) => id === data.id);
    if (!job) return;
    if (data.type === 'cancel') {
      jobs.splice(jobs.indexOf(job), 1);
      job.chunks.return(undefined);
    } else {
      job.held = data.type === 'hold';
      work().catch(() => {});
    }
  });
}
