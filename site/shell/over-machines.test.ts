import { expect, test } from 'vitest';
import type { Estimate } from '@/kit/record/index.ts';
import { areApart, overMachines } from './over-machines.ts';

const on = (machine: string, value: number, low: number, high: number) => ({
  machine,
  measured: { n: 10, value, low, high } as Estimate,
});

test('one figure speaks for machines whose intervals overlap', () => {
  const all = [on('a', 0.3, 0.2, 0.4), on('b', 0.39, 0.35, 0.5)];
  expect(areApart(all)).toBe(false);
  expect(overMachines(all, 'share')).toBe('30%');
  expect(areApart(all.slice(0, 1))).toBe(false);
});

test('where two intervals are apart, the figures are told from the smallest to the largest', () => {
  const all = [on('a', 0.5, 0.45, 0.6), on('b', 1, 0.96, 1), on('c', 0.28, 0.2, 0.38)];
  expect(areApart(all)).toBe(true);
  expect(overMachines(all, 'share')).toBe('28% to 100%');
});

test('counts without an interval are apart where they differ', () => {
  expect(areApart([on('a', 11, 11, 11), on('b', 11, 11, 11)])).toBe(false);
  const words = overMachines([on('a', 11, 11, 11), on('b', 12, 12, 12)], 'sets');
  expect(words.replaceAll('\u00a0', ' ')).toBe('11 sets to 12 sets');
});
