import { execFileSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import { modelsAtBuild, runToEnd } from '@/kit/lab/models-at-build';
import * as models from '@/wasm-pkg/load-balancing/models.js';
import { compiledExperiment, compileExperiments } from '@/scripts/lib/rust-tests.mjs';
import { schema } from './state';
import { shareAbove } from './tally';
import { labTasks, type Exact } from './tasks';

/** What the experiment's `one` command prints: figures of one setting, measured natively, and exactly. */
interface Figures {
  p50: number;
  p95: number;
  p99: number;
  p999: number;
  mean: number;
  imbalance: number;
  p_server_over_capacity: number;
  p_any_over_capacity: number;
}

function one(options: Record<string, string | number>): Figures & { exact: Figures } {
  const question = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  return JSON.parse(execFileSync(compiledExperiment('load-balancing'), ['one', ...question], { encoding: 'utf8' }));
}

/** A summary by the names that the command prints. */
const named = (summary: NonNullable<Exact['summary']>) => ({
  p50: summary.p50,
  p95: summary.p95,
  p99: summary.p99,
  p999: summary.p999,
  mean: summary.mean,
  imbalance: summary.imbalance,
  p_server_over_capacity: summary.pServerOver,
  p_any_over_capacity: summary.pAnyOver,
});

describe('the lab’s first example', () => {
  const state = schema.initial;
  let native: Figures & { exact: Figures };

  beforeAll(async () => {
    await compileExperiments();
    const { items, servers, capacity, strategy, repetitions, seed } = state;
    native = one({ items, servers, strategy, capacity, repetitions, seed });
  }, 600_000);

  it('is the one that the article is about', () => {
    expect(state).toMatchObject({
      items: 1000,
      servers: 13,
      capacity: 100,
      strategy: 'random',
      repetitions: 10_000,
      seed: 1,
    });
  });

  it('is what the lab opens on', () => expect(schema.opening).toEqual({ ...state, view: 'tiles' }));

  it('has to the last bit the figures that the experiment measures natively', () => {
    const tasks = labTasks(modelsAtBuild('load-balancing', models));
    const placed = runToEnd(tasks.placements(state));
    const pServerOver = shareAbove(placed.loads, state.capacity);
    const pAnyOver = shareAbove(placed.maxima, state.capacity);
    expect(native).toMatchObject(named({ ...placed, pServerOver, pAnyOver }));
    expect(native.exact).toMatchObject(named(runToEnd(tasks.exact(state)).summary!));
  });
});
