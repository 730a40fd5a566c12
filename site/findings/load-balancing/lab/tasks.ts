/** What the lab asks of the models, in short strokes: the same code runs in the worker and when the site is built. */
import type * as labs from '@/wasm-pkg/load-balancing/models.js';
import type { Task } from '@/kit/lab/worker-host';
import type { StrategyName } from './state';
import type { Tally } from './tally';

export type Models = Pick<
  typeof labs,
  'Simulation' | 'trace' | 'exactSummary' | 'exactLoadProbabilities' | 'plannerCurve' | 'serversNeeded'
>;

export interface Placing {
  items: number;
  servers: number;
  strategy: StrategyName;
  choices: number;
  seed: number;
}

/** What many placements gave: counts of loads and of each placement's largest load, and what does not depend on the capacity. */
export interface Placed {
  repetitions: number;
  loads: Tally;
  maxima: Tally;
  p50: number;
  p95: number;
  p99: number;
  p999: number;
  mean: number;
  imbalance: number;
}

export interface Exact {
  /** Figures in closed form, or null where there is none. */
  summary: (Omit<Placed, 'repetitions' | 'loads' | 'maxima'> & { pServerOver: number; pAnyOver: number }) | null;
  /** The load of `first` items has probability `probabilities[0]`, and so on; empty where there is no closed form. */
  first: number;
  probabilities: Float64Array;
}

export interface Traces {
  /** For each strategy, the server that each item goes to. */
  servers: Uint32Array[];
  /** For each strategy, the load of each server once all items are placed. */
  loads: Uint32Array[];
}

export interface PlanRequest {
  items: number;
  capacity: number;
  strategy: StrategyName;
  choices: number;
  seed: number;
  repetitions: number;
  risk: number;
  /** A number of servers that the curve should reach, if that is anywhere near. */
  servers: number;
}

export interface Plan {
  exact: boolean;
  /** Repetitions behind each point of a simulated curve. */
  repetitions: number;
  /** Servers that a perfect balance would need; null where no number of servers is enough. */
  least: number | null;
  /** Servers ascending, and for each the chance that one server, and that any server, is overloaded. */
  servers: Float64Array;
  serverOver: Float64Array;
  anyOver: Float64Array;
  /** Servers needed for the tolerated risk; null where no number within the limits is enough. */
  needed: { server: number | null; any: number | null };
}

export interface LabTasks extends Record<string, { request: unknown; result: unknown }> {
  placements: { request: Placing & { repetitions: number }; result: Placed };
  exact: { request: Placing & { capacity: number }; result: Exact };
  traces: { request: Placing & { strategies: StrategyName[] }; result: Traces };
  plan: { request: PlanRequest; result: Plan };
}

/** The longest stroke, in milliseconds: how long a newer question may have to wait. */
const STROKE = 12;
/** Intermediate results are sent about this often, in milliseconds: often enough to look alive. */
const REFRESH = 60;
const MOST_SERVERS = 100_000;
/** Placed items behind one simulated point of the planner's curve, at most: about half a second's work. */
const ITEMS_PER_POINT = 1e8;
const POINTS = 40;
/** The planner's curves are followed down to this chance where they are exact. */
const LOWEST_EXACT_CHANCE = 1e-6;

function* simulate(
  { Simulation }: Models,
  { items, servers, strategy, choices, seed }: Placing,
  repetitions: number,
): Generator<labs.Simulation, labs.Simulation, void> {
  const simulation = new Simulation(items, servers, strategy, choices, seed);
  let finished = false;
  try {
    let count = 1;
    for (let done = 0; done < repetitions;) {
      const start = performance.now();
      count = Math.min(count, repetitions - done);
      simulation.run(done, count);
      done += count;
      const took = Math.max(0.05, performance.now() - start);
      count = Math.max(1, Math.round(Math.min(count * 8, (count * STROKE) / took)));
      if (done < repetitions) yield simulation;
    }
    finished = true;
    return simulation;
  } finally {
    if (!finished) simulation.free();
  }
}

function reading(simulation: labs.Simulation): Placed {
  const summary = simulation.summary(0);
  const { p50, p95, p99, p999, mean, imbalance } = summary;
  summary.free();
  const { repetitions } = simulation;
  return { repetitions, loads: simulation.loads(), maxima: simulation.maxima(), p50, p95, p99, p999, mean, imbalance };
}

const isExact = (strategy: StrategyName) => !strategy.startsWith('two-choices');

/** About {@link POINTS} whole numbers from `first` to `last`: all of them, evenly spaced, or evenly by ratio. */
export function spreadServers(first: number, last: number, most = POINTS): number[] {
  if (last - first < most) return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const byRatio = last / first > 8;
  const at = (share: number) => (byRatio ? first * (last / first) ** share : first + (last - first) * share);
  return [...new Set(Array.from({ length: most }, (_, index) => Math.round(at(index / (most - 1)))))];
}

export function labTasks(models: Models): { [K in keyof LabTasks & string]: Task<never, unknown> } & {
  placements: Task<LabTasks['placements']['request'], Placed>;
  exact: Task<LabTasks['exact']['request'], Exact>;
  traces: Task<LabTasks['traces']['request'], Traces>;
  plan: Task<PlanRequest, Plan>;
} {
  return {
    *placements(request) {
      const strokes = simulate(models, request, request.repetitions);
      let sent = performance.now() - REFRESH;
      try {
        for (;;) {
          const { done, value: simulation } = strokes.next();
          if (done) {
            const result = reading(simulation);
            simulation.free();
            return result;
          }
          const now = performance.now();
          const due = now - sent >= REFRESH;
          if (due) sent = now;
          yield due ? reading(simulation) : undefined;
        }
      } finally {
        strokes.return(undefined as never);
      }
    },

    *exact({ items, servers, strategy, choices, capacity }) {
      const found = models.exactSummary(items, servers, strategy, choices, capacity);
      if (!found) return { summary: null, first: 0, probabilities: new Float64Array() };
      const { p50, p95, p99, p999, mean, imbalance, pServerOver, pAnyOver } = found;
      found.free();
      const summary = { p50, p95, p99, p999, mean, imbalance, pServerOver, pAnyOver };
      yield undefined;
      if (strategy !== 'random') return { summary, first: 0, probabilities: new Float64Array() };
      const [first = 0, ...probabilities] = models.exactLoadProbabilities(items, servers);
      return { summary, first, probabilities: Float64Array.from(probabilities) };
    },

    *traces({ items, servers, strategies, choices, seed }) {
      const result: Traces = { servers: [], loads: [] };
      for (const strategy of strategies) {
        const trace = models.trace(items, servers, strategy, choices, seed, 0);
        yield undefined;
        const loads = new Uint32Array(servers);
        for (const server of trace) loads[server] = (loads[server] as number) + 1;
        result.servers.push(trace);
        result.loads.push(loads);
        yield undefined;
      }
      return result;
    },

    plan: (request) => (isExact(request.strategy) ? planExactly(models, request) : planBySimulation(models, request)),
  };
}

/** Collects a curve's points in any order and hands them out ascending. */
class Curve {
  readonly #points = new Map<number, { server: number; any: number }>();
  has = (servers: number) => this.#points.has(servers);
  get = (servers: number) => this.#points.get(servers);
  set = (servers: number, server: number, any: number) => this.#points.set(servers, { server, any });
  columns(): Pick<Plan, 'servers' | 'serverOver' | 'anyOver'> {
    const points = [...this.#points].sort(([a], [b]) => a - b);
    return {
      servers: Float64Array.from(points, ([servers]) => servers),
      serverOver: Float64Array.from(points, ([, { server }]) => server),
      anyOver: Float64Array.from(points, ([, { any }]) => any),
    };
  }
}

/** Servers that hold everything if nothing is wasted, or null where even the most servers don't. */
export function leastServers(items: number, capacity: number): number | null {
  if (capacity < 1) return null;
  const least = Math.ceil(items / capacity);
  return least <= MOST_SERVERS ? least : null;
}

const noPlan = (exact: boolean): Plan => ({
  exact,
  repetitions: 0,
  least: null,
  ...new Curve().columns(),
  needed: { server: null, any: null },
});

function* planExactly(models: Models, request: PlanRequest): Generator<Plan | undefined, Plan, void> {
  const { items, capacity, strategy, choices, seed, risk } = request;
  const least = leastServers(items, capacity);
  if (least === null) return noPlan(true);
  const neededFor = (tolerated: number, scope: 'server' | 'any') =>
    models.serversNeeded(items, capacity, tolerated, scope, strategy, choices, seed, 1) ?? null;
  const needed = { server: neededFor(risk, 'server'), any: null as number | null };
  yield undefined;
  needed.any = neededFor(risk, 'any');
  yield undefined;
  const bottom = neededFor(LOWEST_EXACT_CHANCE, 'any') ?? MOST_SERVERS;
  yield undefined;

  const last = Math.min(MOST_SERVERS, Math.max(bottom, least + 3, Math.min(request.servers, bottom * 2)));
  const wanted = [...spreadServers(least, last), needed.server ?? least, needed.any ?? least];
  const curve = new Curve();
  let start = performance.now();
  for (const servers of wanted) {
    if (curve.has(servers)) continue;
    const [server = 1, any = 1] = models.plannerCurve(
      items,
      capacity,
      strategy,
      choices,
      seed,
      1,
      Uint32Array.of(servers),
    );
    curve.set(servers, server, any);
    if (performance.now() - start > STROKE) {
      yield undefined;
      start = performance.now();
    }
  }
  return { exact: true, repetitions: 0, least, ...curve.columns(), needed };
}

function* planBySimulation(models: Models, request: PlanRequest): Generator<Plan | undefined, Plan, void> {
  const { items, capacity, strategy, choices, seed, risk } = request;
  const least = leastServers(items, capacity);
  if (least === null) return noPlan(false);
  const repetitions = Math.max(20, Math.min(request.repetitions, Math.floor(ITEMS_PER_POINT / items)));
  // Distinct choices need as many servers as choices.
  const first = strategy === 'two-choices-distinct' ? Math.max(least, choices) : least;
  const curve = new Curve();
  const needed: Plan['needed'] = { server: null, any: null };
  const soFar = (): Plan => ({ exact: false, repetitions, least, ...curve.columns(), needed: { ...needed } });

  function* chance(servers: number, scope: 'server' | 'any'): Generator<Plan | undefined, number, void> {
    if (!curve.has(servers)) {
      const strokes = simulate(models, { items, servers, strategy, choices, seed }, repetitions);
      try {
        let stroke = strokes.next();
        for (; !stroke.done; stroke = strokes.next()) yield undefined;
        const summary = stroke.value.summary(capacity);
        curve.set(servers, summary.pServerOver, summary.pAnyOver);
        summary.free();
        stroke.value.free();
      } finally {
        strokes.return(undefined as never);
      }
      yield soFar();
    }
    return curve.get(servers)?.[scope] ?? 1;
  }

  /** Gallops up from the perfect balance until the risk is met, then halves the gap: more servers are never worse. */
  function* search(scope: 'server' | 'any', from: number): Generator<Plan | undefined, number | null, void> {
    let low = from - 1;
    let high = from;
    for (let step = 1; (yield* chance(high, scope)) > risk; step *= 2) {
      if (high === MOST_SERVERS) return null;
      low = high;
      high = Math.min(MOST_SERVERS, high + step);
    }
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((yield* chance(middle, scope)) > risk) low = middle;
      else high = middle;
    }
    return high;
  }

  needed.server = yield* search('server', first);
  if (needed.server !== null) needed.any = yield* search('any', needed.server);
  yield soFar();

  const enough = needed.any ?? needed.server ?? first;
  const last = Math.min(MOST_SERVERS, Math.max(enough + 3, Math.min(request.servers, enough * 2)));
  for (const servers of spreadServers(first, last, 16)) yield* chance(servers, 'any');
  return soFar();
}
