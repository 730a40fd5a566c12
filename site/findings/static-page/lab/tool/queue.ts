/** Work that is done one after the other, and told of as a whole: how far it is, how long it takes, and an end that the reader asks for. */
import { longWorkTime } from '@/kit/lab/long-work';
import { LONG, type LongWork } from '@/kit/lab/worker-client';

/** A piece of work; it ends as soon as the signal says so. */
export type Work = (signal: AbortSignal) => Promise<void>;

/** Sooner than this, in milliseconds, the first of many says little about the others. */
const SOONEST = 1000;
/** How often it is told how far it is, in milliseconds. */
const TELL_EVERY = 1000;

/** The promise's result; rejects as soon as the signal stops it. */
export function unlessStopped<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason as Error);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** The work that is left once a reader has stopped it; null where no book waits for its cover any more. */
export const stoppedWork = (without: number, all: number): LongWork | null =>
  without === 0 ? null : { share: 1 - without / all, workedMs: 0, remainingMs: null, held: true };

/** The words on it for the reader. Books are whole or not there, so nothing that can be downloaded is partial. */
export const workWords = (work: LongWork, without: number, all: number): string =>
  work.held
    ? `Stopped: ${without} of ${all} ${all === 1 ? 'book waits' : 'books wait'} for a cover.`
    : `${longWorkTime(work)} Books that are done can be downloaded meanwhile.`;

export class Queue {
  readonly #tell: () => void;
  readonly #waiting: Work[] = [];
  #running: AbortController | null = null;
  /** Since there was nothing to do. */
  #done = 0;
  #begun = 0;
  /** Share that is done of the work under way, where that tells. */
  #share = 0;
  #clock: ReturnType<typeof setInterval> | undefined;

  /** Tells when there is something to do and when there is not, and meanwhile again and again how far it is. */
  constructor(tell: () => void) {
    this.#tell = tell;
  }

  get isBusy(): boolean {
    return this.#running !== null;
  }

  add(work: Work): void {
    this.#waiting.push(work);
    if (!this.isBusy) void this.#run();
  }

  /** Ends what is being done, and forgets what waits. */
  stop(): void {
    this.#waiting.length = 0;
    this.#running?.abort(new Error('stopped'));
  }

  /** How far what is being done is. */
  share(share: number): void {
    this.#share = share;
  }

  /** All of it together, as soon as it turns out to be long. */
  get longWork(): LongWork | null {
    if (!this.isBusy) return null;
    const workedMs = performance.now() - this.#begun;
    const share = (this.#done + this.#share) / (this.#done + 1 + this.#waiting.length) || null;
    const remainingMs = share === null ? null : (workedMs * (1 - share)) / share;
    const isLong = workedMs >= SOONEST && workedMs + (remainingMs ?? 0) > LONG;
    return isLong ? { share, workedMs, remainingMs, held: false } : null;
  }

  async #run(): Promise<void> {
    [this.#done, this.#begun] = [0, performance.now()];
    this.#clock = setInterval(this.#tell, TELL_EVERY);
    for (let work = this.#waiting.shift(); work; work = this.#waiting.shift()) {
      this.#running = new AbortController();
      this.#share = 0;
      this.#tell();
      // What goes wrong is for the work itself to say: the next has its turn.
      await work(this.#running.signal).catch(() => {});
      this.#done++;
    }
    clearInterval(this.#clock);
    this.#running = null;
    this.#tell();
  }
}
