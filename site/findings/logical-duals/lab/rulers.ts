/** How the lab's quantities are set, written and said: the same where the page is built and where it lives. */
import type { RulerPlan } from '@/kit/lab/ruler';
import { formatInteger } from '@/kit/lab/state';
import { sayMoves, STOPS } from './state';

export const RULERS = {
  depth: {
    label: 'Search depth, in moves',
    stops: STOPS.depth,
    ticks: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 20, 30, 40],
    say: sayMoves,
  },
  budget: {
    label: 'Random walks that a tester makes',
    stops: STOPS.budget,
    ticks: [1, 10, 100, 1000, 10_000, 100_000],
    say: (walks) => `${formatInteger(walks)} walks`,
  },
  goal: {
    label: 'Litres that the large jug never holds',
    stops: STOPS.goal,
    ticks: STOPS.goal.values,
    say: (litres) => `${formatInteger(litres)} litres`,
  },
  length: {
    label: 'Moves that a walk makes',
    stops: STOPS.length,
    ticks: [1, 5, 10, 15, 20, 25, 30],
    say: sayMoves,
  },
} satisfies Record<string, RulerPlan>;
