/** What the file has of each view. */
import type { Cell } from '@/kit/record/csv';
import { LIMITS } from '@/wasm-pkg/logical-duals/limits';
import { puzzleRows } from './csv';
import type { Results } from './figures';
import { BUDGETS } from './budgets';
import { eventWords } from './other-words';
import type { LabState, ViewName } from './state';

export const shownRows: Readonly<Record<ViewName, (state: Readonly<LabState>, results: Results) => Cell[][]>> = {
  puzzle: puzzleRows,
  tester: (_, { sampled }) =>
    sampled === null
      ? []
      : [
          ...BUDGETS.map((budget, index): Cell[] => ['exact miss', null, budget, sampled.exact[index]!]),
          ...sampled.hits.map((walk, tester): Cell[] => [
            'first hit',
            `tester ${tester + 1}`,
            null,
            walk === 0 ? null : walk,
          ]),
        ],
  formula: (_, { formula }) =>
    formula?.answer
      ? [
          ['dual', formula.answer.dual, null, null],
          ['negation', formula.answer.negation, null, null],
          ...Array.from(formula.answer.rows, (row, index): Cell[] => ['row', 'formula', index, row]),
          ...Array.from(formula.answer.dualRows, (row, index): Cell[] => ['row', 'dual', index, row]),
        ]
      : [],
  map: (_, { inverted }) =>
    inverted?.answer
      ? (['map', 'dual', 'twice'] as const).flatMap((which) => {
          const { keys, values, cells } = inverted.answer[which];
          return keys.flatMap((key, row) =>
            values.flatMap((value, column): Cell[][] =>
              cells[row * values.length + column] === 1 ? [[which, key, null, value]] : [],
            ),
          );
        })
      : [],
  race: (_, { raced }) =>
    raced === null
      ? []
      : [
          ...LIMITS.orders.map((order, index): Cell[] => ['order', order, null, raced.broken[index]!]),
          ...raced.played.events.map((event, index): Cell[] => [
            'event',
            eventWords(event),
            index + 1,
            `transaction ${event.who}`,
          ]),
        ],
};
