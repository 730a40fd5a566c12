import { expect, test } from 'vitest';
import { madeUpRecord } from '@/kit/record/fixtures/record.ts';
import { assignMarks } from '@/kit/record/shown.ts';
import { allCores, machinesInKey, processorWords, wordsOf, yardstickWords } from './machines.ts';

test('machines that are shown together are told by their names, and one alone by how its figures were come by', () => {
  const records = assignMarks(['a', 'b', 'c'].map((machine) => madeUpRecord(machine)));
  expect(wordsOf(records)).toMatchObject({ measured: 'a', second: 'b', third: 'c', exact: 'exact' });
  expect(wordsOf(records.slice(0, 1))).toMatchObject({ measured: 'measured', second: 'another machine' });
  expect(machinesInKey(records).map(({ figure, text }) => [figure, text])).toEqual([
    ['measured', 'a'],
    ['second', 'b'],
    ['third', 'c'],
  ]);
  expect(machinesInKey(records.slice(0, 1))).toEqual([]);
});

test('more than three machines are too many for one chart', () => {
  expect(() => assignMarks(['a', 'b', 'c', 'd'].map((machine) => madeUpRecord(machine)))).toThrow('marks tell 3 apart');
});

test('all cores are as many threads as were tried and have a core each', () => {
  const record = madeUpRecord('a');
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
