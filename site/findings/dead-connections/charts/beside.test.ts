/** Another machine in the tables of outcomes, which draw no marks of the kit's charts. */
import { parse } from 'node-html-parser';
import { expect, test } from 'vitest';
import type { OwnDrawing } from '@/kit/chart/figure.ts';
import { publishedOnDisk } from '@/kit/record/on-disk.ts';
import { assignMarks } from '@/kit/record/shown.ts';
import { charts } from '../figures.ts';

const [first, other] = publishedOnDisk('dead-connections');
const records = assignMarks([first!, other!]);

const drawnOf = (name: string, own = records) => {
  const { markup } = charts[name]!.draw(own, 'table') as OwnDrawing;
  return parse(String(markup));
};
const SECOND = '.mt-mark--second';

test('stands in the cells that it has measured, with its name', () => {
  const cells = drawnOf('fates').querySelectorAll('td');
  const both = cells.filter((cell) => cell.querySelector(SECOND));
  expect(both.length).toBeGreaterThan(10);
  for (const cell of both) {
    expect(cell.querySelector('.mt-mark--measured')).not.toBeNull();
    expect(cell.textContent).toContain(other!.machineName);
  }
  expect(drawnOf('fates', [first!]).querySelector(SECOND)).toBeNull();
});

test('has a column of the list', () => {
  const list = drawnOf('grpcLibraries');
  const heads = list.querySelectorAll('thead th').map(({ textContent }) => textContent);
  const column = heads.indexOf(other!.machineName);
  expect(heads[column - 1]).toBe(first!.machineName);
  // The first head of a row is no cell.
  const cells = list.querySelectorAll('tbody tr').map((row) => row.querySelectorAll('td')[column - 1]!);
  expect(cells.length).toBeGreaterThan(10);
  expect(cells.filter((cell) => !cell.querySelector(SECOND))).toEqual([]);
});
