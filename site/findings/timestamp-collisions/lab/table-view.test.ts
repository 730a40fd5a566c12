import { expect, it, vi } from 'vitest';
import type { Reading } from './readings';
import { drawTable, writeIdentifier } from './table-view';

it('writes an identifier as its scheme usually is', () => {
  expect(writeIdentifier('55', 'timestamp')).toBe('85');
  expect(writeIdentifier('7b53b280d4c98a9fd824', 'uuid-v7')).toBe('00000000-0000-7b53-b280-d4c98a9fd824');
  expect(writeIdentifier('4e1', 'snowflake')).toBe('0x4e1');
});

const reading = (at: number, duplicate: boolean): Reading => ({
  thread: 0,
  at,
  value: Math.floor(at),
  identifier: 'ff',
  collides: duplicate,
  duplicate,
});

it('begins a little before the first coincidence, in the order of time', () => {
  const readings = Array.from({ length: 100 }, (_, i) => reading(100 - i, i === 50));
  const table = drawTable(readings, 'timestamp');
  const times = [...table.matchAll(/<td>([\d.]+)<\/td><\/tr>/g)].map(([, at]) => Number(at));
  expect(times).toHaveLength(40);
  expect(times[3]).toBe(50);
  expect(times).toEqual([...times].sort((a, b) => a - b));
  expect(table).toContain('▲ duplicate');
  expect(table).toContain('40 of 100');
});

it('makes no format for a row', () => {
  const made = [vi.spyOn(Number.prototype, 'toLocaleString'), vi.spyOn(Intl, 'NumberFormat')];
  const table = drawTable([reading(1234.5, false), reading(1235, true)], 'timestamp');
  expect(table).toContain('<td>1,234.500</td></tr>');
  for (const format of made) expect(format).not.toHaveBeenCalled();
});
