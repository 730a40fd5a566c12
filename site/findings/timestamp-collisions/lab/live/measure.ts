/** Has workers read the clock together and gathers what they read, whatever becomes of some of them. */
import type { Analysis } from './analyse';
import type { FromReader, ToReader } from './messages';
import type { Readings } from './readings';

/** The part of a Worker that is needed; tests hand in one of their own. */
export interface ReaderLike {
  postMessage(message: ToReader): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<FromReader>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  onmessageerror: ((event: MessageEvent) => void) | null;
}

/** A worker that gave nothing, and why. */
export interface Lost {
  /** Which one, from 1. */
  worker: number;
  reason: string;
}

export interface Measurement {
  analysis: Analysis;
  readings: Readings[];
  /** The number, from 1, of the worker that each of the readings came from. */
  workers: number[];
  lost: Lost[];
}

/** Nothing was measured; the message says why, as a part of a sentence. */
export class MeasureError extends Error {
  override readonly name = 'MeasureError';
  readonly lost: readonly Lost[];
  constructor(message: string, lost: readonly Lost[] = []) {
    super(message);
    this.lost = lost;
  }
}

export interface MeasureOptions {
  /** How many workers read. */
  workers: number;
  /** How long they read, in milliseconds. */
  milliseconds: number;
  /** Ends the measurement at once, without a result. */
  signal: AbortSignal;
  /** Hears how many workers are at work on what. */
  onPhase?: (phase: 'starting' | 'reading' | 'counting', workers: number) => void;
  /** How long a worker may take to load, or to say what it read or counted, in milliseconds: slow phones take long. */
  timeout?: number;
}

/** From the order to read to the common start, in milliseconds: time for the order to reach every worker. */
const LEAD = 60;
/** The most runs of equal readings in all: what a file of them, and the memory for them, can reasonably hold. */
const MOST_RUNS = 2 ** 18;

/** Now, on the clock that the workers read. */
const wallClock = () => performance.timeOrigin + performance.now();

export async function measure(create: () => ReaderLike, options: MeasureOptions): Promise<Measurement> {
  const { workers, milliseconds, signal, onPhase = () => {}, timeout = 10_000 } = options;
  onPhase('starting', workers);
  const readers = Array.from({ length: workers }, (_, index) => new Reader(index + 1, create));
  const lost: Lost[] = [];
  /** Asks all of these at once and goes on with those that answer. */
  const gather = async <T>(from: readonly Reader[], ask: (reader: Reader) => Promise<T>) => {
    const answers = await Promise.allSettled(from.map(ask));
    signal.throwIfAborted();
    return from.flatMap((reader, index) => {
      const answer = answers[index] as PromiseSettledResult<T>;
      if (answer.status === 'fulfilled') return [{ reader, value: answer.value }];
      lost.push({ worker: reader.number, reason: reasonOf(answer.reason) });
      reader.stop();
      return [];
    });
  };
  const stop = () => readers.forEach((reader) => reader.stop());
  signal.addEventListener('abort', stop);
  try {
    const started = await gather(readers, (reader) => reader.next('ready', timeout));
    if (started.length === 0) throw new MeasureError('no worker could be started', lost);
    onPhase('reading', started.length);
    const order: ToReader = {
      type: 'read',
      from: wallClock() + LEAD,
      milliseconds,
      most: Math.floor(MOST_RUNS / started.length),
    };
    const read = await gather(
      started.map(({ reader }) => reader),
      (reader) => {
        reader.post(order);
        return reader.next('readings', LEAD + milliseconds + timeout);
      },
    );
    if (read.length === 0) throw new MeasureError('no worker said what it had read', lost);
    onPhase('counting', read.length);
    const readings = read.map(({ value }) => value.readings);
    const analysis = await count(
      read.map(({ reader }) => reader),
      readings,
      timeout,
      signal,
    );
    return { analysis, readings, workers: read.map(({ reader }) => reader.number), lost };
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}

/** Any of the workers can count; if one fails, the next is asked. */
async function count(
  readers: readonly Reader[],
  readings: Readings[],
  timeout: number,
  signal: AbortSignal,
): Promise<Analysis> {
  let reason = '';
  for (const reader of readers) {
    try {
      reader.post({ type: 'analyse', readings });
      return (await reader.next('analysis', timeout)).analysis;
    } catch (error) {
      signal.throwIfAborted();
      reason = reasonOf(error);
    }
  }
  throw new MeasureError(`the readings could not be counted: ${reason}`);
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

type Answer<T extends FromReader['type']> = Extract<FromReader, { type: T }>;

/** One worker, asked for one thing at a time. */
class Reader {
  readonly number: number;
  #worker: ReaderLike | null = null;
  /** Messages that came before anybody asked. */
  readonly #said: FromReader[] = [];
  #failure: string | null = null;
  #wake: () => void = () => {};

  constructor(number: number, create: () => ReaderLike) {
    this.number = number;
    try {
      const worker = create();
      worker.onmessage = ({ data }) => {
        if (data.type === 'failed') this.#fail(data.message);
        else this.#said.push(data);
        this.#wake();
      };
      worker.onerror = (event) => {
        event.preventDefault();
        this.#fail(event.message || 'its script could not be loaded');
      };
      worker.onmessageerror = () => this.#fail('it sent something unreadable');
      this.#worker = worker;
    } catch (error) {
      // No Worker at all, or a policy that allows none.
      this.#fail(reasonOf(error));
    }
  }

  post(message: ToReader): void {
    this.#worker?.postMessage(message);
  }

  /** Waits for a message; fails if the worker does, is stopped, or says nothing for so long. */
  async next<T extends FromReader['type']>(type: T, within: number): Promise<Answer<T>> {
    const timer = setTimeout(() => this.#fail('it did not answer'), within);
    try {
      for (;;) {
        const index = this.#said.findIndex((message) => message.type === type);
        if (index >= 0) return this.#said.splice(index, 1)[0] as Answer<T>;
        if (this.#failure !== null) throw new Error(this.#failure);
        await new Promise<void>((wake) => (this.#wake = wake));
      }
    } finally {
      clearTimeout(timer);
    }
  }

  stop(): void {
    this.#fail('it was stopped');
    const worker = this.#worker;
    this.#worker = null;
    if (!worker) return;
    worker.onmessage = worker.onerror = worker.onmessageerror = null;
    worker.terminate();
  }

  #fail(reason: string): void {
    this.#failure ??= reason;
    this.#wake();
  }
}
