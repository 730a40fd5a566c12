/** The lab's file: its state, its figures, the events of the time line and the outcomes. */
import type { Cell } from '@/kit/record/csv';
import { figuresOf } from './figures';
import type { LabState } from './state';
import type { Outcome, TimeLine } from './tasks';

export const CSV_HEADER = ['kind', 'name', 'pattern', 'at_seconds', 'value', 'timer_seconds', 'text'] as const;

const seconds = (us: number | undefined): Cell => (us === undefined || !Number.isFinite(us) ? null : us / 1e6);

/** Rows in the order of {@link CSV_HEADER}; times in seconds: those of events since the last contact, of outcomes since the fault. */
export function csvRows(state: Readonly<LabState>, lines: readonly TimeLine[], outcomes: readonly Outcome[]): Cell[][] {
  return [
    ...Object.entries(state).map(([name, value]): Cell[] => ['parameter', name, null, null, value, null, null]),
    ...(lines.length > 0 ? figuresOf(state, lines) : []).map(({ name, value, text }): Cell[] => {
      return ['figure', name, null, null, value, null, text];
    }),
    ...lines.flatMap(({ pattern, events }) =>
      events.map(({ atUs, step, number, timerUs }): Cell[] => {
        return ['event', step, pattern, seconds(atUs), number, seconds(timerUs), null];
      }),
    ),
    ...outcomes.map(({ scenario, pattern, ending, noticedAfterUs, latestAfterUs, call, errno }): Cell[] => {
      const sign = ending === 'learned' ? `${call} ${errno}` : ending;
      return ['fate', scenario, pattern, seconds(noticedAfterUs), seconds(latestAfterUs), null, sign];
    }),
  ];
}
