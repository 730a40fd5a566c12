/** The lab's file: its state, its figures, the curves, and the queues that are shown. */
import type { Cell } from '@/kit/record/csv';
import { figures, type Results } from './figures';
import type { RowShown } from './queues-view';
import type { LabState } from './state';
import { linesOf } from './lines';

export const CSV_HEADER = ['kind', 'name', 'at', 'value', 'exact'] as const;

/** Rows in the order of {@link CSV_HEADER}. `shown`: the queues as they stand. */
export function csvRows(state: Readonly<LabState>, results: Results, shown: readonly RowShown[]): Cell[][] {
  const { rows, curves } = results;
  const others = rows?.rows.slice(1) ?? [];
  const lines = curves ? linesOf(state, rows, curves) : [];
  return [
    ...Object.entries(state).map(([name, value]): Cell[] => ['parameter', name, null, value, null]),
    ...figures(state, results).map(({ name, value, exact }): Cell[] => [
      'figure',
      name,
      null,
      value,
      exact?.value ?? null,
    ]),
    ...others.flatMap(({ policy, simulated, exact }) =>
      (['mean', 'p50', 'p99'] as const).map((quantity): Cell[] => [
        'beside',
        `${quantity}: ${policy}`,
        null,
        simulated[quantity] ?? null,
        exact?.[quantity] ?? null,
      ]),
    ),
    ...lines.flatMap(({ policy, ages, ...of }) =>
      (['mean', 'p99'] as const).flatMap((quantity) =>
        of[quantity].map((value, index): Cell[] => ['curve', `${quantity}: ${policy}`, ages[index]!, value, null]),
      ),
    ),
    ...lines.flatMap(({ policy, crossings }) =>
      (['mean', 'p99'] as const).map((quantity): Cell[] => [
        'worse than random from',
        `${quantity}: ${policy}`,
        crossings[quantity],
        null,
        null,
      ]),
    ),
    ...shown.flatMap(({ name, lengths, known }) => [
      ...Array.from(lengths, (length, server): Cell[] => ['queue', name, server + 1, length, null]),
      ...Array.from(known, (length, server): Cell[] => ['queue as known', name, server + 1, length, null]),
    ]),
  ];
}
