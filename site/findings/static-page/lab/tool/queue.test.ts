import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Queue, stoppedWork, unlessStopped, workWords } from './queue';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const after = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

function queueOf(count: number, milliseconds: number) {
  const done: number[] = [];
  const told: (number | null)[] = [];
  const queue = new Queue(() => told.push(queue.longWork?.share ?? null));
  for (let each = 0; each < count; each++) {
    queue.add(async (signal) => {
      await unlessStopped(after(milliseconds), signal);
      done.push(each);
    });
  }
  return { queue, done, told };
}

it('tells of many short works as of one long one, as soon as it can be said how long it takes', async () => {
  const { queue, done, told } = queueOf(100, 400);
  await vi.advanceTimersByTimeAsync(900);
  expect([done, queue.longWork]).toEqual([[0, 1], null]);
  await vi.advanceTimersByTimeAsync(1100);
  expect(queue.longWork).toEqual({ share: 0.05, workedMs: 2000, remainingMs: 38_000, held: false });
  await vi.advanceTimersByTimeAsync(38_000);
  expect([done.length, queue.isBusy, queue.longWork]).toEqual([100, false, null]);
  expect(told.at(-2)).toBe(0.99);
  expect(told.at(-1)).toBeNull();
});

it('says nothing of work that takes no longer than a reader waits', async () => {
  const { told, done } = queueOf(20, 400);
  await vi.advanceTimersByTimeAsync(8000);
  expect(done).toHaveLength(20);
  expect(told.every((share) => share === null)).toBe(true);
});

it('tells how far a single long work is, or that this is not known', async () => {
  const { queue } = queueOf(1, 60_000);
  await vi.advanceTimersByTimeAsync(12_000);
  expect(queue.longWork).toEqual({ share: null, workedMs: 12_000, remainingMs: null, held: false });
  queue.share(0.25);
  expect(queue.longWork).toMatchObject({ share: 0.25, remainingMs: 36_000 });
});

it('stops: what is being done is given up, what waits is not begun, and what comes later is done', async () => {
  const { queue, done } = queueOf(3, 400);
  await vi.advanceTimersByTimeAsync(500);
  queue.stop();
  await vi.advanceTimersByTimeAsync(0);
  expect([done, queue.isBusy]).toEqual([[0], false]);
  queue.add(() => Promise.resolve(void done.push(9)));
  await vi.advanceTimersByTimeAsync(5000);
  expect([done, queue.isBusy]).toEqual([[0, 9], false]);
});

it('goes on after what went wrong', async () => {
  const done: string[] = [];
  const queue = new Queue(() => {});
  queue.add(() => Promise.reject(new Error('no book')));
  queue.add(() => Promise.resolve(void done.push('next')));
  await vi.advanceTimersByTimeAsync(0);
  expect(done).toEqual(['next']);
});

it('says how long it takes, and how many books wait once it was stopped', () => {
  const going = { share: 0.5, workedMs: 60_000, remainingMs: 60_000, held: false };
  expect(workWords(going, 4, 9)).toBe(
    'This takes about 60 seconds more. Books that are done can be downloaded meanwhile.',
  );
  expect(stoppedWork(3, 4)).toMatchObject({ share: 0.25, held: true });
  expect(workWords(stoppedWork(3, 4)!, 3, 4)).toBe('Stopped: 3 of 4 books wait for a cover.');
  expect(workWords(stoppedWork(1, 1)!, 1, 1)).toBe('Stopped: 1 of 1 book waits for a cover.');
  expect(stoppedWork(0, 4)).toBeNull();
});
