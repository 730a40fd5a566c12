/** The lab's state: the servers, what arrives, what the balancer knows, and which policy is looked at. */
import type { Preset } from '@/kit/lab/presets';
import { sliderStops, steps } from '@/kit/lab/ruler';
import { choice, defineState, integer, real } from '@/kit/lab/state';
import type { ArrivalsName, InformationName, PolicyName, WorkName } from '@/wasm-pkg/stale-load/models.js';
import { LIMITS } from '@/wasm-pkg/stale-load/limits';

/** The policies that can be looked at, and what they are called. */
export const POLICIES = {
  least: 'Shortest of all',
  'least-first': 'Shortest of all, ties to the first',
  'best-of-3': 'Best of 3',
  idle: 'Join idle queue',
  'round-robin': 'Round robin',
} as const satisfies Partial<Record<PolicyName, string>>;
export type LookedAt = keyof typeof POLICIES;

/** The policies that stand beside it, always. */
export const BESIDE = { 'best-of-2': 'Best of 2', random: 'Random' } as const satisfies Partial<
  Record<PolicyName, string>
>;

export const INFORMATION: Readonly<Record<InformationName, string>> = {
  renewed: 'from a copy, renewed at the age below',
  aged: 'always as old as set below',
  own: 'from that copy, plus its own sends',
  fresh: 'at this moment',
};

export const ARRIVALS: Readonly<Record<ArrivalsName, string>> = {
  poisson: 'independently (Poisson)',
  regular: 'at equal gaps',
};

export const WORK: Readonly<Record<WorkName, string>> = {
  exponential: 'exponential times',
  fixed: 'the same time each',
  tick: 'until the next free tick',
};

/** Times are in mean service times throughout. */
export interface LabState {
  servers: number;
  /** Work that arrives, as a share of what the servers can do. */
  rho: number;
  /** How old the information gets; 0 is fresh. */
  age: number;
  information: InformationName;
  /** The policy that is looked at; others stand beside it. */
  policies: LookedAt;
  arrivals: ArrivalsName;
  work: WorkName;
  /** How many balancers share the requests, each with a copy of its own. */
  balancers: number;
  seed: number;
}

const names = <T extends string>(words: Readonly<Record<T, string>>) => Object.keys(words) as T[];

/** At less nothing ever queues. */
const LEAST_LOAD = 0.01;

export const schema = defineState<LabState>({
  servers: integer({ initial: 10, min: LIMITS.servers[0], max: LIMITS.servers[1] }),
  rho: real({ initial: 0.8, min: LEAST_LOAD, max: LIMITS.utilisation[1] }),
  age: real({ initial: 3, min: LIMITS.age[0], max: LIMITS.age[1] }),
  information: choice('renewed', names(INFORMATION)),
  policies: choice('least', names(POLICIES)),
  arrivals: choice('poisson', names(ARRIVALS)),
  work: choice('exponential', names(WORK)),
  balancers: integer({ initial: 1, min: LIMITS.balancers[0], max: LIMITS.balancers[1] }),
  seed: integer({ initial: 1, min: 0, max: Number.MAX_SAFE_INTEGER }),
});

/** Whether the balancer always knows the queues as they are. */
export const isFresh = ({ information, age }: Pick<LabState, 'information' | 'age'>): boolean =>
  information === 'fresh' || age === 0;

/** Why the age changes nothing; empty where it does. */
export const whyNoAge = ({ information }: Pick<LabState, 'information'>): string =>
  information === 'fresh' ? 'What is known as it is has no age.' : '';

/** Whether the queues come to an equilibrium: with more work than the servers can do, they never do. */
export const settles = ({ rho }: Pick<LabState, 'rho'>): boolean => rho < 1;

/** The policies of a state, the one that is looked at first, with what they are called. */
export const rowsOf = ({ policies }: Pick<LabState, 'policies'>): { policy: PolicyName; name: string }[] => [
  { policy: policies, name: POLICIES[policies] },
  ...Object.entries(BESIDE).map(([policy, name]) => ({ policy: policy as keyof typeof BESIDE, name })),
];

export const STOPS = {
  servers: sliderStops([...steps(1, 20, 1), 25, 30, 40, 50, 60, 80, 100, 150, 200]),
  rho: sliderStops([...steps(1, 19, 1).map((twentieths) => twentieths / 20), 0.97, 0.98, 0.99, 1, 1.1, 1.25]),
  age: sliderStops([0, 0.1, 0.25, 0.5, 1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10, 12, 16, 20, 25, 32, 40, 50, 64]),
  balancers: sliderStops([1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 24, 32, 64]),
} as const;

/** Brooker's requests: at equal gaps, and each done at a tick. */
const AS_IN_2012 = { arrivals: 'regular', work: 'tick' } as const;

/** The article's examples. Their labels name what they set, ages in service times. */
const EXAMPLES: readonly { id: string; label: string; values: Partial<LabState> }[] = [
  { id: 'herd', label: '3 service times old', values: {} },
  { id: 'fresh', label: 'fresh', values: { information: 'fresh' } },
  { id: 'own', label: '25 service times old, plus own sends', values: { information: 'own', age: 25 } },
  { id: 'two', label: '2 servers, 8 service times old', values: { servers: 2, age: 8 } },
  { id: 'hundred', label: '100 servers at 90%, 8 service times old', values: { servers: 100, rho: 0.9, age: 8 } },
  { id: 'several', label: '16 balancers at 90%, 8 service times old', values: { balancers: 16, rho: 0.9, age: 8 } },
  { id: 'published', label: 'as in 2012, 2.5 service times old', values: { ...AS_IN_2012, age: 2.5 } },
  {
    id: 'first',
    label: 'the same, ties to the first, 1.25 service times old',
    values: { ...AS_IN_2012, age: 1.25, policies: 'least-first' },
  },
];

/** The article's examples. Each sets the whole question, and leaves the seed alone. */
export const PRESETS: readonly Preset<LabState>[] = EXAMPLES.map(({ id, label, values }) => ({
  id,
  label,
  state: ({ seed }) => ({ ...schema.initial, seed, ...values }),
}));
