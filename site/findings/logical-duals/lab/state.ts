/** The lab's state: what is looked at, and what each view asks. */
import type { Preset } from '@/kit/lab/presets';
import { decades, sliderStops, steps } from '@/kit/lab/ruler';
import { choice, defineState, formatInteger, integer } from '@/kit/lab/state';
import { LIMITS } from '@/wasm-pkg/logical-duals/limits';
import type { GuardName, LevelName, PuzzleName } from '@/wasm-pkg/logical-duals/models.js';

export type { GuardName, LevelName, PuzzleName };

export const VIEWS = {
  puzzle: 'A puzzle',
  tester: 'A random tester',
  race: 'Two transactions',
} as const;
export type ViewName = keyof typeof VIEWS;

export const PUZZLES: Readonly<Record<PuzzleName, string>> = {
  jugs: 'Jugs of 5 and 3 litres',
  river: 'Wolf, goat and cabbage',
};

export const LEVELS: Readonly<Record<LevelName, string>> = {
  'read-committed': 'read committed',
  'repeatable-read': 'repeatable read (a snapshot)',
  serializable: 'serializable',
};

export const GUARDS: Readonly<Record<GuardName, string>> = {
  none: 'no lock',
  'for-update': 'row locks (for update)',
  'advisory-lock': 'an advisory lock',
};

export interface LabState {
  view: ViewName;
  puzzle: PuzzleName;
  /** Litres in the large jug that never are to be there. */
  goal: number;
  /** How many moves a search goes at most. */
  depth: number;
  /** How many moves a random walk makes. */
  length: number;
  /** How many walks a tester makes. */
  budget: number;
  seed: number;
  level: LevelName;
  guard: GuardName;
  /** The transaction of each step: `121212`. */
  order: string;
}

export const isJugs = (puzzle: PuzzleName): boolean => puzzle === 'jugs';

/** Why the goal changes nothing; empty where it does. */
export const whyNoGoal = (puzzle: PuzzleName): string =>
  isJugs(puzzle) ? '' : 'Here the goal is fixed: all three on the far bank.';

export const schema = defineState<LabState>(
  {
    view: choice('puzzle', Object.keys(VIEWS) as ViewName[]),
    puzzle: choice('jugs', LIMITS.puzzles),
    goal: integer({ initial: 4, min: LIMITS.goal[0], max: LIMITS.goal[1] }),
    depth: integer({ initial: 6, min: LIMITS.depth[0], max: LIMITS.depth[1] }),
    length: integer({ initial: 6, min: LIMITS.length[0], max: LIMITS.length[1] }),
    budget: integer({ initial: 100, min: LIMITS.budget[0], max: LIMITS.budget[1] }),
    seed: integer({ initial: 1, min: 0, max: Number.MAX_SAFE_INTEGER }),
    level: choice('read-committed', LIMITS.levels),
    guard: choice('none', LIMITS.guards),
    order: choice('121212', LIMITS.orders),
  },
  // A tester opens on the walks that the article has.
  { opening: { length: 20 } },
);

export const sayMoves = (moves: number): string => `${formatInteger(moves)} ${moves === 1 ? 'move' : 'moves'}`;

export const STOPS = {
  goal: sliderStops(steps(0, 6, 1)),
  depth: sliderStops([...steps(1, 10, 1), 15, 20, 30, LIMITS.depth[1]]),
  length: sliderStops(steps(LIMITS.length[0], LIMITS.length[1], 1)),
  budget: sliderStops(decades(LIMITS.budget[0], LIMITS.budget[1], [1, 2, 5])),
} as const;

export type Example = Preset<LabState> & { view: ViewName };

const example = (view: ViewName, id: string, label: string, hint: string, values: Partial<LabState>): Example => ({
  id,
  label,
  hint,
  view,
  state: (current) => ({ ...current, view, ...values }),
});

/** The article's examples, each in its view. */
export const PRESETS: readonly Example[] = [
  example('puzzle', 'four', '4 litres', 'the counterexample is the solution', { puzzle: 'jugs', goal: 4, depth: 6 }),
  example('puzzle', 'shallow', 'one move less', 'it “holds”, and proves nothing', {
    puzzle: 'jugs',
    goal: 4,
    depth: 5,
  }),
  example('puzzle', 'never', '6 litres', 'more than the large jug holds', { puzzle: 'jugs', goal: 6, depth: 7 }),
  example('puzzle', 'river', 'the river', 'wolf, goat and cabbage', { puzzle: 'river', depth: 7 }),
  example('tester', 'default-budget', 'walks of 6 moves', 'as short as the solution', {
    puzzle: 'jugs',
    goal: 4,
    length: 6,
    budget: 100,
  }),
  example('tester', 'longer', 'walks of 20 moves', 'more ways to the goal', {
    puzzle: 'jugs',
    goal: 4,
    length: 20,
    budget: 100,
  }),
  example('race', 'default', 'PostgreSQL’s default', 'the trigger is not enough', {
    level: 'read-committed',
    guard: 'none',
    order: '121212',
  }),
  example('race', 'snapshot', 'a snapshot', 'worse: the second can’t see that the first has committed', {
    level: 'repeatable-read',
    guard: 'none',
    order: '121122',
  }),
  example('race', 'serial', 'serializable', 'the rule holds', {
    level: 'serializable',
    guard: 'none',
    order: '121212',
  }),
  example('race', 'lock', 'a lock', 'the second waits for the first', {
    level: 'read-committed',
    guard: 'for-update',
    order: '121212',
  }),
  example('tester', 'easy', '2 litres', 'two moves away', { puzzle: 'jugs', goal: 2, length: 6, budget: 100 }),
];
