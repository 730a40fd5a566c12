import { decades, sliderStops, steps } from '@/kit/lab/ruler';
import {
  choice,
  defineState,
  formatInteger,
  integer,
  real,
  type Conflict,
  type Fields,
  type Schema,
} from '@/kit/lab/state';
import { LIMITS } from '@/wasm-pkg/timestamp-collisions/limits';
import type { SchemeName } from '@/wasm-pkg/timestamp-collisions/models.js';
import { formatTime } from './time';

/** A step of the counter and the cost of a read are whole picoseconds, but are shown in nanoseconds. */
const PS_PER_NS = 1000;
const FINEST = 1 / PS_PER_NS;
const STEP = LIMITS.stepPs / PS_PER_NS;
const COST = LIMITS.costPs / PS_PER_NS;
const SHARING = LIMITS.sharingPermille / 1000;
/** More cores than a figure could show. */
const CORES = 64;

/** Fewer readings of each thread give no share worth telling. */
export const FEWEST_SAMPLES = 1000;
const MOST_SAMPLES = 10_000_000;

export const VIEWS = { line: 'Time line', table: 'Identifiers', curve: 'Share by threads' } as const;
export type ViewName = keyof typeof VIEWS;

/** Schemes of identifiers. */
export const SCHEMES = {
  timestamp: 'Bare timestamp',
  'thread-bits': 'Timestamp with thread bits',
  increasing: 'Always increasing clock',
  'uuid-v7': 'UUIDv7',
  ulid: 'ULID',
  snowflake: 'Snowflake',
} as const satisfies Partial<Record<SchemeName, string>>;
export type Scheme = keyof typeof SCHEMES;

/** Two ways to count; a share is to be compared only with one counted alike. */
export const DEFINITIONS = {
  samples: 'readings that collide',
  published: 'each coincidence once (published)',
} as const;
export type Definition = keyof typeof DEFINITIONS;

export const STARTS = { random: 'at random', spaced: 'one after the other' } as const;
export type Start = keyof typeof STARTS;

/** Times are in nanoseconds throughout. */
export interface LabState {
  threads: number;
  /** Unit that the clock reports in multiples of. */
  unit: number;
  /** Step of the counter behind the clock. */
  step: number;
  /** From one read of a thread to its next. */
  cost: number;
  /** Largest difference of a read from its cost, either way. */
  jitter: number;
  /** Offset of each core's counter from the core before it, within a step. */
  residue: number;
  start: Start;
  /** Delay of each thread's start after the one before, where they start one after the other. */
  phase: number;
  cores: number;
  /** Hardware threads of each core. */
  hardware: number;
  /** Factor on the time of a read while another hardware thread of its core is busy. */
  sharing: number;
  scheme: Scheme;
  definition: Definition;
  /** Readings of each thread that shares are counted over. */
  samples: number;
  /** Where the time line begins, after the first read. */
  from: number;
  /** Length of the time line that is shown; 0 for as much as is fit to look at. */
  span: number;
  seed: number;
  view: ViewName;
}

/** Readings that are counted, of all threads: as many as the model counts of one, which can't be broken off. */
const MOST_COUNTED = LIMITS.samples;

/** Readings in a picture, of all threads: as many as can be told apart and drawn at once. */
const MOST_SHOWN = 2000;
/** Readings that are simulated for the time line, of all threads. */
const MOST_TRACED = 40_000;

export const tracedEach = (threads: number): number => Math.min(LIMITS.trace, Math.floor(MOST_TRACED / threads));

/** Threads that can run at the same time. */
export const processors = ({ cores, hardware }: Pick<LabState, 'cores' | 'hardware'>): number => cores * hardware;

/**
 * From one read to the next at most, on average: longer where hardware threads share a core. It is the model's rule
 * (`Setup::cost_on`), here for the main thread, which has no model and draws and speaks before one answers.
 */
export function readTime({ threads, cores, hardware, sharing, cost }: LabState): number {
  return hardware > 1 && threads > cores ? cost * sharing : cost;
}

/** The longest time that can be shown, and where the time line ends. */
export const longestSpan = (state: LabState): number =>
  Math.min((MOST_SHOWN / state.threads) * state.cost, lineEnd(state));
export const lineEnd = ({ threads, cost }: LabState): number => 0.9 * tracedEach(threads) * cost;

/** A thousandth of a nanosecond is the finest the model knows. */
const SHORTEST_SPAN = 0.1;

function conflict(state: Readonly<LabState>): Conflict<LabState> | undefined {
  const { threads, samples, cost, jitter, residue, step, from, span } = state;
  const most = Math.floor(MOST_COUNTED / threads);
  if (samples > most) {
    return {
      parameter: 'samples',
      value: most,
      because: `makes more than ${formatInteger(MOST_COUNTED)} readings in all`,
    };
  }
  if (jitter > cost) return { parameter: 'jitter', value: cost, because: 'is more than a whole read' };
  if (residue > 0 && residue >= step) {
    const rest = Math.round((residue % step) * PS_PER_NS) / PS_PER_NS;
    return { parameter: 'residue', value: rest < step ? rest : 0, because: 'is a whole step of the counter or more' };
  }
  const longest = longestSpan(state);
  if (span > longest) return { parameter: 'span', value: longest, because: `is longer than ${formatTime(longest)}` };
  if (span > 0 && span < SHORTEST_SPAN) {
    return { parameter: 'span', value: SHORTEST_SPAN, because: 'is finer than the model' };
  }
  const end = lineEnd(state) - span;
  if (from > end) return { parameter: 'from', value: end, because: 'is after the end of the time line' };
  return undefined;
}

const FIELDS: Fields<LabState> = {
  threads: integer({ initial: 8, min: 1, max: LIMITS.threads }),
  unit: integer({ initial: 1, min: 1, max: LIMITS.unitNs }),
  step: real({ initial: 1, min: FINEST, max: STEP }),
  cost: real({ initial: 33, min: FINEST, max: COST }),
  jitter: real({ initial: 4, min: 0, max: COST }),
  residue: real({ initial: 0, min: 0, max: STEP }),
  start: choice('random', Object.keys(STARTS) as Start[]),
  phase: real({ initial: 0, min: 0, max: COST }),
  cores: integer({ initial: 4, min: 1, max: CORES }),
  hardware: integer({ initial: 2, min: 1, max: LIMITS.hardwareThreads }),
  sharing: real({ initial: 2, min: 1, max: SHARING }),
  scheme: choice('timestamp', Object.keys(SCHEMES) as Scheme[]),
  definition: choice('samples', Object.keys(DEFINITIONS) as Definition[]),
  samples: integer({ initial: 100_000, min: FEWEST_SAMPLES, max: MOST_SAMPLES }),
  from: real({ initial: 0, min: 0, max: 1e13 }),
  span: real({ initial: 0, min: 0, max: 1e13 }),
  seed: integer({ initial: 1, min: 0, max: Number.MAX_SAFE_INTEGER }),
  view: choice('line', Object.keys(VIEWS) as ViewName[]),
};

/**
 * The lab's state, which opens on some values: those of a record, so that none can stand here. What an address means that
 * leaves a value out is the same wherever the lab opens.
 */
export const schemaOpeningOn = (opening: Readonly<Partial<LabState>>): Schema<LabState> =>
  defineState(FIELDS, { opening, conflicts: conflict });

/** The state's values and their limits, whatever the lab opens on. */
export const schema = schemaOpeningOn({});

const ROUND = [1, 1.5, 2, 3, 5, 7];
const FINE = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8];

export const STOPS = {
  threads: sliderStops([...steps(1, 16, 1), ...steps(18, 32, 2), ...steps(36, 64, 4)]),
  unit: sliderStops(decades(1, LIMITS.unitNs, [1, 2, 5])),
  step: sliderStops([0.1, 0.2, 0.5, ...decades(1, STEP, ROUND), 15_625_000]),
  cost: sliderStops([...steps(1, 50, 1), ...decades(50, COST, FINE)]),
  jitter: sliderStops([...steps(0, 20, 1), ...decades(20, COST, FINE)]),
  residue: sliderStops([
    ...steps(0, 10, 1).map((tenths) => tenths / 10),
    ...steps(1, 30, 0.5),
    ...decades(30, STEP, FINE),
  ]),
  phase: sliderStops([...steps(0, 50, 1), ...decades(50, COST, FINE)]),
  cores: sliderStops([...steps(1, 8, 1), 10, 12, 16, 24, 32, 48, 64]),
  hardware: sliderStops([1, 2, 3, 4, 8]),
  sharing: sliderStops(steps(10, 40, 1).map((tenths) => tenths / 10)),
  samples: sliderStops(decades(FEWEST_SAMPLES, MOST_SAMPLES, [1, 2, 5])),
} as const;
