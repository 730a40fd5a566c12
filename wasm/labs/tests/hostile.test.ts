import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import {
  exactLoadProbabilities,
  exactSummary,
  initSync,
  plannerCurve,
  serversNeeded,
  Simulation,
  trace,
} from '@/wasm-pkg/labs.js';

/* eslint-disable @typescript-eslint/no-explicit-any -- values that the types rule out, as an address or a bug could bring */
const hostile: any[] = [
  NaN, -1, -0.5, 0, 1.5, Infinity, -Infinity, 1e300, 2 ** 53, '', 'x', '🎲', '\0', undefined, null, {}, [], true,
]; // prettier-ignore

beforeAll(() => {
  initSync({ module: readFileSync(resolve('site/wasm-pkg/labs_bg.wasm')) });
});

/** A trap is a RuntimeError, and leaves the instance broken. */
function survives(call: () => unknown, name: string) {
  try {
    call();
  } catch (error) {
    expect(error, name).toBeInstanceOf(Error);
    expect(error, name).not.toBeInstanceOf(WebAssembly.RuntimeError);
    expect((error as Error).message, name).toMatch(/; it must be /);
  }
}

it('answers hostile values with a result or a sentence, and works on', () => {
  const calls: [string, (...values: any[]) => unknown, any[]][] = [
    ['Simulation', (...v) => new Simulation(...(v as [any, any, any, any, any])), [50, 5, 'two-choices', 2, 1]],
    ['trace', (...v) => trace(...(v as [any, any, any, any, any, any])), [50, 5, 'random', 2, 1, 0]],
    ['exactSummary', (...v) => exactSummary(...(v as [any, any, any, any, any])), [50, 5, 'random', 2, 12]],
    ['exactLoadProbabilities', (...v) => exactLoadProbabilities(...(v as [any, any])), [50, 5]],
    [
      'plannerCurve',
      (...v) => plannerCurve(...(v as [any, any, any, any, any, any]), Uint32Array.of(5, 6)),
      [50, 12, 'two-choices', 2, 1, 10],
    ],
    [
      'serversNeeded',
      (...v) => serversNeeded(...(v as [any, any, any, any, any, any, any, any])),
      [50, 12, 0.01, 'any', 'random', 2, 1, 10],
    ],
  ];
  for (const [name, call, good] of calls) {
    expect(() => call(...good), name).not.toThrow();
    for (let position = 0; position < good.length; position++) {
      for (const value of hostile) {
        const values = good.with(position, value);
        survives(() => call(...values), `${name}(${values.map(String).join(', ')})`);
      }
    }
  }
  const simulation = new Simulation(50, 5, 'random', 2, 1);
  for (const value of hostile) {
    survives(() => simulation.run(value, 1), `run(${String(value)}, 1)`);
    survives(() => simulation.run(0, value), `run(0, ${String(value)})`);
    survives(() => simulation.summary(value), `summary(${String(value)})`);
  }
  const before = simulation.repetitions;
  simulation.run(0, 10);
  expect(simulation.repetitions).toBe(before + 10);
});

it('says what is wrong in words', () => {
  expect(() => new Simulation(1000, 0, 'random', 2, 1)).toThrow('servers is 0; it must be from 1 to 100,000');
  expect(() => new Simulation(1000, 10, 'rand' as 'random', 2, 1)).toThrow(
    'strategy is "rand"; it must be one of random',
  );
  expect(() => plannerCurve(50, 12, 'random', 2, 1, 1, Uint32Array.of(0))).toThrow('servers is 0');
  expect(() => plannerCurve(50, 12, 'random', 2, 1, 1, new Uint32Array(10_001))).toThrow(
    'points of the curve is 10,001',
  );
});
