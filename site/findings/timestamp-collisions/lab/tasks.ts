/** What the lab asks of the models, in short strokes: the same code runs in the worker and when the site is built. */
import type { Task } from '@/kit/lab/worker-host';
import type * as labs from '@/wasm-pkg/timestamp-collisions/models.js';
import { LIMITS, type LabState } from './state';

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
  /** How far the scheme surely keeps identifiers apart, how far but for chance, and on what condition. */
  promise: Promised;
}

export interface Promised {
  certain: string;
  probable: string;
  condition: string;
}

/** A share by both definitions. */
export interface Shares {
  samples: number;
  published: number;
}

export interface Counted {
  /** Readings of each thread that were counted. */
  each: number;
  shares: Shares;
  /** Readings of a thread that equal the one before. */
  equalNeighbours: number;
  /** In closed form, for threads at random phases. */
  predicted: Shares;
}

/** The share against the number of threads, everything else as it is. */
export interface Curve {
  /** In closed form, for 1 thread, 2, and so on. */
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
  const [samples = 0, published = 0] = withSetup(models, setting, threads, (setup) => setup.estimate());
  return { samples, published };
}

function count(models: Models, setting: Setting, threads: number, each: number): Omit<Counted, 'predicted'> {
  return withSetup(models, setting, threads, (setup) => {
    const counts = setup.simulate(setting.seed, each);
    const { perSample, asPublished, equalNeighbours } = counts;
    counts.free();
    return { each, shares: { samples: perSample, published: asPublished }, equalNeighbours };
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
      const flat = withSetup(models, setting, threads, (setup) => setup.trace(seed, each));
      yield undefined;
      const identifiers = withSetup(models, setting, threads, (setup) => setup.identifiers(seed, each, scheme));
      const [certain = '', probable = '', condition = ''] = models.schemePromise(scheme);
      const total = flat.length / 2;
      return {
        each,
        at: Float64Array.from({ length: total }, (_, i) => (flat[2 * i] as number) / PS_PER_NS),
        values: Float64Array.from({ length: total }, (_, i) => flat[2 * i + 1] as number),
        identifiers,
        promise: { certain, probable, condition },
      };
    },

    *count(setting) {
      const { threads, samples } = setting;
      const predicted = sharesPredicted(models, setting, threads);
      // A rough figure within a few milliseconds, then all of it.
      const first = Math.max(LIMITS.samples[0], Math.round(samples / 50));
      if (first < samples) yield { ...count(models, setting, threads, first), predicted };
      return { ...count(models, setting, threads, samples), predicted };
    },

    *curve(setting) {
      const predicted: Shares[] = [];
      for (let threads = 1; threads <= LIMITS.threads[1]; threads++) {
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
