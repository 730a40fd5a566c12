import { expect, it } from 'vitest';
import { modelsAtBuild, runToEnd } from '@/kit/lab/models-at-build';
import * as wasm from '@/wasm-pkg/timestamp-collisions/models.js';
import type { Measured } from './measured';
import { offsetOf } from './offset';
import { openingOf } from './presets';
import { readingsWithin, tally } from './readings';
import { schemaOpeningOn, type LabState } from './state';
import { stretchOf } from './stretch';
import { labTasks } from './tasks';
import { typicalStart } from './typical';

const tasks = labTasks(modelsAtBuild('timestamp-collisions', wasm));
const ask = (setting: LabState) => ({
  trace: runToEnd(tasks.trace({ setting, each: 256 })),
  share: runToEnd(tasks.count({ ...setting, samples: 20_000 })).shares.samples,
});
const measured = (cost: number, ticks = 26): Measured => ({
  ...{ machine: '2-core machine', cores: 2, cost, step: 10.015, ticks, from: 0, offsets: [] },
  ...{ shares: { samples: [], published: [] }, rounds: { samples: [], published: [] }, published: [] },
});

it('opens the time line where about as many readings collide as in all, whatever the machine’s pace', () => {
  for (const cost of [21, 24.1, 25.5, 26, 33]) {
    const machine = measured(cost);
    const from = typicalStart(machine, ask);
    const state = schemaOpeningOn(openingOf({ ...machine, from })).opening;
    for (const ticks of [0, 1, 2]) {
      const at = { ...state, residue: offsetOf(machine, ticks) };
      const { trace, share } = ask(at);
      const { shown, colliding } = tally(readingsWithin(trace, stretchOf(at)));
      // Of some seventeen readings, two come or go with each coincidence.
      expect(Math.abs(colliding / shown - share), `${cost} ns, ${ticks} ticks`).toBeLessThan(0.13);
    }
  }
});

it('has but the counters in step to look at where nobody saw ticks', () => {
  const offsets: number[] = [];
  typicalStart(measured(25, 1), (state) => {
    offsets.push(state.residue);
    return ask(state);
  });
  expect(offsets).toEqual([0]);
});
