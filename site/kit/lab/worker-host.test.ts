import { expect, it, vi } from 'vitest';
import { serve, type WorkerScope } from './worker-host';
import type { FromWorker, ToWorker } from './worker-protocol';

function host(tasks: Parameters<typeof serve>[2], prepare = () => Promise.resolve()) {
  const said: FromWorker[] = [];
  let hear: (event: MessageEvent<ToWorker>) => void = () => {};
  const scope: WorkerScope = {
    postMessage: (message) => said.push(message),
    addEventListener: (_type, listener) => (hear = listener),
  };
  serve(scope, prepare, tasks);
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
  const freed = vi.fn();
  const { said, tell } = host({
    *endless() {
      try {
        for (;;) yield undefined;
      } finally {
        freed();
      }
    },
  });
  tell({ type: 'start', id: 1, task: 'endless', request: null });
  await vi.waitFor(() => expect(said).toContainEqual({ type: 'ready' }));
  await new Promise((resolve) => setTimeout(resolve, 20));
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

it('says so when the models cannot be loaded', async () => {
  const { said } = host({}, () => Promise.reject(new Error('404')));
  await vi.waitFor(() => expect(said).toEqual([{ type: 'broken', message: '404' }]));
});
