import { expect, test } from 'vitest';
import { madeUpSockets } from '@/kit/record/fixtures/sockets.ts';
import { twoCores } from './two-cores.ts';

test('figures of two cores are of pinned ends where the record has them', () => {
  const record = madeUpSockets();
  expect(twoCores(record)).toMatchObject({ cores: 'all', name: 'all cores' });
  const ratios = record.series.find(({ id }) => id === 'ratios')!;
  ratios.points.push({ ...ratios.points[0]!, at: { ...ratios.points[0]!.at, cores: 'apart' } });
  expect(twoCores(record)).toMatchObject({ cores: 'apart', name: 'a core for each end' });
});
