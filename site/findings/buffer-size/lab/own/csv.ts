/** The box's file: what was read, and what is fitted to it. */
import type { Cell } from '@/kit/record/csv';
import { CSV_HEADER, fitRows } from '../csv';
import type { Fitted, Parsed } from '../tasks';
import type { OwnState } from './state';

export { CSV_HEADER };

export const ownRows = (state: Readonly<OwnState>, parsed: Parsed | null, fitted: Fitted | null): Cell[][] => [
  ...Object.entries(state).map(([name, value]): Cell[] => ['parameter', name, null, value as Cell, null, null]),
  ...[...(parsed?.bytes ?? [])].map((bytes, index): Cell[] => {
    return ['point', 'seconds per call', bytes, parsed?.seconds[index] ?? null, null, null];
  }),
  ...(fitted ? fitRows(fitted) : []),
];
