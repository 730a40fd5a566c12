import { decades, sliderStops, steps } from '@/kit/lab/slider-stops';
import { LIMITS } from '@/wasm-pkg/load-balancing/limits';
import { choice, defineState, formatInteger, integer, real } from '@/kit/lab/state';

export const STRATEGIES = {
  random: 'Random',
  'two-choices': 'Best of d random',
  'two-choices-distinct': 'Best of d distinct',
  'least-loaded': 'Least loaded',
  'round-robin': 'Round robin',
} as const;
export type StrategyName = keyof typeof STRATEGIES;

const strategyNames = Object.keys(STRATEGIES) as StrategyName[];

export const VIEWS = { tiles: '100 placements', one: 'One', many: 'Distribution', planner: 'Planner' } as const;
export type ViewName = keyof typeof VIEWS;

/** Whether a risk is that of one server, or of any server at all, being overloaded. */
export const SCOPES = { any: 'any server', server: 'one server' } as const;
export type Scope = keyof typeof SCOPES;

export interface LabState {
  items: number;
  servers: number;
  /** Items a server can hold; it is overloaded when it holds more. */
  capacity: number;
  strategy: StrategyName;
  /** How many servers each item looks at before it picks the emptiest; used by the choices strategies only. */
  choices: number;
  /** The strategy shown beside, on the same seed, in the one-placement view. */
  against: StrategyName;
  repetitions: number;
  seed: number;
  /** The risk of an overload that the reader tolerates, and whose. */
  risk: number;
  scope: Scope;
  view: ViewName;
}

export const usesChoices = (strategy: StrategyName): boolean => strategy.startsWith('two-choices');

/** The strategy's name with the number of choices said: "Best of 2 random". */
export function strategyLabel(strategy: StrategyName, choices: number): string {
  if (strategy === 'two-choices') return `Best of ${choices} random`;
  if (strategy === 'two-choices-distinct') return `Best of ${choices} distinct`;
  return STRATEGIES[strategy];
}

export const schema = defineState<LabState>(
  {
    items: integer({ initial: 1000, min: LIMITS.items[0], max: LIMITS.items[1] }),
    servers: integer({ initial: 13, min: LIMITS.servers[0], max: LIMITS.servers[1] }),
    capacity: integer({ initial: 100, min: 0, max: LIMITS.items[1] }),
    strategy: choice('random', strategyNames),
    choices: integer({ initial: 2, min: LIMITS.choices[0], max: LIMITS.choices[1] }),
    against: choice('two-choices', strategyNames),
    repetitions: integer({ initial: 10_000, min: LIMITS.repetitions[0], max: LIMITS.repetitions[1] }),
    seed: integer({ initial: 1, min: 0, max: Number.MAX_SAFE_INTEGER }),
    risk: real({ initial: 0.01, min: 1e-6, max: 0.5 }),
    scope: choice('any', Object.keys(SCOPES) as Scope[]),
    view: choice('one', Object.keys(VIEWS) as ViewName[]),
  },
  {
    opening: { view: 'tiles' },
    conflicts({ items, servers, capacity, choices, strategy, against }) {
      if (capacity > items)
        return {
          parameter: 'capacity',
          value: items,
          because: `is more than all ${formatInteger(items)} items`,
        };
      const distinct = strategy === 'two-choices-distinct' || against === 'two-choices-distinct';
      if (distinct && choices > servers)
        return {
          parameter: 'choices',
          value: servers,
          because: `is more than the ${formatInteger(servers)} servers to choose distinct ones from`,
        };
      return undefined;
    },
  },
);

/** Ten stops a decade, near enough evenly spaced by ratio, and all of them round. */
const ROUND = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8];

export const STOPS = {
  items: sliderStops(decades(LIMITS.items[0], LIMITS.items[1], ROUND).filter(Number.isInteger)),
  // Coarse beyond a few dozen: one server more or less has to stay within reach of a finger.
  servers: sliderStops([...steps(1, 40, 1), 50, 60, 80, ...decades(100, LIMITS.servers[1], [1, 2, 5])]),
  capacity: sliderStops([...steps(0, 120, 1), ...steps(125, 200, 5), ...decades(200, LIMITS.items[1], ROUND)]),
  choices: sliderStops(steps(1, 8, 1).concat([10, 12, 16, 24, 32, 48, 64])),
  repetitions: sliderStops(decades(LIMITS.repetitions[0], LIMITS.repetitions[1], [1, 2, 5])),
  risk: sliderStops(decades(1e-6, 0.5, [1, 2, 5])),
} as const;

/** The article's examples. */
export const PRESETS: readonly { id: string; label: string; values: Partial<LabState> }[] = [
  { id: 'thirteen', label: '13 servers', values: {} },
  { id: 'fourteen', label: '14 servers', values: { servers: 14 } },
  { id: 'half', label: '28, with room for 50', values: { servers: 28, capacity: 50 } },
  { id: 'eleven', label: '10,000 items on 11', values: { items: 10_000, servers: 11, capacity: 1000 } },
  { id: 'two-eleven', label: 'two choices on 11', values: { servers: 11, strategy: 'two-choices', against: 'random' } },
  { id: 'thousand', label: '1,000 items on 1,000', values: { servers: 1000, capacity: 5 } },
];

/** A preset sets the whole question and leaves the way of looking at it alone. */
export function presetState(values: Partial<LabState>, current: LabState): LabState {
  const { view, repetitions, seed, risk, scope } = current;
  return { ...schema.initial, view, repetitions, seed, risk, scope, ...values };
}
