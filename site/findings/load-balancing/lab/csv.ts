/** The lab's file: its state, its answer, and the servers at each moment. */
import type { Cell } from '@/kit/record/csv';
import { answerOf, type Shown } from './figures';
import { countOf, loadsAt, type Measured } from './rounds';
import type { LabState } from './state';

export const CSV_HEADER = ['kind', 'name', 'moment', 'server', 'value'] as const;

export function csvRows(state: Readonly<LabState>, shown: Shown | null, measured: Measured | null): Cell[][] {
  const parameters = Object.entries(state).map(([name, value]): Cell[] => [
    'parameter',
    name,
    null,
    null,
    value as Cell,
  ]);
  if (!shown) return parameters;
  const { name, kind, value } = answerOf(state, shown, measured);
  const { moments } = shown;
  return [
    ...parameters,
    ['figure', name, null, null, value],
    ['figure', 'kind', null, null, kind],
    ...Array.from({ length: countOf(moments) }, (_, moment) => [
      ...loadsAt(moments, moment).map((load, server): Cell[] => ['load', shown.kind, moment + 1, server + 1, load]),
      ...(moments.failed ? [['failed', shown.kind, moment + 1, 1, moments.failed[moment]!] as Cell[]] : []),
    ]).flat(),
  ];
}
