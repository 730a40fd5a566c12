/** The condition that figures of two cores are about. */
import { points, series } from '@/kit/record/queries.ts';
import type { MeasurementRecord } from '@/kit/record/types.ts';

/** Each end on a core of its own; records written before that was measured have both wherever the system put them. */
export function twoCores(record: MeasurementRecord) {
  const isPinned = points(series(record, 'ratios'), { cores: 'apart' }).length > 0;
  return isPinned
    ? { cores: 'apart', name: 'a core for each end', on: 'with a core for each end', where: 'where each has its own' }
    : { cores: 'all', name: 'all cores', on: 'on all cores', where: 'where they need not' };
}
