/** The lab's file: its state, its figures, and what is shown in the view that is in front. */
import type { Cell } from '@/kit/record/csv';
import { LIMITS } from '@/wasm-pkg/logical-duals/limits';
import { figuresOf, type Results } from './figures';
import { fieldsOf, stateLabel } from './layers-view';
import { BUDGETS } from './misses';
import type { LabState, ViewName } from './state';
import { eventWords } from './words';

export const CSV_HEADER = ['kind', 'name', 'at', 'value'] as const;

/** Rows in the order of {@link CSV_HEADER}. */
export function csvRows(state: Readonly<LabState>, results: Results): Cell[][] {
  return [
    ...Object.entries(state).map(([name, value]): Cell[] => ['parameter', name, null, value]),
    ...figuresOf[state.view](results, state).map(({ name, value }): Cell[] => ['figure', name, null, value]),
    ...shownRows[state.view](state, results),
  ];
}

const shownRows: Readonly<Record<ViewName, (state: Readonly<LabState>, results: Results) => Cell[][]>> = {
  puzzle: ({ puzzle }, { explored }) =>
    explored === null
      ? []
      : [
          ...Array.from(explored.depths, (depth, state): Cell[] => [
            'state',
            stateLabel(puzzle, fieldsOf(explored, state)),
            depth,
            explored.goals[state]!,
          ]),
          ...explored.moves.map((words, index): Cell[] => [
            'move',
            words,
            index + 1,
            stateLabel(puzzle, fieldsOf(explored, explored.path[index + 1]!)),
          ]),
        ],
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
