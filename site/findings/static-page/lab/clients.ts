/** The two workers, as promises. */
import { startModels } from '@/kit/lab/start-worker';
import { WorkerClient, type TaskList } from '@/kit/lab/worker-client';
import drawingWorkerUrl from '../drawing-worker.ts?worker&url';
import workerUrl from '../worker.ts?worker&url';
import type { DrawTasks } from './draw-tasks';

/** One answer of a worker. One that is asked the same task again meanwhile gives none: it never ends. */
export const ask = <Tasks extends TaskList, T extends keyof Tasks & string>(
  worker: WorkerClient<Tasks>,
  task: T,
  request: Tasks[T]['request'],
): Promise<Tasks[T]['result']> =>
  new Promise((resolve, reject) => {
    worker.ask(task, request, {
      onResult: (result, final) => {
        if (final) resolve(result);
      },
      onRefused: (message) => reject(new Error(message)),
    });
  });

export const createPlanner = (): Worker => startModels(workerUrl);

/**
 * The worker that draws: its font is fetched when it is asked for the first time. The labs of a page share one, so that what
 * one of them has fetched the other need not.
 */
class Pen {
  readonly #client: WorkerClient<DrawTasks>;
  readonly #listeners = new Set<(words: string) => void>();
  #hasFailed = false;

  constructor() {
    this.#client = new WorkerClient<DrawTasks>(() => startModels(drawingWorkerUrl), {
      onHealth: (health) => {
        this.#hasFailed = health === 'failed';
        const words = this.#hasFailed ? 'What draws covers could not be loaded. Any change tries again.' : '';
        for (const listener of this.#listeners) listener(words);
      },
    });
  }

  /** Tells what goes wrong, and by no words that it no longer does. */
  onTrouble(listener: (words: string) => void): void {
    this.#listeners.add(listener);
  }

  draw: <T extends keyof DrawTasks & string>(
    task: T,
    request: DrawTasks[T]['request'],
  ) => Promise<DrawTasks[T]['result']> = (task, request) => {
    if (this.#hasFailed) this.#client.retry();
    return ask(this.#client, task, request);
  };
}

/** The pen of this page. */
export const pen = new Pen();
