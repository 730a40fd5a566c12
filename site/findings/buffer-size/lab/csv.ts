/** The lab's file: its state, its figures, and the measured points of each machine. */
import type { Cell } from '@/kit/record/csv';
import { answerOf, secondsOf, type Reading } from './figures';
import { measuredShare } from './measured';
import type { LabState } from './state';

export const CSV_HEADER = ['kind', 'name', 'bytes', 'value', 'low', 'high'] as const;

/** Rows in the order of {@link CSV_HEADER}: shares, seconds and bytes. */
export function csvRows(state: Readonly<LabState>, readings: readonly Reading[]): Cell[][] {
  const { buffer } = state;
  const { name, value } = answerOf(state, readings);
  return [
    ...Object.entries(state).map(([name, value]): Cell[] => ['parameter', name, null, value as Cell, null, null]),
    ['figure', name, buffer, value, null, null],
    ...readings.flatMap(({ machine, source, point }): Cell[][] => [
      ['seconds for 100 GiB', machine, buffer, point ? secondsOf(point) : null, null, null],
      ...source.points.flatMap(([bytes, ...seconds]): Cell[][] => {
        const { value, low, high } = measuredShare(source, bytes)!;
        return [
          ['seconds per call', machine, bytes, ...seconds],
          ['share of the best', machine, bytes, value, low, high],
        ];
      }),
    ]),
  ];
}
