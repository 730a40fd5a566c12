/** The lab's file: its state, its figure, and the measured points of each curve. */
import type { Cell } from '@/kit/record/csv';
import { answerOf, secondsOf, type Reading } from './figures';
import type { LabState } from './state';

export const CSV_HEADER = ['kind', 'name', 'bytes', 'value', 'low', 'high'] as const;

/** Rows in the order of {@link CSV_HEADER}: bytes per second, seconds and bytes. */
export function csvRows(state: Readonly<LabState>, readings: readonly Reading[]): Cell[][] {
  const { buffer } = state;
  const { name, value } = answerOf(state, readings);
  return [
    ...Object.entries(state).map(([name, value]): Cell[] => ['parameter', name, null, value as Cell, null, null]),
    ['figure', name, buffer, value, null, null],
    ...readings.flatMap(({ machine, curve, point }): Cell[][] => [
      ['seconds for 10 GiB', `${machine}, ${curve.calls}`, buffer, point ? secondsOf(point) : null, null, null],
      ...curve.points.map((each): Cell[] => ['bytes per second', `${machine}, ${curve.calls}`, ...each]),
    ]),
  ];
}
