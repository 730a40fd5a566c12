import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WorkerClient, type LongWork, type WorkerLike } from './worker-client';
import type { FromWorker, ToWorker } from './worker-protocol';

type Tasks = { double: { request: number; result: number }; other: { request: number; result: number } };

/** A worker under the test's hand: it does nothing unless told to. */
class FakeWorker implements WorkerLike {
  static all: FakeWorker[] = [];
  onmessage: WorkerLike['onmessage'] = null;
  onerror: WorkerLike['onerror'] = null;
  onmessageerror: WorkerLike['onmessageerror'] = null;
  heard: ToWorker[] = [];
  terminated = false;
  constructor() {
    FakeWorker.all.push(this);
  }
  postMessage(message: ToWorker) {
    this.heard.push(message);
  }
  terminate() {
    this.terminated = true;
  }
  say(data: FromWorker) {
    this.onmessage?.({ data } as MessageEvent<FromWorker>);
  }
  crash(message: string) {
    this.onerror?.({ message, preventDefault() {} } as unknown as ErrorEvent);
  }
  get lastStart() {
    return this.heard.findLast((message) => message.type === 'start') as Extract<ToWorker, { type: 'start' }>;
  }
  answer(result: number, final = true) {
    this.say({ type: 'result', id: this.lastStart.id, final, result });
  }
}

const latest = () => FakeWorker.all.at(-1) as FakeWorker;

function client({ silentFor = 1000 } = {}) {
  const health: string[] = [];
  const long: (LongWork | null)[] = [];
  const made = new WorkerClient<Tasks>(() => new FakeWorker(), {
    onHealth: (state) => health.push(state),
    onLongWork: (work) => long.push(work),
    replyWithin: 100,
    silentFor,
  });
  return { made, health, long };
}

beforeEach(() => {
  FakeWorker.all = [];
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('asking again', () => {
  it('cancels the question before and drops its late answer', () => {
    const { made } = client();
    const answers: number[] = [];
    const onResult = (result: number) => answers.push(result);
    made.ask('double', 1, { onResult });
    const first = latest().lastStart.id;
    made.ask('double', 2, { onResult });
    expect(latest().heard).toContainEqual({ type: 'cancel', id: first });
    latest().say({ type: 'result', id: first, final: true, result: 2 });
    latest().answer(4);
    expect(answers).toEqual([4]);
  });

  it('leaves other tasks alone', () => {
    const { made } = client();
    const answers: number[] = [];
    made.ask('other', 1, { onResult: (result) => answers.push(result) });
    const other = latest().lastStart.id;
    made.ask('double', 2, { onResult: () => {} });
    latest().say({ type: 'result', id: other, final: true, result: 9 });
    expect(answers).toEqual([9]);
  });
});

it('hands on intermediate results, and says which is the last', () => {
  const { made } = client();
  const answers: [number, boolean][] = [];
  made.ask('double', 2, { onResult: (result, final) => answers.push([result, final]) });
  latest().answer(3, false);
  latest().answer(4);
  expect(answers).toEqual([
    [3, false],
    [4, true],
  ]);
});

describe('a worker that dies', () => {
  it('is replaced and asked again', () => {
    const { made, health } = client();
    const answers: number[] = [];
    made.ask('double', 21, { onResult: (result) => answers.push(result) });
    latest().crash('out of memory');
    expect(FakeWorker.all).toHaveLength(2);
    expect(FakeWorker.all[0]?.terminated).toBe(true);
    expect(latest().lastStart.request).toBe(21);
    latest().answer(42);
    expect(answers).toEqual([42]);
    expect(health).toEqual(['restarting', 'working']);
  });

  it('is noticed when it dies without a word while it was idle', () => {
    const { made } = client();
    made.warmUp();
    latest().say({ type: 'ready' });
    made.ask('double', 1, { onResult: () => {} });
    vi.advanceTimersByTime(101);
    expect(FakeWorker.all).toHaveLength(2);
  });

  it('gets no more time to reply because more is asked', () => {
    const { made } = client();
    made.warmUp();
    latest().say({ type: 'ready' });
    made.ask('double', 1, { onResult: () => {} });
    vi.advanceTimersByTime(60);
    made.ask('other', 1, { onResult: () => {} });
    made.ask('double', 2, { onResult: () => {} });
    vi.advanceTimersByTime(41);
    expect(FakeWorker.all).toHaveLength(2);
  });

  it('is given time while it is known to work', () => {
    const { made } = client();
    made.warmUp();
    latest().say({ type: 'ready' });
    made.ask('double', 1, { onResult: () => {} });
    latest().say({ type: 'accepted', id: latest().lastStart.id });
    vi.advanceTimersByTime(999);
    expect(FakeWorker.all).toHaveLength(1);
    vi.advanceTimersByTime(2);
    expect(FakeWorker.all).toHaveLength(2);
  });

  it('is given up after two restarts, until the reader asks to try again', () => {
    const { made, health } = client();
    const answers: number[] = [];
    made.ask('double', 1, { onResult: (result) => answers.push(result) });
    for (let death = 0; death < 3; death++) latest().crash('no');
    expect(FakeWorker.all).toHaveLength(3);
    expect(health.at(-1)).toBe('failed');
    made.ask('double', 5, { onResult: (result) => answers.push(result) });
    expect(FakeWorker.all).toHaveLength(3);
    made.retry();
    expect(latest().lastStart.request).toBe(5);
    latest().answer(10);
    expect(answers).toEqual([10]);
    expect(health.at(-1)).toBe('working');
  });
});

describe('long work', () => {
  const none = { onResult: () => {} };
  const progress = (share: number | null, workedMs: number) =>
    latest().say({ type: 'progress', id: latest().lastStart.id, share, workedMs });

  it('is told of by the speed so far, until it is done', () => {
    const { made, long } = client();
    made.ask('double', 1, none);
    progress(0.001, 500);
    expect(long).toEqual([{ share: 0.001, workedMs: 500, remainingMs: 499_500, held: false }]);
    // The work turns out to be quicker: the notice stays.
    progress(0.5, 1000);
    expect(long.at(-1)).toEqual({ share: 0.5, workedMs: 1000, remainingMs: 1000, held: false });
    latest().answer(2);
    expect(long.at(-1)).toBeNull();
  });

  it('is none that takes less than ten seconds', () => {
    const { made, long } = client();
    made.ask('double', 1, none);
    progress(0.1, 900);
    progress(null, 9000);
    made.ask('double', 2, none);
    latest().answer(4);
    expect(long).toEqual([]);
  });

  it('is told of once it has taken long, where nobody knows how far it is', () => {
    const { made, long } = client();
    made.ask('double', 1, none);
    progress(null, 10_500);
    expect(long).toEqual([{ share: null, workedMs: 10_500, remainingMs: null, held: false }]);
    progress(0, 11_000);
    expect(long.at(-1)).toMatchObject({ share: 0, remainingMs: null });
  });

  it('is told of while the worker, in the middle of a chunk, says nothing', () => {
    const { made, long } = client({ silentFor: 60_000 });
    made.ask('double', 1, none);
    latest().say({ type: 'ready' });
    vi.advanceTimersByTime(9_999);
    expect(long).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(long).toEqual([{ share: null, workedMs: 10_000, remainingMs: null, held: false }]);
    vi.advanceTimersByTime(10_000);
    expect(long.at(-1)).toMatchObject({ share: null, workedMs: 20_000 });
    made.hold();
    const said = long.length;
    vi.advanceTimersByTime(30_000);
    expect(long).toHaveLength(said);
    made.resume();
    vi.advanceTimersByTime(10_000);
    expect(long.at(-1)).toMatchObject({ workedMs: 30_000, held: false });
    // Work that is known to take long is reported rather than this.
    made.ask('other', 1, none);
    progress(0.5, 12_000);
    expect(long.at(-1)).toMatchObject({ share: 0.5, remainingMs: 12_000 });
    made.stop();
    expect(long.at(-1)).toBeNull();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('rests when it is stopped, for as long as the reader likes, and goes on', () => {
    const { made, long, health } = client();
    made.ask('double', 1, none);
    progress(0.001, 500);
    made.hold();
    const { id } = latest().lastStart;
    expect(latest().heard.at(-1)).toEqual({ type: 'hold', id });
    expect(long.at(-1)).toMatchObject({ held: true });
    vi.advanceTimersByTime(60_000);
    made.resume();
    expect(latest().heard.at(-1)).toEqual({ type: 'resume', id });
    expect(long.at(-1)).toMatchObject({ held: false });
    expect(health).toEqual([]);
    vi.advanceTimersByTime(1001);
    expect(health).toEqual(['restarting']);
  });

  it('makes room for the next question, for which a worker in the middle of a chunk gets time', () => {
    const { made, long } = client();
    made.warmUp();
    latest().say({ type: 'ready' });
    made.ask('double', 1, none);
    progress(0.001, 500);
    made.hold();
    made.ask('double', 2, none);
    expect(long.at(-1)).toBeNull();
    vi.advanceTimersByTime(999);
    expect(FakeWorker.all).toHaveLength(1);
  });

  it('stays stopped in a new worker, and is told of after what goes on', () => {
    const { made, long } = client();
    made.ask('double', 1, none);
    progress(0.001, 500);
    made.hold();
    latest().crash('no');
    expect(latest().heard.map(({ type }) => type)).toEqual(['start', 'hold']);
    expect(long.at(-1)).toMatchObject({ held: true });
    made.ask('other', 1, none);
    progress(0.01, 500);
    expect(long.at(-1)).toMatchObject({ share: 0.01, held: false });
  });

  it('is none any more once the worker is given up', () => {
    const { made, long } = client();
    made.ask('double', 1, none);
    progress(0.001, 500);
    for (let death = 0; death < 3; death++) latest().crash('no');
    expect(long.at(-1)).toBeNull();
  });
});

describe('what an address asks for', () => {
  const none = { onResult: () => {} };
  const progress = (share: number | null, workedMs: number) =>
    latest().say({ type: 'progress', id: latest().lastStart.id, share, workedMs });
  const orders = () => latest().heard.flatMap(({ type }) => (type === 'hold' || type === 'resume' ? [type] : []));

  it('rests after ten seconds of work, until the reader has it go on for as long as it takes', () => {
    const { made, long, health } = client();
    made.askedBy = 'address';
    made.ask('double', 1, none);
    progress(0.2, 5000);
    expect(long.at(-1)).toMatchObject({ remainingMs: 20_000, held: false });
    progress(0.4, 10_000);
    expect(orders()).toEqual(['hold']);
    expect(long.at(-1)).toEqual({ share: 0.4, workedMs: 10_000, remainingMs: 15_000, held: true });
    vi.advanceTimersByTime(600_000);
    expect(health).toEqual([]);
    made.resume();
    progress(0.8, 20_000);
    expect(orders()).toEqual(['hold', 'resume']);
    expect(long.at(-1)).toMatchObject({ held: false });
  });

  it('rests as well where the worker does not tell how far it is', () => {
    const { made, long } = client({ silentFor: 60_000 });
    made.askedBy = 'address';
    made.ask('double', 1, none);
    // Loading is no work.
    vi.advanceTimersByTime(30_000);
    expect(orders()).toEqual([]);
    latest().say({ type: 'ready' });
    vi.advanceTimersByTime(9_999);
    expect(orders()).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(orders()).toEqual(['hold']);
    expect(long.at(-1)).toMatchObject({ share: null, held: true });
  });

  it('rests while the page cannot be seen, and what a reader asks for does not', () => {
    const { made, health } = client();
    made.askedBy = 'address';
    made.ask('double', 1, none);
    progress(0.1, 500);
    made.isHidden = true;
    expect(orders()).toEqual(['hold']);
    vi.advanceTimersByTime(600_000);
    expect(health).toEqual([]);
    made.isHidden = false;
    expect(orders()).toEqual(['hold', 'resume']);
    made.askedBy = 'reader';
    made.ask('double', 2, none);
    progress(0.1, 20_000);
    made.isHidden = true;
    expect(orders()).toEqual(['hold', 'resume']);
  });

  it('does not begin in a page that cannot be seen', () => {
    const { made } = client();
    made.askedBy = 'address';
    made.isHidden = true;
    made.ask('double', 1, none);
    expect(latest().heard.map(({ type }) => type)).toEqual(['start', 'hold']);
  });
});

describe('a worker that comes over a slow network', () => {
  it('is waited for as long as it says that it is loading, and the reader hears of it', () => {
    const { made, health } = client();
    const answers: number[] = [];
    made.ask('double', 1, { onResult: (result) => answers.push(result) });
    vi.advanceTimersByTime(90_000);
    latest().say({ type: 'accepted', id: latest().lastStart.id });
    for (let beats = 0; beats < 300; beats++) {
      vi.advanceTimersByTime(900);
      latest().say({ type: 'loading' });
    }
    latest().say({ type: 'ready' });
    latest().answer(2);
    expect(FakeWorker.all).toHaveLength(1);
    expect(answers).toEqual([2]);
    expect(health).toEqual(['loading', 'working']);
  });

  it('is replaced where it says nothing for minutes', () => {
    const { made } = client();
    made.ask('double', 1, { onResult: () => {} });
    vi.advanceTimersByTime(300_001);
    expect(FakeWorker.all).toHaveLength(2);
  });
});

it('passes on what the model refuses', () => {
  const { made } = client();
  const refusals: string[] = [];
  made.ask('double', -1, { onResult: () => {}, onRefused: (message) => refusals.push(message) });
  latest().say({ type: 'refused', id: latest().lastStart.id, message: 'too small' });
  expect(refusals).toEqual(['too small']);
});

it('expects nothing from a worker that has nothing to do', () => {
  const { made } = client();
  made.ask('double', 1, { onResult: () => {} });
  latest().answer(2);
  vi.advanceTimersByTime(60_000);
  expect(FakeWorker.all).toHaveLength(1);
});

it('gives up at once where there can be no worker, until it is asked to try again', () => {
  const health: string[] = [];
  let blocked = true;
  const made = new WorkerClient<Tasks>(
    () => {
      if (blocked) throw new TypeError('Worker is not a constructor');
      return new FakeWorker();
    },
    { onHealth: (state, reason) => health.push(`${state}: ${reason}`) },
  );
  const results: number[] = [];
  made.warmUp();
  made.ask('double', 2, { onResult: (result) => results.push(result) });
  vi.advanceTimersByTime(60_000);
  expect(health).toEqual(['failed: Worker is not a constructor']);
  made.retry();
  expect(health.at(-1)).toBe('failed: Worker is not a constructor');
  blocked = false;
  made.retry();
  latest().answer(4);
  expect(results).toEqual([4]);
});
