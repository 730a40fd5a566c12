/** What the lab asks of the models, in short chunks: the same code runs in the worker and when the site is built. */
import { toPlain, type Plain } from '@/kit/lab/plain';
import type { Task } from '@/kit/lab/worker-host';
import type * as labs from '@/wasm-pkg/timestamp-collisions/models.js';
import { LIMITS } from '@/wasm-pkg/timestamp-collisions/limits';
import { FEWEST_SAMPLES, type LabState } from './state';

export type Models = Pick<typeof labs, 'ClockSetup' | 'schemePromise'>;

const PS_PER_NS = 1000;

/**
 * A turn of threads that queue for a hardware thread, in picoseconds: 50 microseconds. An operating system's are some
 * milliseconds long; shorter ones let a short run see as many of them as a long run would.
 */
const SLICE_PS = 50_000_000;

/** The first readings of every thread, one thread after the other. */
export interface Trace {
  /** Readings of each thread. */
  each: number;
  /** When each was read and what the clock said, in nanoseconds. */
  at: Float64Array;
  values: Float64Array;
  /** The identifiers made of them, in hexadecimal. */
  identifiers: string[];
  /** How far the scheme guarantees unique identifiers, how far it makes them so with high probability, and on what condition. */
  promise: Promised;
}

export type Promised = Plain<labs.SchemePromise>;

/** A share by both definitions. */
export type Shares = Plain<labs.Shares>;

export interface Counted {
  /** Readings of each thread that were counted. */
  each: number;
  shares: Shares;
  /** Readings of a thread that equal the one before. */
  equalNeighbours: number;
  /** Shares in closed form, for threads at random phases. */
  predicted: Shares;
}

/** The share against the number of threads, everything else as it is. */
export interface Curve {
  /** Shares in closed form, for 1 thread, 2, and so on. */
  predicted: Shares[];
  /** Simulated, as far as they are; ascending. */
  simulated: ({ threads: number } & Shares)[];
}

/** What a trace or a count depends on. */
export type Setting = Omit<LabState, 'definition' | 'from' | 'span' | 'view'>;

export interface LabTasks extends Record<string, { request: unknown; result: unknown }> {
  trace: { request: { setting: Setting; each: number }; result: Trace };
  count: { request: Setting; result: Counted };
  curve: { request: Setting; result: Curve };
}

/** Thread counts that are simulated for the curve. */
export const SIMULATED_THREADS = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64];
/** Readings of each thread behind a simulated point of the curve, at most. */
const MOST_FOR_CURVE = 20_000;

const ps = (nanoseconds: number) => Math.round(nanoseconds * PS_PER_NS);

/** The counter residue of a core, in picoseconds. */
export const residueOf = ({ residue, step }: Pick<LabState, 'residue' | 'step'>, core: number): number =>
  (core * ps(residue)) % Math.max(1, ps(step));

function withSetup<T>(models: Models, setting: Setting, threads: number, use: (setup: labs.ClockSetup) => T): T {
  const { step, unit, cost, jitter, start, phase, cores, hardware, sharing } = setting;
  const setup = new models.ClockSetup(threads, ps(step), unit, ps(cost), ps(jitter));
  try {
    if (start === 'spaced') {
      setup.setPhases(Float64Array.from({ length: threads }, (_, thread) => (thread * ps(phase)) % ps(cost)));
    }
    setup.setResidues(Float64Array.from({ length: cores }, (_, core) => residueOf(setting, core)));
    setup.setMachine(cores, hardware, Math.round(sharing * 1000), SLICE_PS);
    return use(setup);
  } finally {
    setup.free();
  }
}

function sharesPredicted(models: Models, setting: Setting, threads: number): Shares {
  return withSetup(models, setting, threads, (setup) => toPlain(setup.estimate()));
}

function count(models: Models, setting: Setting, threads: number, each: number): Omit<Counted, 'predicted'> {
  return withSetup(models, setting, threads, (setup) => {
    const { equalNeighbours, ...shares } = toPlain(setup.simulate(setting.seed, each));
    return { each, shares, equalNeighbours };
  });
}

export function labTasks(models: Models): { [K in keyof LabTasks & string]: Task<never, unknown> } & {
  trace: Task<LabTasks['trace']['request'], Trace>;
  count: Task<Setting, Counted>;
  curve: Task<Setting, Curve>;
} {
  return {
    *trace({ setting, each }) {
      const { seed, threads, scheme } = setting;
      const { atPs, values } = withSetup(models, setting, threads, (setup) => toPlain(setup.trace(seed, each)));
      yield undefined;
      const identifiers = withSetup(models, setting, threads, (setup) => setup.identifiers(seed, each, scheme));
      const promise = toPlain(models.schemePromise(scheme));
      return { each, at: atPs.map((at) => at / PS_PER_NS), values, identifiers, promise };
    },

    *count(setting) {
      const { threads, samples } = setting;
      const predicted = sharesPredicted(models, setting, threads);
      // A rough figure within a few milliseconds, then all of it.
      const first = Math.max(FEWEST_SAMPLES, Math.round(samples / 50));
      if (first < samples) yield { ...count(models, setting, threads, first), predicted };
      return { ...count(models, setting, threads, samples), predicted };
    },

    *curve(setting) {
      const predicted: Shares[] = [];
      for (let threads = 1; threads <= LIMITS.threads; threads++) {
        predicted.push(sharesPredicted(models, setting, threads));
      }
      const each = Math.min(MOST_FOR_CURVE, setting.samples);
      const simulated: Curve['simulated'] = [];
      for (const threads of SIMULATED_THREADS) {
        yield { predicted, simulated: [...simulated] };
        simulated.push({ threads, ...count(models, setting, threads, each).shares });
      }
      return { predicted, simulated };
    },
  };
}
