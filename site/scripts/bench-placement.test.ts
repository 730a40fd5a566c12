import { expect, it } from 'vitest';
import { modelsAtBuild } from '../kit/lab/models-at-build';
import { simulate } from './bench-placement.ts';
import * as models from '../wasm-pkg/load-balancing/models.js';

const { Simulation } = modelsAtBuild('load-balancing', models);

it.each(['random', 'two-choices'] as const)('does the same work as the models do: %s', (strategy) => {
  const simulation = new Simulation(1000, 13, strategy, 2, 1);
  simulation.run(0, 4000);
  const counts = simulate(strategy, 1000, 13, 1, 4000);
  expect(counts.reduce((sum, count) => sum + count)).toBe(13 * 4000);
  expect(counts.reduce((sum, count, load) => sum + load * count)).toBe(1000 * 4000);
  // 52,000 loads each: the shares at or below a load differ by less than 5 standard deviations, 5·√(2/4·1/52000).
  const { values, counts: drawn } = simulation.loads();
  const cumulative = (load: number) => counts.slice(0, load + 1).reduce((sum, count) => sum + count, 0);
  let below = 0;
  values.forEach((load, index) => {
    below += drawn[index]!;
    expect(Math.abs(below - cumulative(load)) / (13 * 4000)).toBeLessThan(5 * Math.sqrt(0.5 / 52_000));
  });
});
