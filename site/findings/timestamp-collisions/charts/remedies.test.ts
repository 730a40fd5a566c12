import { parse } from 'node-html-parser';
import { expect, test } from 'vitest';
import { madeUpRecord } from '@/kit/record/fixtures/record.ts';
import type { MeasurementRecord } from '@/kit/record/types.ts';
import { remedies } from './remedies.ts';

/** Point of a scheme: its promise, and its measured values with some threads. */
const point = (scheme: string, promise: string, threads: number, duplicates: number, cost: number) => ({
  at: { scheme, threads, certain: promise, probable: 'across machines' },
  values: {
    duplicate_share: { n: 9, value: duplicates, low: duplicates / 2, high: duplicates * 2 },
    seconds_per_identifier: { n: 9, value: cost, low: cost / 2, high: cost * 2 },
  },
});

/** Record of a machine, by default of two cores, so that four threads are more than all. */
function record(cores = 2): MeasurementRecord {
  const { series, provenance, ...rest } = madeUpRecord();
  const points = [
    point('timestamp', 'nowhere', 1, 0, 20e-9),
    point('timestamp', 'nowhere', 2, 0.25, 30e-9),
    point('timestamp', 'nowhere', 4, 0.125, 90e-9),
    point('uuid-v7', 'within a process', 1, 0, 400e-9),
  ];
  const dimensions = ['scheme', 'threads', 'certain', 'probable'].map((name) => ({ name, title: name, unit: null }));
  return {
    ...rest,
    provenance: { ...provenance, machine: { ...provenance.machine, logical_cores: cores } },
    series: [{ ...series[0]!, id: 'identifiers', dimensions, points }],
  };
}

const drawing = remedies([record()]);
/** Numbers and their units are kept on one line; tests are easier to read without. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

test('a scheme has what it promises, its most duplicates, and its cost in one thread and in all that have a core', () => {
  const rows = parse(String('markup' in drawing && drawing.markup)).querySelectorAll('tbody tr');
  const cells = new Map(
    rows.map((row) => [
      row.querySelector('th')!.text.trim(),
      row.querySelectorAll('td').map(({ text }) => plain(text)),
    ]),
  );
  expect(cells.get('Bare timestamp')).toEqual([
    'nowhere',
    'across machines',
    'but for equal ones',
    '25%',
    '20 ns',
    '30 ns',
  ]);
  expect(cells.get('UUIDv7, random')).toEqual([
    'within a process',
    'across machines',
    'by the millisecond',
    '0%',
    '400 ns',
    '',
  ]);
});

test('the costs of machines are those of as many threads as the smaller one has cores', () => {
  const head = (...records: MeasurementRecord[]) => remedies(records).table!.head.filter((name) => /Cost/.test(name));
  expect(head(record(4))).toEqual(['Cost, one thread', 'Cost, 4 threads']);
  const both = [record(4), record(2)];
  expect(head(...both)).toEqual(['Cost, one thread', 'Cost, 2 threads']);
  const costs = remedies(both).table!.rows.flatMap((row) => (row[1] === 'Bare timestamp' ? plain(row[6]!) : []));
  expect(costs).toEqual(['30 ns', '30 ns']);
});

test('its table has the same figures with their intervals', () => {
  const row = drawing.table!.rows.find(([name]) => name === 'Bare timestamp');
  expect(row!.map(plain)).toEqual(['Bare timestamp', '25%', '13%–50%', '20 ns', '10 ns–40 ns', '30 ns', '15 ns–60 ns']);
});
