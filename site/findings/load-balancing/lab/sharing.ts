/**
 * Repetitions shared among workers: each has a stream of random numbers of its own, so whoever runs them, and in whatever order,
 * all together give the same counts.
 */
import type * as labs from '@/wasm-pkg/load-balancing/models.js';
import { CHUNK, inChunks } from '@/kit/lab/chunks';
import { plain, type Plain } from '@/kit/lab/plain';
import type { StrategyName } from './state';

export interface Placing {
  items: number;
  servers: number;
  strategy: StrategyName;
  choices: number;
  seed: number;
}

/** Some repetitions of a placement. */
export interface Part extends Placing {
  first: number;
  count: number;
}

/** What repetitions gave: how often each load of a server, and each largest load, came up. */
export interface Counted {
  loads: Plain<labs.Tally>;
  maxima: Plain<labs.Tally>;
}

/** Another worker, which runs one part at a time. */
export interface Helper {
  readonly isIdle: boolean;
  run(part: Part, onCounted: (counted: Counted) => void): void;
}

/** Items placed in the first chunk, about: far less than a millisecond. */
const FIRST_CHUNK = 100_000;
/** Work that this worker does in less, in milliseconds, is not worth the messages, and two cores have a page to draw, too. */
const WORTH_SHARING = 6;
/** How long a message may take, in milliseconds. */
const MESSAGE = 4;

/** Runs a part by itself. */
export function countPart({ Simulation }: Pick<typeof labs, 'Simulation'>, part: Part): Counted {
  const { items, servers, strategy, choices, seed, first, count } = part;
  const simulation = new Simulation(items, servers, strategy, choices, seed);
  try {
    simulation.run(first, count);
    return { loads: plain(simulation.loads()), maxima: plain(simulation.maxima()) };
  } finally {
    simulation.free();
  }
}

/** Work that several share. */
export interface SharedWork {
  /** Does a chunk of it, and tells whether all is done. */
  advance: () => boolean;
  /** What helpers still count is of no use any more. */
  stop: () => void;
}

/** What a repetition took last, by strategy, in milliseconds: a question much like it can be shared out from its beginning. */
export type Paces = Map<StrategyName, Pick<Placing, 'items' | 'servers'> & { each: number }>;

/** The pace of a placement, in milliseconds a repetition; 0 where none was like it, by half or double. */
function paceOf({ strategy, items, servers }: Placing, paces: Paces): number {
  const known = paces.get(strategy);
  const isNear = (one: number, other: number) => one <= 2 * other && other <= 2 * one;
  return known && isNear(known.items, items) && isNear(known.servers, servers) ? known.each : 0;
}

/** Less than this says little of the pace, in milliseconds: browsers count in tenths of one. */
const TELLING = 0.5;

/**
 * Runs repetitions from 0 on in this worker and, as far as there are any, in helpers.
 *
 * @param paces what is known from questions before, and becomes known
 */
export function shareOut(
  simulation: labs.Simulation,
  placing: Placing,
  repetitions: number,
  helpers: readonly Helper[],
  paces: Paces,
): SharedWork {
  /** The parts that helpers have, and until when this worker waits for each before it does it itself. */
  const away = new Map<Part, { until: number }>();
  const unit = Math.max(1, Math.round(FIRST_CHUNK / placing.items));
  let next = 0;
  const take = (most: number): Part => {
    const part = { ...placing, first: next, count: Math.min(most, repetitions - next) };
    next += part.count;
    return part;
  };
  const takeBack = () => {
    const late = [...away].find(([, { until }]) => performance.now() > until);
    if (late) away.delete(late[0]);
    return late?.[0];
  };
  const advance = inChunks((amount) => {
    const pace = paceOf(placing, paces);
    const isWorthSharing = (repetitions - next) * pace > WORTH_SHARING;
    const idle = isWorthSharing ? helpers.filter(({ isIdle }) => isIdle) : [];
    const share = Math.ceil((repetitions - next) / (idle.length + 1));
    // What all finish in one chunk is shared out at once, and all finish together.
    const count = isWorthSharing && share * pace <= CHUNK ? share : Math.min(amount * unit, share);
    const given = idle.slice(0, count > 0 ? Math.ceil((repetitions - next) / count) - 1 : 0).map((helper) => {
      const part = take(count);
      const waiting = { until: Infinity };
      away.set(part, waiting);
      helper.run(part, ({ loads, maxima }) => {
        if (away.delete(part)) simulation.add(loads.values, loads.counts, maxima.values, maxima.counts);
      });
      return waiting;
    });
    const own = next < repetitions ? take(count) : takeBack();
    const start = performance.now();
    if (own) simulation.run(own.first, own.count);
    const end = performance.now();
    if (own && end - start >= TELLING) {
      const { strategy, items, servers } = placing;
      paces.set(strategy, { items, servers, each: (end - start) / own.count });
    }
    // By now they should have done as much. One that takes twice as long is slower than to do it here.
    for (const waiting of given) waiting.until = end + (end - start) + MESSAGE;
    return simulation.repetitions === repetitions;
  });
  return { advance, stop: () => away.clear() };
}

/** A helper at the other end of a port, where {@link helpAt} works. */
export function helperAt(port: MessagePort): Helper {
  let heard: ((counted: Counted) => void) | null = null;
  port.onmessage = ({ data }: MessageEvent<Counted>) => {
    const tell = heard;
    heard = null;
    tell?.(data);
  };
  return {
    get isIdle() {
      return heard === null;
    },
    run(part, onCounted) {
      heard = onCounted;
      port.postMessage(part);
    },
  };
}

/** Runs the parts that come through a port. */
export function helpAt(port: MessagePort, count: (part: Part) => Promise<Counted>): void {
  port.onmessage = ({ data }: MessageEvent<Part>) => {
    count(data).then(
      (counted) => {
        const { loads, maxima } = counted;
        const buffers = [loads.values, loads.counts, maxima.values, maxima.counts].map(({ buffer }) => buffer);
        port.postMessage(counted, buffers as ArrayBuffer[]);
      },
      // Who asked does the part when no answer comes.
      () => {},
    );
  };
}

/** What a page tells its workers before all else: whom to help, and who helps. */
export type Introduction = { type: 'help' | 'helper'; port: MessagePort };

/** More would gain little: what they count has to be added up. */
const MOST_HELPERS = 3;

/** A worker with others that help it, as many as there are cores besides; they end with it. */
export function withHelpers(start: () => Worker, cores = navigator.hardwareConcurrency || 1): Worker {
  const worker = start();
  const helpers = Array.from({ length: Math.min(MOST_HELPERS, cores - 1) }, start);
  for (const helper of helpers) {
    // Without it the worker does everything itself.
    helper.onerror = (event) => event.preventDefault();
    const { port1, port2 } = new MessageChannel();
    helper.postMessage({ type: 'help', port: port1 } satisfies Introduction, [port1]);
    worker.postMessage({ type: 'helper', port: port2 } satisfies Introduction, [port2]);
  }
  const terminate = worker.terminate.bind(worker);
  worker.terminate = () => {
    for (const helper of helpers) helper.terminate();
    terminate();
  };
  return worker;
}
