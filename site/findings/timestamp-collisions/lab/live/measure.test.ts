import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { modelsAtBuild } from '@/kit/lab/models-at-build';
import * as models from '@/wasm-pkg/timestamp-collisions/models.js';
import { analyse } from './analyse';
import { measure, MeasureError, type MeasureOptions, type ReaderLike } from './measure';
import type { FromReader, ToReader } from './messages';

const counting = modelsAtBuild('timestamp-collisions', models);

/** What a fake worker does with what it hears; it is asked once more, with nothing, when it has loaded. */
type Behaviour = (message: ToReader | undefined, worker: FakeReader) => void;

class FakeReader implements ReaderLike {
  onmessage: ReaderLike['onmessage'] = null;
  onerror: ReaderLike['onerror'] = null;
  onmessageerror: ReaderLike['onmessageerror'] = null;
  terminated = false;
  readonly heard: ToReader[] = [];
  readonly #behave: Behaviour;

  constructor(behave: Behaviour) {
    this.#behave = behave;
    queueMicrotask(() => behave(undefined, this));
  }
  postMessage(message: ToReader) {
    this.heard.push(message);
    queueMicrotask(() => this.#behave(message, this));
  }
  terminate() {
    this.terminated = true;
  }
  say(data: FromReader) {
    this.onmessage?.({ data } as MessageEvent<FromReader>);
  }
  break(message = '') {
    this.onerror?.({ message, preventDefault: () => {} } as ErrorEvent);
  }
}

/** Works as it should: reads three steps twice each. */
const sound: Behaviour = (message, worker) => {
  if (!message) worker.say({ type: 'ready' });
  else if (message.type === 'read') {
    const [values, counts] = [Float64Array.of(1, 1.1, 1.2), Uint32Array.of(2, 2, 2)];
    worker.say({ type: 'readings', readings: { origin: 1_795_231_387_988.8, values, counts, isolated: false } });
  } else worker.say({ type: 'analysis', analysis: analyse(message.readings, counting) });
};
const silent: Behaviour = () => {};

/** Measures with a worker for each behaviour. */
function run(behaviours: readonly Behaviour[], options: Partial<MeasureOptions> = {}) {
  const made: FakeReader[] = [];
  const result = measure(
    () => {
      const worker = new FakeReader(behaviours[made.length] as Behaviour);
      made.push(worker);
      return worker;
    },
    { workers: behaviours.length, milliseconds: 10, signal: new AbortController().signal, ...options },
  );
  // Failures are looked at later; until then they are not unhandled.
  result.catch(() => {});
  return { made, result };
}

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

describe('a measurement', () => {
  it('has all workers read from the same moment, counts, and ends them', async () => {
    const phases: string[] = [];
    const { made, result } = run([sound, sound, sound], {
      onPhase: (phase, count) => phases.push(`${phase} ${count}`),
    });
    const { analysis, readings, workers, lost } = await result;
    expect(analysis).toMatchObject({ workers: 3, readings: 18, collisions: { colliding: 18, coincidences: 6 } });
    expect([readings.length, workers, lost]).toEqual([3, [1, 2, 3], []]);
    const orders = made.map(({ heard }) => heard[0]);
    expect(new Set(orders.map((order) => JSON.stringify(order))).size).toBe(1);
    expect(orders[0]).toMatchObject({ type: 'read', milliseconds: 10 });
    expect(phases).toEqual(['starting 3', 'reading 3', 'counting 3']);
    expect(made.every(({ terminated }) => terminated)).toBe(true);
  });

  it('keeps fewer readings of each where there are more workers', async () => {
    const mostOf = async (count: number) => {
      const { made, result } = run(Array<Behaviour>(count).fill(sound));
      await result;
      const [order] = made[0]?.heard ?? [];
      return order?.type === 'read' ? order.most : 0;
    };
    expect(await mostOf(8)).toBe((await mostOf(2)) / 4);
  });
});

describe('where some workers fail', () => {
  const failures: [string, Behaviour, string][] = [
    ['cannot be loaded', (message, worker) => !message && worker.break(), 'its script could not be loaded'],
    ['throws while it starts', (message, worker) => !message && worker.break('oops'), 'oops'],
    ['throws while it reads', (message, worker) => (message?.type === 'read' ? worker.say({ type: 'failed', message: 'no clock' }) : sound(message, worker)), 'no clock'], // prettier-ignore
    ['never says that it is ready', silent, 'it did not answer'],
    ['falls silent while it reads', (message, worker) => !message && sound(message, worker), 'it did not answer'],
    ['sends something unreadable', (message, worker) => !message && worker.onmessageerror?.({} as MessageEvent), 'it sent something unreadable'], // prettier-ignore
  ];

  it.each(failures)('goes on with the others, and says so, when one %s', async (_, failing, reason) => {
    const { made, result } = run([sound, failing, sound]);
    await vi.advanceTimersByTimeAsync(30_000);
    const { analysis, workers, lost } = await result;
    expect(analysis.workers).toBe(2);
    expect(workers).toEqual([1, 3]);
    expect(lost).toEqual([{ worker: 2, reason }]);
    expect(made[1]?.terminated).toBe(true);
  });

  it('lets another one count when the first cannot', async () => {
    const uncounting: Behaviour = (message, worker) => {
      if (message?.type === 'analyse') worker.say({ type: 'failed', message: 'out of memory' });
      else sound(message, worker);
    };
    const { result } = run([uncounting, sound]);
    expect((await result).analysis.workers).toBe(2);
    await expect(run([uncounting, uncounting]).result).rejects.toThrow('could not be counted: out of memory');
  });
});

describe('where nothing can be measured', () => {
  it('says why when no worker starts', async () => {
    const { result } = run([(_, worker) => worker.break('blocked'), silent]);
    await vi.advanceTimersByTimeAsync(30_000);
    const error = await result.catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(MeasureError);
    expect((error as MeasureError).lost).toEqual([
      { worker: 1, reason: 'blocked' },
      { worker: 2, reason: 'it did not answer' },
    ]);
  });

  it('says why when there are no workers in this browser', async () => {
    const create = () => {
      throw new ReferenceError('Worker is not defined');
    };
    const options = { workers: 2, milliseconds: 10, signal: new AbortController().signal };
    const error = await measure(create, options).catch((caught: unknown) => caught);
    expect((error as MeasureError).lost.map(({ reason }) => reason)).toEqual(Array(2).fill('Worker is not defined'));
  });

  it('ends at once when stopped, with all workers', async () => {
    const controller = new AbortController();
    const { made, result } = run([sound, silent], { signal: controller.signal });
    await Promise.resolve();
    controller.abort('Stopped.');
    await expect(result).rejects.toBe('Stopped.');
    expect(made.every(({ terminated }) => terminated)).toBe(true);
  });
});
