import { expect, test } from 'vitest';
import { madeUpRecord } from '@/kit/record/fixtures/record.ts';
import type { MeasurementRecord } from '@/kit/record/types.ts';
import { alike, machineOf } from './machines.ts';

/** The made-up record as another machine would have made it. */
function recordOn(machine: string, seed?: number): MeasurementRecord {
  const record = structuredClone(madeUpRecord());
  record.provenance.machine.id = machine;
  if (seed !== undefined) record.provenance.seed = seed;
  return record;
}

test('machines with the same figures are named together, in the order of the records', () => {
  const groups = alike([recordOn('a', 1), recordOn('b', 2), recordOn('c', 1)], ({ provenance }) => provenance.seed);
  expect(groups.map(({ records, figures }) => [figures, records.map(machineOf)])).toEqual([
    [1, ['a', 'c']],
    [2, ['b']],
  ]);
});
