/** What the lab asks of the models, in short chunks: the same code runs in the worker and when the site is built. */
import type * as labs from '@/wasm-pkg/load-balancing/models.js';
import { everyRefresh, inChunks } from '@/kit/lab/chunks';
import { plain, plainValue, type Plain } from '@/kit/lab/plain';
import type { Task } from '@/kit/lab/worker-host';
import { barHeights, barsFor, CHECKPOINT, FIRST_TILE, TILES } from './pictures';
import { shareOut, type Helper, type Paces, type Placing } from './sharing';
import type { StrategyName } from './state';

export type Models = Pick<typeof labs, 'Simulation' | 'trace' | 'exactSummary' | 'exactLoadProbabilities' | 'Planner'>;

type Summary = Plain<labs.Summary>;
type Tally = Plain<labs.Tally>;

/** What many placements gave: counts of loads and of each placement's largest load, and what does not depend on the capacity. */
export interface Placed extends Omit<Summary, 'pServerOver' | 'pAnyOver'> {
  repetitions: number;
  loads: Tally;
  maxima: Tally;
}

export interface Exact {
  /** Figures in closed form, or null where there is none. */
  summary: Summary | null;
  /** The load of `first` items has probability `probabilities[0]`, and so on; empty where there is no closed form. */
  first: number;
  probabilities: Float64Array;
}

export interface Traces {
  /** For each strategy, the server that each item goes to. */
  servers: Uint32Array[];
  /** For each strategy, the load of each server once all items are placed. */
  loads: Uint32Array[];
  /** For each strategy, the load of each server after every {@link CHECKPOINT} items, one after the other. */
  checkpoints: Uint32Array[];
}

/** A tile of a narrow screen has room for so many bars. */
const TILE_BARS = 20;

/** Some placements, each as the heights of its bars; fewer, while more are to come. */
export interface Tiles {
  loads: Uint32Array[];
  /** Whether there are fewer bars than servers, in order of their load. */
  sorted: boolean;
}

/** `servers`: a number of servers that the curve should reach, if that is anywhere near. */
export interface PlanRequest extends Placing {
  capacity: number;
  repetitions: number;
  risk: number;
}

export type Plan = Plain<labs.Plan>;

export interface LabTasks extends Record<string, { request: unknown; result: unknown }> {
  placements: { request: Placing & { repetitions: number }; result: Placed };
  exact: { request: Placing & { capacity: number }; result: Exact };
  tiles: { request: Placing; result: Tiles };
  traces: { request: Placing & { strategies: StrategyName[] }; result: Traces };
  plan: { request: PlanRequest; result: Plan };
}

/** The load of each server, of the server of each item. */
function loadsOf(trace: Uint32Array, servers: number): Uint32Array {
  const loads = new Uint32Array(servers);
  for (const server of trace) loads[server] = (loads[server] as number) + 1;
  return loads;
}

function checkpointsOf(trace: Uint32Array, servers: number): Uint32Array {
  const loads = new Uint32Array(servers);
  const count = Math.floor(trace.length / CHECKPOINT);
  const checkpoints = new Uint32Array(count * servers);
  for (let index = 0; index < count; index++) {
    const items = trace.subarray(index * CHECKPOINT, (index + 1) * CHECKPOINT);
    for (const server of items) loads[server] = (loads[server] as number) + 1;
    checkpoints.set(loads, index * servers);
  }
  return checkpoints;
}

function reading(simulation: labs.Simulation): Placed {
  const { p50, p95, p99, p999, mean, imbalance } = plain(simulation.summary(0));
  const { repetitions } = simulation;
  const [loads, maxima] = [plain(simulation.loads()), plain(simulation.maxima())];
  return { repetitions, loads, maxima, p50, p95, p99, p999, mean, imbalance };
}

/** `helpers`: other workers that take some of the repetitions, as they come. */
export function labTasks(
  { Simulation, Planner, trace, exactSummary, exactLoadProbabilities }: Models,
  helpers: readonly Helper[] = [],
): {
  [K in keyof LabTasks & string]: Task<never, unknown>;
} & {
  placements: Task<LabTasks['placements']['request'], Placed>;
  exact: Task<LabTasks['exact']['request'], Exact>;
  tiles: Task<Placing, Tiles>;
  traces: Task<LabTasks['traces']['request'], Traces>;
  plan: Task<PlanRequest, Plan>;
} {
  const paces: Paces = new Map();
  return {
    *placements({ items, servers, strategy, choices, seed, repetitions }, report) {
      const simulation = new Simulation(items, servers, strategy, choices, seed);
      const work = shareOut(simulation, { items, servers, strategy, choices, seed }, repetitions, helpers, paces);
      try {
        const due = everyRefresh();
        for (let done = false; !done;) {
          done = work.advance();
          report?.(simulation.repetitions / repetitions);
          if (!done) yield due() ? reading(simulation) : undefined;
        }
        return reading(simulation);
      } finally {
        work.stop();
        simulation.free();
      }
    },

    *exact({ items, servers, strategy, choices, capacity }) {
      const summary = plainValue(exactSummary(items, servers, strategy, choices, capacity)) ?? null;
      yield undefined;
      const probabilities =
        summary && strategy === 'random'
          ? plain(exactLoadProbabilities(items, servers))
          : { first: 0, probabilities: new Float64Array() };
      return { summary, ...probabilities };
    },

    *tiles({ items, servers, strategy, choices, seed }, report) {
      const bars = barsFor(servers, TILE_BARS);
      const loads: Uint32Array[] = [];
      const placed = inChunks((amount) => {
        for (const enough = Math.min(TILES, loads.length + amount); loads.length < enough;) {
          const traced = trace(items, servers, strategy, choices, seed, FIRST_TILE + loads.length);
          loads.push(barHeights(loadsOf(traced, servers), bars));
        }
        report?.(loads.length / TILES);
        return loads.length === TILES;
      });
      // Tiles that are all there in a moment are not shown one by one.
      const due = everyRefresh(performance.now());
      // Each result gives its arrays away.
      while (!placed()) yield due() ? { loads: loads.map((each) => each.slice()), sorted: bars.sorted } : undefined;
      return { loads, sorted: bars.sorted };
    },

    *traces({ items, servers, strategies, choices, seed }, report) {
      const result: Traces = { servers: [], loads: [], checkpoints: [] };
      for (const strategy of strategies) {
        const traced = trace(items, servers, strategy, choices, seed, 0);
        yield undefined;
        result.servers.push(traced);
        result.loads.push(loadsOf(traced, servers));
        result.checkpoints.push(checkpointsOf(traced, servers));
        report?.(result.loads.length / strategies.length);
        yield undefined;
      }
      return result;
    },

    *plan({ items, servers, strategy, choices, seed, capacity, risk, repetitions }, report) {
      const planner = new Planner(items, servers, strategy, choices, seed, capacity, risk, repetitions);
      try {
        let points = 0;
        const planned = inChunks((work) => planner.advance(work));
        while (!planned()) {
          const more = planner.points > points;
          points = planner.points;
          if (planner.share !== undefined) report?.(planner.share);
          yield more ? plain(planner.plan()) : undefined;
        }
        return plain(planner.plan());
      } finally {
        planner.free();
      }
    },
  };
}
