/** What the lab asks of the model, in short chunks: the same code runs in the worker and when the site is built. */
import type * as labs from '@/wasm-pkg/stale-load/models.js';
import { everyRefresh, inChunks } from '@/kit/lab/chunks';
import { toPlain, toPlainValue, type Plain } from '@/kit/lab/plain';
import type { Task } from '@/kit/lab/worker-host';
import { isFresh, rowsOf, settles, type LabState } from './state';

export type Models = Pick<typeof labs, 'Setting'>;

type Setting = labs.Setting;
export type Figures = Plain<labs.Figures>;

/** A policy's figures in a state. */
export interface Row {
  policy: labs.PolicyName;
  simulated: Figures;
  /** What is known exactly, or null where nothing is. */
  exact: Figures | null;
}

export interface Rows {
  /** The policy that is looked at, and those beside it; random is the last. */
  rows: Row[];
}

/** The ages of the curves, in mean service times; 0 is fresh. */
export const AGES = [0, 0.25, 0.5, 1, 1.5, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64] as const;

/** A policy by the age of the information, as far as it is simulated. */
export interface Curve {
  policy: labs.PolicyName;
  mean: Float64Array;
  p99: Float64Array;
}

export interface Curves {
  /** Whether all ages are simulated. */
  finished: boolean;
  curves: Curve[];
  /** Random, which asks nobody, is the same at every age. */
  random: Figures;
  /** Which of its figures are exact. */
  randomIsExact: { mean: boolean; p99: boolean };
}

/** The queues at some moments, one after the other. */
export interface Queues {
  /** For each policy, moment after moment, how many requests are at each server. */
  lengths: Uint32Array[];
  /** The same as the balancer knows them; empty for a policy that does not ask. */
  known: Uint32Array[];
}

export interface LabTasks extends Record<string, { request: unknown; result: unknown }> {
  rows: { request: LabState; result: Rows };
  curves: { request: LabState; result: Curves };
  queues: { request: LabState; result: Queues };
}

/** How a figure is simulated: as the experiment's command `one` does with 100,000 requests for ten servers. */
const OF_ROWS = { requests: 500, repetitions: 20, relaxations: 4 } as const;
/** A point of a curve takes less. */
const OF_CURVES = { requests: 1000, repetitions: 4, relaxations: 1 } as const;
/** Requests are for each server, as if there were so many at least and so many at most: of more servers' queues fewer tell as much. */
const [FEWEST_SERVERS, MOST_SERVERS] = [10, 50];

/** The requests of a repetition, of all servers. */
export const requestsOf = (servers: number, { requests }: { requests: number } = OF_ROWS): number =>
  requests * Math.min(MOST_SERVERS, Math.max(FEWEST_SERVERS, servers));
/** All requests behind a figure. */
export const requestsBehind = (servers: number): number => requestsOf(servers) * OF_ROWS.repetitions;

/** How many moments of the queues are shown. */
export const MOMENTS = 241;
/** Queues are looked at after so long, when they are no longer empty; from the start where they never settle. */
const SETTLED = 500;
/** They are shown for so many ages of the information, but not for less nor for more than this. */
const [AGES_SHOWN, SHORTEST, LONGEST] = [6, 16, 200];

/** The moments at which queues are shown: the last one is just before the next copy, where there is one. */
export function momentsOf(state: LabState): number[] {
  const age = isFresh(state) ? 0 : state.age;
  const span = Math.min(LONGEST, Math.max(SHORTEST, AGES_SHOWN * age));
  const end = (settles(state) ? SETTLED : 0) + span;
  const last = age > 0 && age <= span ? Math.ceil(end / age) * age : end;
  const step = span / (MOMENTS - 1);
  return Array.from({ length: MOMENTS }, (_, moment) => Math.max(0, last - (MOMENTS - 0.5 - moment) * step));
}

/** How old the information is at a moment. */
export function informationAge(state: LabState, moment: number): number {
  if (isFresh(state)) return 0;
  return state.information === 'aged' ? state.age : moment % state.age;
}

export function labTasks({ Setting }: Models): {
  [K in keyof LabTasks & string]: Task<never, unknown>;
} & {
  rows: Task<LabState, Rows>;
  curves: Task<LabState, Curves>;
  queues: Task<LabState, Queues>;
} {
  const settingOf = (
    { servers, rho, age, information, arrivals, work, balancers }: LabState,
    policy: labs.PolicyName,
  ) => new Setting(servers, rho, policy, information, age, arrivals, work, balancers);

  /** Simulates a setting to the end; it yields in between. */
  function* simulated(
    setting: Setting,
    { servers, seed }: LabState,
    how: typeof OF_ROWS | typeof OF_CURVES,
    report: (share: number) => void = () => {},
  ): Generator<undefined, Figures, void> {
    const runs = setting.runs(requestsOf(servers, how), how.repetitions, how.relaxations, seed);
    try {
      const finished = inChunks((requests) => {
        const all = runs.advance(requests);
        report(runs.share);
        return all;
      });
      while (!finished()) yield undefined;
      return toPlain(runs.figures());
    } finally {
      runs.free();
    }
  }

  /** Both what is known exactly and what is simulated. */
  function* row(
    state: LabState,
    policy: labs.PolicyName,
    report?: (share: number) => void,
  ): Generator<undefined, Row, void> {
    const setting = settingOf(state, policy);
    try {
      const exact = toPlainValue(setting.exact()) ?? null;
      return { policy, exact, simulated: yield* simulated(setting, state, OF_ROWS, report) };
    } finally {
      setting.free();
    }
  }

  return {
    *rows(state, report) {
      const policies = rowsOf(state);
      const rows: Row[] = [];
      for (const { policy } of policies) {
        rows.push(yield* row(state, policy, (share) => report?.((rows.length + share) / policies.length)));
      }
      return { rows };
    },

    *curves(state, report) {
      const looked = rowsOf(state).slice(0, -1);
      const random = yield* row(state, 'random');
      const { exact, simulated: drawn } = random;
      const level: Figures = {
        mean: exact?.mean ?? drawn.mean,
        p50: exact?.p50 ?? drawn.p50,
        p99: exact?.p99 ?? drawn.p99,
      };
      const randomIsExact = { mean: exact?.mean !== undefined, p99: exact?.p99 !== undefined };
      const curves = looked.map(({ policy }): { policy: labs.PolicyName; mean: number[]; p99: number[] } => ({
        policy,
        mean: [],
        p99: [],
      }));
      const soFar = (finished: boolean): Curves => ({
        finished,
        curves: curves.map(({ policy, mean, p99 }) => ({
          policy,
          mean: Float64Array.from(mean),
          p99: Float64Array.from(p99),
        })),
        random: level,
        randomIsExact,
      });
      // Fresh information has no age: the curves are then those of a copy.
      const information = state.information === 'fresh' ? 'renewed' : state.information;
      const due = everyRefresh();
      for (const [index, age] of AGES.entries()) {
        for (const curve of curves) {
          const setting = settingOf({ ...state, information, age }, curve.policy);
          try {
            // A policy that asks nobody takes the same at every age.
            const known = !setting.asks && index > 0;
            const found = known
              ? { mean: curve.mean[0], p99: curve.p99[0] }
              : yield* simulated(setting, state, OF_CURVES);
            curve.mean.push(found.mean!);
            curve.p99.push(found.p99!);
          } finally {
            setting.free();
          }
        }
        report?.((index + 1) / AGES.length);
        if (due()) yield soFar(false);
      }
      return soFar(true);
    },

    *queues(state, report) {
      const policies = rowsOf(state);
      const moments = momentsOf(state);
      const { servers, seed } = state;
      const shown: Queues = { lengths: [], known: [] };
      for (const { policy } of policies) {
        const setting = settingOf(state, policy);
        const queues = setting.queues(seed);
        try {
          const lengths = new Uint32Array(MOMENTS * servers);
          const known = new Uint32Array(setting.asks ? MOMENTS * servers : 0);
          let moment = 0;
          const finished = inChunks((amount) => {
            for (const end = Math.min(MOMENTS, moment + amount); moment < end; moment++) {
              const there = queues.at(moments[moment]!);
              lengths.set(there.subarray(0, servers), moment * servers);
              if (setting.asks) known.set(there.subarray(servers), moment * servers);
            }
            report?.((shown.lengths.length + moment / MOMENTS) / policies.length);
            return moment === MOMENTS;
          });
          while (!finished()) yield undefined;
          shown.lengths.push(lengths);
          shown.known.push(known);
        } finally {
          queues.free();
          setting.free();
        }
      }
      return shown;
    },
  };
}
