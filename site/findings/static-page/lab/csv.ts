/** The lab's file: its state, its figures, and every entry of the book with what became of it. */
import type { Cell } from '@/kit/record/csv';
import type { LabState } from './state';
import type { Covered } from './tasks';
import { figures } from './words';

export const CSV_HEADER = ['kind', 'name', 'value', 'afterwards'] as const;

/** Rows in the order of {@link CSV_HEADER}; the value of an entry is its bytes. */
export const csvRows = (state: Readonly<LabState>, found: Covered): Cell[][] => [
  ...Object.entries(state).map(([name, value]): Cell[] => ['parameter', name, value as string, null]),
  ...figures(found).map(({ name, value }): Cell[] => ['figure', name, value, null]),
  ...found.rows.map(({ name, bytes, outcome }): Cell[] => ['entry', name, bytes, outcome]),
];
