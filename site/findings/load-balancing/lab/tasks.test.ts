import { describe, expect, it } from 'vitest';
import { modelsAtBuild, runToEnd } from '@/kit/lab/models-at-build';
import * as models from '@/wasm-pkg/load-balancing/models.js';
import { figures, planSentence } from './figures';
import { schema, type LabState } from './state';
import { exactDensity, shareAbove, tallyDensity, tallyTotal } from './tally';
import { labTasks, spreadServers } from './tasks';

const tasks = labTasks(modelsAtBuild('load-balancing', models));
const stateWith = (values: Partial<LabState>): LabState => ({ ...schema.initial, ...values });

describe('many placements', () => {
  it('give the same figures in however many strokes they are run', () => {
    for (const strategy of ['random', 'two-choices'] as const) {
      const state = stateWith({ strategy, repetitions: 500 });
      const placed = runToEnd(tasks.placements(state));
      const simulation = new models.Simulation(1000, 13, strategy, 2, 1);
      simulation.run(0, 500);
      const summary = simulation.summary(100);
      expect(placed.loads).toEqual(simulation.loads());
      expect(placed.maxima).toEqual(simulation.maxima());
      expect(placed).toMatchObject({ repetitions: 500, p50: summary.p50, p99: summary.p99, p999: summary.p999 });
      expect(shareAbove(placed.loads, 100)).toBe(summary.pServerOver);
      expect(shareAbove(placed.maxima, 100)).toBe(summary.pAnyOver);
      expect(tallyTotal(placed.loads)).toBe(500 * 13);
    }
  });

  it('show intermediate results that only grow', () => {
    const strokes = tasks.placements(stateWith({ repetitions: 20_000 }));
    let last = 0;
    for (let stroke = strokes.next(); !stroke.done; stroke = strokes.next()) {
      if (!stroke.value) continue;
      expect(stroke.value.repetitions).toBeGreaterThan(last);
      last = stroke.value.repetitions;
    }
  });

  it('free what they took when they are cancelled half way', () => {
    const strokes = tasks.placements(stateWith({ repetitions: 1_000_000 }));
    strokes.next();
    expect(strokes.return(undefined as never).done).toBe(true);
  });
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
    const any = plan.needed.any as number;
    const chanceAt = (servers: number) => plan.anyOver[plan.servers.indexOf(servers)] as number;
    expect(chanceAt(any)).toBeLessThanOrEqual(0.01);
    if (any > 10) expect(chanceAt(any - 1)).toBeGreaterThan(0.01);
  });

  it('says so where no number of servers is enough', () => {
    const plan = runToEnd(tasks.plan(stateWith({ capacity: 0 })));
    expect(plan.needed).toEqual({ server: null, any: null });
    const [needed] = figures(stateWith({ capacity: 0 }), { placed: null, exact: null, plan }).slice(-1);
    expect(needed).toMatchObject({ name: 'servers-needed', value: null, text: 'no number is enough' });
  });

  it('spreads its points over any range', () => {
    expect(spreadServers(10, 14)).toEqual([10, 11, 12, 13, 14]);
    const wide = spreadServers(1, 100_000);
    expect(wide[0]).toBe(1);
    expect(wide.at(-1)).toBe(100_000);
    expect(wide.length).toBeLessThanOrEqual(40);
  });
});

it('keeps all probability when it puts loads into wider bins', () => {
  const tally = Float64Array.of(70, 1, 71, 2, 75, 3, 90, 4);
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
