/** The lab's state, and how its quantities are set, written and said. */
import { sliderStops, steps, type RulerPlan } from '@/kit/lab/ruler';
import { choice, defineState, formatInteger, integer, type Field } from '@/kit/lab/state';
import { LIMITS } from '@/wasm-pkg/load-balancing/limits';
import type { StrategyName } from '@/wasm-pkg/load-balancing/models.js';

/** How a server is picked: the switch's words, and the policy's name in records. */
export const STRATEGIES: Readonly<Record<StrategyName, { label: string; policy: string; set: string }>> = {
  random: { label: 'random', policy: 'random', set: 'random' },
  'round-robin': { label: 'round robin', policy: 'round-robin', set: 'nothing, the default' },
  'two-choices': { label: 'two choices', policy: 'random-two', set: 'random two least_conn' },
  'least-loaded': { label: 'least_conn', policy: 'least', set: 'least_conn' },
};
export const strategyNames = Object.keys(STRATEGIES) as StrategyName[];

/** What the stacks are: requests that come and go, or items that are all placed at once, again and again. */
export const VIEWS = { rounds: 'Requests in flight', placements: 'All placed at once' } as const;
export type ViewName = keyof typeof VIEWS;
/** Views that there were, all of placements. */
const FORMER: readonly string[] = ['tiles', 'one', 'many', 'planner'];

export interface LabState {
  view: ViewName;
  strategy: StrategyName;
  /** Whether the first server answers an error at once. */
  failing: 'off' | 'on';
  /** More requests in flight than this are too many for a server. */
  limit: number;
  items: number;
  servers: number;
  /** More items than this are too many for a server. */
  capacity: number;
  seed: number;
}

const views = choice('placements', Object.keys(VIEWS) as ViewName[]);
const view: Field<ViewName> = {
  ...views,
  read: (text) => (FORMER.includes(text) ? { value: 'placements' } : views.read(text)),
};

/** The limit for which the record has shares of the time. */
export const MEASURED_LIMIT = 16;

export const schema = defineState<LabState>(
  {
    view,
    strategy: choice('random', strategyNames),
    failing: choice('off', ['off', 'on']),
    limit: integer({ initial: MEASURED_LIMIT, min: 1, max: 40 }),
    items: integer({ initial: 1000, min: LIMITS.items[0], max: LIMITS.items[1] }),
    servers: integer({ initial: 13, min: LIMITS.servers[0], max: LIMITS.servers[1] }),
    capacity: integer({ initial: 100, min: 0, max: LIMITS.items[1] }),
    seed: integer({ initial: 1, min: 0, max: Number.MAX_SAFE_INTEGER }),
  },
  {
    opening: { view: 'rounds' },
    conflicts: ({ capacity, items }) =>
      capacity > items
        ? { parameter: 'capacity', value: items, because: `is more than all ${formatInteger(items)} items` }
        : undefined,
  },
);

/** The line under which a server has to stay. */
export const limitOf = ({ view, limit, capacity }: Readonly<LabState>): number =>
  view === 'rounds' ? limit : capacity;

/** A change that puts the line there. */
export const limitAt = ({ view, items }: Readonly<LabState>, load: number): Partial<LabState> =>
  view === 'rounds'
    ? { limit: Math.min(40, Math.max(1, Math.round(load))) }
    : { capacity: Math.min(items, Math.max(0, Math.round(load))) };

export const RULERS = {
  limit: {
    label: 'A server’s limit, in requests',
    stops: sliderStops(steps(8, 28, 1)),
    ticks: [8, 12, 16, 20, 24, 28],
    say: (limit) => `${limit} requests`,
  },
  servers: {
    label: 'Servers',
    stops: sliderStops(steps(5, 25, 1)),
    ticks: [5, 10, 13, 15, 20, 25],
    say: (servers) => `${servers} servers`,
  },
  capacity: {
    label: 'Capacity of each, in items',
    stops: sliderStops(steps(40, 140, 1)),
    ticks: [40, 60, 80, 100, 120, 140],
    say: (capacity) => `${formatInteger(capacity)} items`,
  },
} satisfies Record<string, RulerPlan>;
