import { expect, test } from 'vitest';
import { madeUpRecord } from '@/kit/record/fixtures/record.ts';
import type { MeasurementRecord } from '@/kit/record/types.ts';
import { asYours } from '@/kit/record/origin.ts';
import { allCores, alike, listed, machineOf, machinesIn, namesOf, processorWords, yardstickWords } from './machines.ts';

/** The made-up record as another machine would have made it. */
function recordOn(machine: string, seed?: number): MeasurementRecord {
  const record = madeUpRecord(machine);
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

test('a sentence names machines with an article, and their cores without a comma', () => {
  const records = ['Zen 5 VM', 'Zen 3 VM, 2 cores', 'Zen 3 VM, 16 cores'].map((name) => recordOn(name));
  expect(namesOf(records)).toBe('the Zen 5 VM, the Zen 3 VM with 2 cores and the Zen 3 VM with 16 cores');
  expect(namesOf([records[0]!, asYours(records[1]!)])).toBe('the Zen 5 VM and your machine');
});

test('names are parted by what is in none of them', () => {
  expect(listed(['a', 'b'])).toBe('a, b');
  expect(listed(['a', 'b, 2 cores'])).toBe('a; b, 2 cores');
  expect(listed(['a; b, 2 cores', 'c'])).toBe('a; b, 2 cores, then c');
});

test('the machines of a table are the published ones, each once', () => {
  const records = [recordOn('a, 2 cores'), recordOn('b'), asYours(recordOn('c'))];
  const rows = ['a, 2 cores', 'a, 2 cores', 'a, 2 cores; b', 'your machine'].map((machine) => [machine, '1']);
  expect(machinesIn({ head: ['Machine', 'n'], rows }, records)).toEqual(['a, 2 cores', 'a, 2 cores; b']);
  expect(machinesIn({ head: ['n'], rows }, records)).toEqual([]);
});

test('all cores are as many threads as were tried and have a core each', () => {
  const record = recordOn('a');
  const [first] = record.series;
  const at = (threads: number) => ({ ...first!.points[0]!, at: { threads } });
  const own = { ...record, series: [{ ...first!, points: [1, 2, 4, 8].map(at) }] };
  own.provenance.machine.logical_cores = 6;
  expect(allCores(own, first!.id)).toEqual({ threads: 4 });
});

test('a processor is said by its numbers and caches, and one that a record does not number is not', () => {
  const { machine } = madeUpRecord().provenance;
  expect(processorWords(machine)).toBe('');
  expect(processorWords({ ...machine, processor: { vendor: 'Apple' } })).toBe('Apple');
  const processor = { vendor: 'AMD', family: 26, model: 2, stepping: 0 };
  const caches = [
    { level: 1, holds: 'data', size_bytes: 32768 },
    { level: 2, holds: 'both', size_bytes: 2 ** 20 },
  ] as const;
  expect(processorWords({ ...machine, processor, caches: [...caches] }).replaceAll('\u00a0', ' ')).toBe(
    'AMD, family 26, model 2, stepping 0, caches L1 data 32 KiB, L2 1 MiB',
  );
});

test('the yardstick is said from the quickest to the slowest reading', () => {
  const reading = {
    at_seconds: 0,
    system_call_seconds: 1.5e-7,
    arithmetic_step_seconds: 2e-9,
    copy_bytes_per_second: 2 ** 33,
  };
  const later = { ...reading, at_seconds: 60, system_call_seconds: 1e-7 };
  expect(yardstickWords([])).toBe('');
  expect(yardstickWords([reading, later]).replaceAll('\u00a0', ' ')).toBe(
    'an empty system call 100 ns to 150 ns, a step of arithmetic 2 ns, copying memory 8,190 MiB/s',
  );
});
