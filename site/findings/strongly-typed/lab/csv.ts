/** The lab's file: its state, its figures, and every mistake. */
import type { Cell } from '@/kit/record/csv';
import { figuresOf } from './figures';
import { outcomeOf, type Measured } from './measured';
import type { LabState } from './state';
import { columnOf } from './words';

export const CSV_HEADER = ['kind', 'name', 'at', 'value'] as const;

/** Rows in the order of {@link CSV_HEADER}. */
export const csvRows = (measured: Measured, state: Readonly<LabState>): Cell[][] => [
  ...Object.entries(state).map(([name, value]): Cell[] => ['parameter', name, null, value as Cell]),
  ...figuresOf(measured, state).map(({ name, value }): Cell[] => ['figure', name, null, value]),
  ...measured.languages.flatMap(({ id, name }) =>
    measured.mistakes.map(({ id: mistake }): Cell[] => [
      'mistake',
      name,
      mistake,
      outcomeOf(measured, id, mistake, columnOf(state)),
    ]),
  ),
];
