/** Rows of the lab's file, by view. */
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
