import { parse } from 'node-html-parser';
import { expect, test } from 'vitest';
import { madeUpRecord } from '@/kit/record/fixtures/record.ts';
import type { MeasurementRecord } from '@/kit/record/types.ts';
import { remedies } from './remedies.ts';

/** What a scheme promises, and what was measured of it with some threads. */
const point = (scheme: string, promise: string, threads: number, duplicates: number, cost: number) => ({
  at: { scheme, threads, certain: promise, probable: 'across machines' },
  values: {
    duplicate_share: { n: 9, value: duplicates, low: duplicates / 2, high: duplicates * 2 },
    seconds_per_identifier: { n: 9, value: cost, low: cost / 2, high: cost * 2 },
  },
});

/** On two cores, so that four threads are more than all. */
function record(): MeasurementRecord {
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
    provenance: { ...provenance, machine: { ...provenance.machine, logical_cores: 2 } },
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
  expect(cells.get('Bare timestamp')).toEqual(['nowhere', 'across machines', '25%', '20 ns', '30 ns']);
  expect(cells.get('UUIDv7, random')).toEqual(['within a process', 'across machines', '0%', '400 ns', '']);
});

test('its table has the same figures with their intervals', () => {
  const row = drawing.table!.rows.find(([name]) => name === 'Bare timestamp');
  expect(row!.map(plain)).toEqual(['Bare timestamp', '25%', '13%–50%', '20 ns', '10 ns–40 ns', '30 ns', '15 ns–60 ns']);
});
