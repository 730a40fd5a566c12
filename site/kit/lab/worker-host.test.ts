import { expect, it, vi } from 'vitest';
import { serve, type WorkerScope } from './worker-host';
import type { FromWorker, ToWorker } from './worker-protocol';

function host(tasks: Parameters<typeof serve>[1], prepare = () => Promise.resolve()) {
  const said: FromWorker[] = [];
  let hear: (event: MessageEvent<ToWorker>) => void = () => {};
  const scope: WorkerScope = {
    postMessage: (message) => said.push(message),
    addEventListener: (_type, listener) => (hear = listener),
  };
  serve(prepare, tasks, scope);
  return { said, tell: (data: ToWorker) => hear({ data } as MessageEvent<ToWorker>) };
}

it('lets jobs take turns, and sends what they yield', async () => {
  const { said, tell } = host({
    *count(to: number) {
      for (let i = 1; i < to; i++) yield i;
      return to;
    },
  });
  tell({ type: 'start', id: 1, task: 'count', request: 3 });
  tell({ type: 'start', id: 2, task: 'count', request: 2 });
  await vi.waitFor(() => expect(said.filter((message) => 'final' in message && message.final)).toHaveLength(2));
  const order = said.flatMap((message) => (message.type === 'result' ? [[message.id, message.result]] : []));
  expect(order.indexOf(order.find(([id]) => id === 2) as never)).toBeLessThan(
    order.findIndex(([id, r]) => id === 1 && r === 3),
  );
});

it('cleans up after a job that nobody wants any more', async () => {
  const [worked, freed] = [vi.fn(), vi.fn()];
  const { said, tell } = host({
    *endless() {
      try {
        for (;;) yield worked();
      } finally {
        freed();
      }
    },
  });
  tell({ type: 'start', id: 1, task: 'endless', request: null });
  await vi.waitFor(() => expect(said).toContainEqual({ type: 'ready' }));
  await vi.waitFor(() => expect(worked.mock.calls.length).toBeGreaterThan(1));
  tell({ type: 'cancel', id: 1 });
  await vi.waitFor(() => expect(freed).toHaveBeenCalledOnce());
});

it('goes on after a refusal, but not after a trap', async () => {
  const { said, tell } = host({
    *refuse() {
      yield undefined;
      throw new Error('servers is 0; it must be from 1 to 100,000');
    },
    *trap() {
      yield undefined;
      throw new WebAssembly.RuntimeError('unreachable');
    },
  });
  tell({ type: 'start', id: 1, task: 'refuse', request: null });
  await vi.waitFor(() =>
    expect(said).toContainEqual({ type: 'refused', id: 1, message: 'servers is 0; it must be from 1 to 100,000' }),
  );
  tell({ type: 'start', id: 2, task: 'trap', request: null });
  await vi.waitFor(() => expect(said).toContainEqual({ type: 'broken', message: 'unreachable' }));
});

it('says while its models are still being loaded, and no longer', async () => {
  vi.useFakeTimers();
  try {
    let load = () => {};
    const { said } = host({}, () => new Promise<void>((resolve) => (load = resolve)));
    vi.advanceTimersByTime(20_000);
    expect(said).toEqual([{ type: 'loading' }, { type: 'loading' }]);
    load();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(said.slice(2)).toEqual([{ type: 'ready' }]);
  } finally {
    vi.useRealTimers();
  }
});

it('says so when the models cannot be loaded', async () => {
  const { said } = host({}, () => Promise.reject(new Error('404')));
  await vi.waitFor(() => expect(said).toEqual([{ type: 'broken', message: '404' }]));
});

it('tells how far a job is that takes a while, and says nothing of one that does not', async () => {
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  const { said, tell } = host({
    *slow(chunks: number, report) {
      for (let chunk = 1; chunk <= chunks; chunk++) {
        now += 150;
        report?.(chunk / chunks);
        yield undefined;
      }
      return null;
    },
    *silent() {
      for (let chunk = 1; chunk <= 6; chunk++) {
        now += 150;
        yield undefined;
      }
      return null;
    },
  });
  const asked = async (id: number, task: string, request: unknown) => {
    tell({ type: 'start', id, task, request });
    await vi.waitFor(() => expect(said).toContainEqual({ type: 'result', id, final: true, result: null }));
    return said.filter((message) => message.type === 'progress' && message.id === id);
  };
  expect(await asked(1, 'slow', 3)).toEqual([]);
  expect(await asked(2, 'slow', 6)).toEqual([{ type: 'progress', id: 2, share: 4 / 6, workedMs: 600 }]);
  expect(await asked(3, 'silent', null)).toEqual([{ type: 'progress', id: 3, share: null, workedMs: 600 }]);
  clock.mockRestore();
});

it('lets a job rest where it is, and others go on', async () => {
  const { said, tell } = host({
    *count() {
      for (let i = 1; ; i++) yield i;
    },
  });
  const counted = (id: number) =>
    said.flatMap((message) => (message.type === 'result' && message.id === id ? [message.result as number] : []));
  tell({ type: 'start', id: 1, task: 'count', request: null });
  await vi.waitFor(() => expect(counted(1).length).toBeGreaterThan(2));
  tell({ type: 'hold', id: 1 });
  tell({ type: 'start', id: 2, task: 'count', request: null });
  const held = counted(1).length;
  await vi.waitFor(() => expect(counted(2).length).toBeGreaterThan(5));
  expect(counted(1)).toHaveLength(held);
  tell({ type: 'hold', id: 2 });
  tell({ type: 'resume', id: 1 });
  await vi.waitFor(() => expect(counted(1).length).toBeGreaterThan(held));
  expect(counted(1)[held]).toBe(held + 1);
  tell({ type: 'cancel', id: 1 });
  tell({ type: 'cancel', id: 2 });
});
