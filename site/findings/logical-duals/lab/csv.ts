/** The lab's file: its state, its figures, and what is shown in the view that is in front. */
import type { Figure } from '@/kit/lab/figures';
import type { Cell } from '@/kit/record/csv';
import type { Results } from './figures';
import { fieldsOf, stateLabel } from './layers-view';
import type { LabState } from './state';

export const CSV_HEADER = ['kind', 'name', 'at', 'value'] as const;

/** Rows in the order of {@link CSV_HEADER}. `shown`: those of the view. */
export const csvRows = (state: Readonly<LabState>, figures: readonly Figure[], shown: readonly Cell[][]): Cell[][] => [
  ...Object.entries(state).map(([name, value]): Cell[] => ['parameter', name, null, value]),
  ...figures.map(({ name, value }): Cell[] => ['figure', name, null, value]),
  ...shown,
];

/** Rows of the first view. */
export const puzzleRows = ({ puzzle }: Readonly<LabState>, { explored }: Pick<Results, 'explored'>): Cell[][] =>
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
      ];
