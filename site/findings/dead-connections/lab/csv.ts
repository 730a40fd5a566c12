/** The lab's file: its state, its figures and the events of the time line. */
import type { Cell } from '@/kit/record/csv';
import { figuresOf } from './figures';
import type { LabState } from './state';
import type { TimeLine } from './tasks';

export const CSV_HEADER = ['kind', 'name', 'pattern', 'at_seconds', 'value', 'timer_seconds', 'text'] as const;

const seconds = (us: number | undefined): Cell => (us === undefined || !Number.isFinite(us) ? null : us / 1e6);

/** Rows in the order of {@link CSV_HEADER}; times in seconds, those of events since the last contact. */
export function csvRows(state: Readonly<LabState>, lines: readonly TimeLine[]): Cell[][] {
  return [
    ...Object.entries(state).map(([name, value]): Cell[] => ['parameter', name, null, null, value, null, null]),
    ...figuresOf(lines).map(({ name, value, text }): Cell[] => ['figure', name, null, null, value, null, text]),
    ...lines.flatMap(({ pattern, events }) =>
      events.map(({ atUs, step, number, timerUs }): Cell[] => {
        return ['event', step, pattern, seconds(atUs), number, seconds(timerUs), null];
      }),
    ),
  ];
}
