import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { modelsAtBuild, runToEnd } from '@/kit/lab/models-at-build';
import { plain } from '@/kit/lab/plain';
import * as models from '@/wasm-pkg/load-balancing/models.js';
import { figures, planSentence, tilesName } from './figures';
import { CHECKPOINT, FIRST_TILE, LoadTrack } from './pictures';
import { schema, type LabState } from './state';
import { exactDensity, shareAbove, tallyDensity, tallyTotal } from './tally';
import { labTasks, type Plan } from './tasks';

const tasks = labTasks(modelsAtBuild('load-balancing', models));
/** No results yet. */
const NOTHING = { tiles: null, placed: null, exact: null };
const isNeeded = ({ name }: { name: string }) => name === 'servers-needed';
const stateWith = (values: Partial<LabState>): LabState => ({ ...schema.initial, ...values });

describe('many placements', () => {
  it('give the same figures in however many chunks they are run', () => {
    for (const strategy of ['random', 'two-choices'] as const) {
      const state = stateWith({ strategy, repetitions: 500 });
      const placed = runToEnd(tasks.placements(state));
      const simulation = new models.Simulation(1000, 13, strategy, 2, 1);
      simulation.run(0, 500);
      const summary = simulation.summary(100);
      expect(placed.loads).toEqual(plain(simulation.loads()));
      expect(placed.maxima).toEqual(plain(simulation.maxima()));
      expect(placed).toMatchObject({ repetitions: 500, p50: summary.p50, p99: summary.p99, p999: summary.p999 });
      expect(tallyTotal(placed.loads)).toBe(500 * 13);
    }
  });

  it('overload at any capacity the share of servers, and of placements, that the models count', () => {
    const asked = fc.record({
      ...{ items: fc.integer({ min: 1, max: 500 }), servers: fc.integer({ min: 1, max: 50 }) },
      ...{ strategy: fc.constantFrom('random', 'two-choices'), seed: fc.nat(1000) },
      ...{ repetitions: fc.integer({ min: 1, max: 30 }), of: fc.double({ min: 0, max: 3, noNaN: true }) },
    });
    fc.assert(
      fc.property(asked, ({ items, servers, strategy, seed, repetitions, of }) => {
        // Around the mean, where it matters.
        const capacity = Math.min(items, Math.max(1, Math.round((of * items) / servers)));
        const simulation = new models.Simulation(items, servers, strategy as 'random', 2, seed);
        simulation.run(0, repetitions);
        const { pServerOver, pAnyOver } = plain(simulation.summary(capacity));
        expect(shareAbove(plain(simulation.loads()), capacity)).toBe(pServerOver);
        expect(shareAbove(plain(simulation.maxima()), capacity)).toBe(pAnyOver);
        simulation.free();
      }),
    );
  });

  it('show intermediate results that only grow', () => {
    const chunks = tasks.placements(stateWith({ repetitions: 20_000 }));
    let last = 0;
    for (let chunk = chunks.next(); !chunk.done; chunk = chunks.next()) {
      if (!chunk.value) continue;
      expect(chunk.value.repetitions).toBeGreaterThan(last);
      last = chunk.value.repetitions;
    }
  });

  it('free what they took when they are cancelled half way', () => {
    const chunks = tasks.placements(stateWith({ repetitions: 1_000_000 }));
    chunks.next();
    expect(chunks.return(undefined as never).done).toBe(true);
  });
});

describe('a hundred placements', () => {
  const tiles = (values: Partial<LabState>) => runToEnd(tasks.tiles(stateWith(values)));

  it('are different repetitions, with the load of every server', () => {
    for (const strategy of ['random', 'two-choices'] as const) {
      const { loads, sorted } = tiles({ strategy });
      expect(sorted).toBe(false);
      expect(loads).toHaveLength(100);
      for (const each of loads) expect(each.reduce((sum, load) => sum + load)).toBe(1000);
      expect(new Set(loads.map(String)).size).toBe(100);
      for (const index of [0, 99]) {
        const counted = new Uint32Array(13);
        for (const server of models.trace(1000, 13, strategy, 2, 1, FIRST_TILE + index)) counted[server]!++;
        expect(loads[index]).toEqual(counted);
      }
    }
  });

  it('are, where the lab opens, as many that overload a server as there are in a hundred on average', () => {
    const over = runToEnd(tasks.tiles(schema.opening)).loads.filter((loads) => Math.max(...loads) > 100);
    const { summary } = runToEnd(tasks.exact(schema.opening));
    expect(over).toHaveLength(Math.round(100 * summary!.pAnyOver));
  });

  it('overload a server as often as the exact chance says', () => {
    const share = (servers: number) => {
      const seeds = Array.from({ length: 50 }, (_, seed) => tiles({ servers, seed }).loads);
      return seeds.flat().filter((loads) => Math.max(...loads) > 100).length / 5000;
    };
    // Four standard deviations of 5,000 draws.
    expect(Math.abs(share(13) - 0.04503)).toBeLessThan(0.012);
    expect(Math.abs(share(14) - 0.004814)).toBeLessThan(0.004);
  });

  it('are shown while there are fewer, which their words say', () => {
    const state = stateWith({ items: 1_000_000, servers: 1000, capacity: 1_000_000 });
    const chunks = tasks.tiles(state);
    const partial = Array.from(chunks, (tiles) => tiles).find((tiles) => tiles !== undefined);
    const { length } = partial!.loads;
    expect(length).toBeLessThan(100);
    const words =
      length === 1
        ? 'The first placement overloads no server.'
        : `0 of the first ${length} placements overload a server.`;
    expect(tilesName(state, partial!)).toContain(words);
    const [headline] = figures(state, { ...NOTHING, tiles: partial!, plan: null });
    expect(headline).toMatchObject({ text: words, partial: true });
  });

  it('keep the fullest server where there is no room for all', () => {
    const { loads, sorted } = tiles({ servers: 1000, capacity: 5 });
    expect(sorted).toBe(true);
    const counted = new Uint32Array(1000);
    for (const server of models.trace(1000, 1000, 'random', 2, 1, FIRST_TILE)) counted[server]!++;
    expect(loads[0]!.length).toBeLessThan(100);
    expect(loads[0]!.at(-1)).toBe(Math.max(...counted));
  });
});

describe('work that takes long', () => {
  it('says how far it is', () => {
    const placing = stateWith({ repetitions: 20_000 });
    const strategies = ['random', 'two-choices'] as const;
    for (const task of [
      (report: (share: number) => void) => tasks.placements(placing, report),
      (report: (share: number) => void) => tasks.tiles(placing, report),
      (report: (share: number) => void) => tasks.traces({ ...placing, strategies: [...strategies] }, report),
    ]) {
      const shares: number[] = [];
      runToEnd<unknown>(task((share) => shares.push(share)));
      expect(shares).toEqual([...shares].sort((a, b) => a - b));
      expect(shares.length).toBeGreaterThan(1);
      expect(shares[0]).toBeGreaterThan(0);
      expect(shares.at(-1)).toBe(1);
    }
  });
});

it('counts the loads at any moment of a large placement from its checkpoints', () => {
  const items = 2 * CHECKPOINT + 1000;
  const asked = { ...stateWith({ items, servers: 5 }), strategies: ['random' as const] };
  const { servers, loads, checkpoints } = runToEnd(tasks.traces(asked));
  const track = new LoadTrack(servers[0]!, loads[0]!.slice(), checkpoints[0]!);
  for (const position of [items, 10, CHECKPOINT + 5, 2 * CHECKPOINT - 3, 0, items]) {
    const counted = [0, 0, 0, 0, 0];
    for (const server of servers[0]!.subarray(0, position)) counted[server]!++;
    expect([...track.at(position)]).toEqual(counted);
  }
});

it('finds the exact chance that 13 servers hide', () => {
  const { summary, probabilities } = runToEnd(tasks.exact(stateWith({})));
  expect(summary?.pAnyOver).toBeCloseTo(0.04503, 5);
  expect(summary?.p99).toBe(97);
  expect(probabilities.reduce((sum, each) => sum + each, 0)).toBeCloseTo(1, 9);
});

describe('the planner', () => {
  it('needs 13 servers for one server’s risk and 14 for any server’s, exactly', () => {
    const plan = runToEnd(tasks.plan(stateWith({})));
    expect(plan).toMatchObject({ exact: true, least: 10, needed: { server: 13, any: 14 } });
    expect(
      [...plan.anyOver].every((chance, index) => index === 0 || chance <= (plan.anyOver[index - 1] as number)),
    ).toBe(true);
    expect(planSentence(stateWith({}), plan)).toBe(
      '14 servers keep the chance that any server is overloaded at or under 1%: 1.40 times the 10 that a perfect balance would need, with 29% of all capacity idle.',
    );
  });

  it('finds by simulation the fewest servers that two choices need', () => {
    const plan = runToEnd(tasks.plan(stateWith({ strategy: 'two-choices', repetitions: 2000 })));
    expect(plan.exact).toBe(false);
    const any = plan.needed?.any as number;
    const chanceAt = (servers: number) => plan.anyOver[plan.servers.indexOf(servers)] as number;
    expect(chanceAt(any)).toBeLessThanOrEqual(0.01);
    if (any > 10) expect(chanceAt(any - 1)).toBeGreaterThan(0.01);
  });

  it('says so where no number of servers is enough', () => {
    const plan = runToEnd(tasks.plan(stateWith({ capacity: 0 })));
    expect(plan.needed).toEqual({ server: undefined, any: undefined });
    const [needed] = figures(stateWith({ capacity: 0 }), { ...NOTHING, plan }).filter(isNeeded);
    expect(needed).toMatchObject({ name: 'servers-needed', value: null, text: 'no number is enough' });
  });

  it('does not say that no number is enough while it is searching', () => {
    const state = stateWith({ servers: 11, strategy: 'two-choices', against: 'random' });
    const chunks = tasks.plan(state);
    const said: string[] = [];
    let last: Plan | undefined;
    for (let chunk = chunks.next(); ; chunk = chunks.next()) {
      if (chunk.value) {
        last = chunk.value;
        const [needed] = figures(state, { ...NOTHING, plan: last }).filter(isNeeded);
        said.push(needed!.text);
        expect(planSentence(state, last)).toMatch(last.needed ? /^11 servers keep/ : /^Working it out…$/);
      }
      if (chunk.done) break;
    }
    expect(new Set(said)).toEqual(new Set(['…', '11']));
    expect(last?.servers).toEqual(Uint32Array.of(10, 11, 12, 13, 14));
  });
});

it('keeps all probability when it puts loads into wider bins', () => {
  const tally = { values: Float64Array.of(70, 71, 75, 90), counts: Float64Array.of(1, 2, 3, 4) };
  for (const most of [1, 3, 10, 100]) {
    const total = tallyDensity(tally, 70, 90, most).reduce(
      (sum, { low, high, density }) => sum + density * (high - low),
      0,
    );
    expect(total).toBeCloseTo(1, 12);
  }
  const exact = exactDensity(70, Float64Array.of(0.25, 0.25, 0.5), 70, 72, 2);
  expect(exact.map(({ density }) => density)).toEqual([0.25, 0.25]);
});
