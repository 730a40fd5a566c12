/** The lab's file: its state and figures, the steps of the run, and how many orders end in which way with each library. */
import type { Figure } from '@/kit/lab/figures';
import type { Cell } from '@/kit/record/csv';
import { lastWords } from './sentences';
import type { LabState } from './state';
import type { Played, Row } from './tasks';

export const CSV_HEADER = ['kind', 'name', 'locking', 'value', 'text'] as const;

/** Rows in the order of {@link CSV_HEADER}. */
export function csvRows(
  state: Readonly<LabState>,
  played: Played | null,
  rows: readonly Row[] | null,
  figures: readonly Figure[],
): Cell[][] {
  return [
    ...Object.entries(state).map(([name, value]): Cell[] => ['parameter', name, null, value as Cell, null]),
    ...figures.map(({ name, value, label, text, note }): Cell[] => {
      return ['figure', name, null, value, [text, label, note].filter(Boolean).join(' ')];
    }),
    ...(played ? [['order', 'schedule', null, null, played.schedule] satisfies Cell[]] : []),
    ...(played?.steps ?? []).map(({ thread }, index): Cell[] => {
      return ['step', `thread ${thread + 1}`, null, index + 1, lastWords(state, played as Played, index + 1)];
    }),
    ...(rows ?? []).flatMap((row) => {
      const { library, locking, orders, right, wrongAnswer, wrongEnvironment, freedArray, freedString, freedTwice } =
        row;
      const counts = { orders, right, wrongAnswer, wrongEnvironment, freedArray, freedString, freedTwice };
      // Digits, for a count can be larger than a number holds exactly.
      return Object.entries(counts).map(([name, count]): Cell[] => ['count', library, locking, String(count), name]);
    }),
  ];
}
