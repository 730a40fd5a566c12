/** The lab's file: its state, its figures, and the boxes with the order that is predicted and the one of this browser. */
import type { Cell } from '@/kit/record/csv';
import type { LabState } from './state';
import type { Answer } from './tasks';
import { figures } from './words';

export const CSV_HEADER = [
  'kind',
  'name',
  'value',
  'css',
  'layer',
  'predicted place',
  'place in this browser',
] as const;

/** Rows in the order of {@link CSV_HEADER}; places count from the bottom. */
export function csvRows(state: Readonly<LabState>, answer: Answer, found: readonly number[] | null): Cell[][] {
  const { boxes, order } = answer.painted;
  const row = (kind: string, name: string, value: Cell): Cell[] => [kind, name, value, null, null, null, null];
  const place = (all: readonly number[] | null, index: number): Cell => {
    const at = all?.indexOf(index) ?? -1;
    return at < 0 ? null : at + 1;
  };
  return [
    ...Object.entries(state).map(([name, value]) => row('parameter', name, value as string)),
    ...figures(answer).map(({ name, value }) => row('figure', name, value)),
    ...boxes.map(({ name, css, layer, z }, index): Cell[] => [
      'box',
      name,
      z,
      css,
      layer,
      place(order, index),
      place(found, index),
    ]),
  ];
}
