import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { modelsAtBuild, runToEnd } from '@/kit/lab/models-at-build';
import * as models from '@/wasm-pkg/stale-load/models.js';
import { compiledExperiment, compileExperiments } from '@/scripts/lib/rust-tests.mjs';
import { schema } from './state';
import { labTasks, requestsBehind } from './tasks';

/** What the experiment's command `one` prints: figures of one setting, simulated natively, and exactly. */
type Native = Record<'mean_time' | 'p50_time' | 'p99_time', { value: number }> & {
  exact: Record<'mean_time' | 'p50_time' | 'p99_time', number> | null;
};

/** The command’s flags for the policies of the first example. */
const FLAGS = { least: ['least'], 'best-of-2': ['best', '--choices', '2'], random: ['random'] } as const;

it('has in its first example, to the last bit, the figures that the experiment simulates natively', async () => {
  await compileExperiments();
  const state = schema.initial;
  const { servers, rho, information, age, arrivals, work, seed } = state;
  const settings = { servers, utilisation: rho, information, age, arrivals, service: work, seed };
  const flags = Object.entries({ ...settings, requests: requestsBehind(servers) });
  for (const { policy, simulated, exact } of runToEnd(labTasks(modelsAtBuild('stale-load', models)).rows(state)).rows) {
    const question = [
      ...flags.flatMap(([name, value]) => [`--${name}`, String(value)]),
      '--policy',
      ...FLAGS[policy as keyof typeof FLAGS],
    ];
    const native = JSON.parse(
      execFileSync(compiledExperiment('stale-load'), ['one', ...question], { encoding: 'utf8' }),
    ) as Native;
    const { mean_time, p50_time, p99_time } = native;
    const found = { mean: mean_time.value, p50: p50_time.value, p99: p99_time.value };
    expect(found, policy).toEqual({ ...simulated });
    const known = native.exact;
    expect(known && { mean: known.mean_time, p50: known.p50_time, p99: known.p99_time }, policy).toEqual(exact);
  }
}, 600_000);
