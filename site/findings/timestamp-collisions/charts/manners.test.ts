import { expect, test } from 'vitest';
import { madeUpRecord } from '@/kit/record/fixtures/record.ts';
import type { MeasurementRecord } from '@/kit/record/types.ts';
import { comparable, shareOf } from './manners.ts';

/** A record with rounds: how the threads read, how far apart the residues were, and the share that collided. */
function recordOf(...rounds: [manner: string, difference: number | string, share: number][]): MeasurementRecord {
  const made = madeUpRecord();
  const series: MeasurementRecord['series'][number] = {
    ...made.series[0]!,
    id: 'manners',
    dimensions: ['manner', 'round', 'residue_difference'].map((name) => ({ name, title: name, unit: null })),
    points: rounds.map(([manner, residue_difference, share], round) => ({
      at: { manner, round, residue_difference },
      values: { published_share: { n: 1000, value: share, low: share, high: share } },
    })),
  };
  return { ...made, series: [series] };
}

test('compares the manners at the difference that each met most often, by the round in the middle', () => {
  const record = recordOf(
    ['ours', 0, 0.2],
    ['two', 0, 0.1],
    ['ours', 1, 0.13],
    ['ours', 1, 0.12],
    ['ours', 1, 0.11],
    ['two', 1, 0.07],
    ['two', 1, 0.05],
    ['two', 1, 0.06],
  );
  const found = comparable(record, ['ours', 'two'])!;
  expect(found.difference).toBe(1);
  expect(found.middle('ours').at).toMatchObject({ manner: 'ours', round: 3, residue_difference: 1 });
  expect(shareOf(found.middle('two'))).toBe(0.06);
});

test('leaves out rounds that never collide, and those whose residues moved', () => {
  const record = recordOf(['ours', 13, 0], ['two', 13, 0], ['ours', 'moved', 0.2], ['two', 'moved', 0.1]);
  expect(comparable(record, ['ours', 'two'])).toBeUndefined();
});

test('compares nothing where a manner met no difference of the others', () => {
  expect(comparable(recordOf(['ours', 0, 0.2], ['two', 1, 0.1]), ['ours', 'two'])).toBeUndefined();
});
