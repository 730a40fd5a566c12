import { describe, expect, it } from 'vitest';
import { availableWorkers, liveSchema, MOST_WORKERS, workerChoices } from './state';

describe('the workers that a browser can run at once', () => {
  it('are as many as it says, within reason', () => {
    expect(availableWorkers(8)).toBe(8);
    expect(availableWorkers(1)).toBe(2);
    expect(availableWorkers(1e9)).toBe(MOST_WORKERS);
    expect(availableWorkers(Infinity)).toBe(MOST_WORKERS);
  });

  it('are two where it says nothing, or nonsense', () => {
    for (const nonsense of [undefined, null, '8', Number.NaN, 0, -4, {}]) expect(availableWorkers(nonsense)).toBe(2);
  });

  it('are offered in steps that double, up to all, with the one that was asked for', () => {
    expect(workerChoices(12, null)).toEqual([1, 2, 4, 8, 12]);
    expect(workerChoices(2, 2)).toEqual([1, 2]);
    expect(workerChoices(8, 5)).toEqual([1, 2, 4, 5, 8]);
  });
});

describe('the address', () => {
  const read = (query: string) => liveSchema(4).read(new URLSearchParams(query));

  it('says how many workers, or all', () => {
    expect(read('')).toEqual({ state: { threads: null }, notes: [] });
    expect(read('live-threads=all')).toEqual({ state: { threads: null }, notes: [] });
    expect(read('live-threads=3')).toEqual({ state: { threads: 3 }, notes: [] });
  });

  it.each([
    ['9', 4, 'more than the 4'],
    ['0', 1, 'at least 1'],
    ['2.4', 2, 'a whole number'],
    ['many', null, 'neither a number nor'],
  ])('is put right where it says %s', (given, threads, because) => {
    const { state, notes } = read(`live-threads=${given}`);
    expect(state).toEqual({ threads });
    expect(notes.map(({ message }) => message)).toEqual([expect.stringContaining(because)]);
  });
});
