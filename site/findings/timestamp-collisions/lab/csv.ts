/** The lab's file: its state, its figures and what the view in front shows. */
import type { Cell } from '@/kit/record/csv';
import { figures, type Results } from './figures';
import type { LabState } from './state';
import { inTime } from './table-view';
import type { Curve } from './tasks';

export const CSV_HEADER = ['kind', 'name', 'at', 'value', 'predicted', 'thread', 'identifier'] as const;

/** Rows in the order of {@link CSV_HEADER}; times in nanoseconds. */
export function csvRows(state: Readonly<LabState>, results: Results, curve: Curve | null): Cell[][] {
  return [
    ...Object.entries(state).map(([name, value]): Cell[] => ['parameter', name, null, value, null, null, null]),
    ...figures(state, results).map(({ name, value, predicted }): Cell[] => {
      return ['figure', name, null, value, predicted?.value ?? null, null, null];
    }),
    ...(state.view === 'curve' ? curveRows(state, curve) : readingRows(results)),
  ];
}

function readingRows({ readings }: Results): Cell[][] {
  return inTime(readings ?? []).map(({ at, value, thread, identifier, collides, duplicate }) => {
    const kind = duplicate ? 'duplicate' : collides ? 'coincidence' : 'reading';
    return [kind, 'nanoseconds', at, value, null, thread + 1, identifier];
  });
}

function curveRows({ definition }: Readonly<LabState>, curve: Curve | null): Cell[][] {
  const simulated = new Map(curve?.simulated.map((share) => [share.threads, share[definition]]));
  return (curve?.predicted ?? []).map((share, index): Cell[] => {
    const threads = index + 1;
    return ['share by threads', definition, threads, simulated.get(threads) ?? null, share[definition], null, null];
  });
}
