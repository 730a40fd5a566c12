/** What a state shows, worked out where the site is built, and in tests. */
import { modelsAtBuild, runToEnd } from '@/kit/lab/models-at-build';
import * as models from '@/wasm-pkg/load-balancing/models.js';
import { measuredRounds, shownRounds, type Shown } from './figures';
import type { Measured } from './rounds';
import type { LabState } from './state';
import { labTasks } from './tasks';

export function shownAtBuild(state: Readonly<LabState>, measured: Measured | null): Shown {
  const tasks = labTasks(modelsAtBuild('load-balancing', models));
  if (state.view === 'placements') {
    const moments = runToEnd(tasks.placed(state));
    return { moments, all: [moments], kind: 'live', chance: runToEnd(tasks.chance(state)) };
  }
  const known = measuredRounds(state, measured);
  return known ? shownRounds(known, state, 'measured') : shownRounds(runToEnd(tasks.rounds(state)), state, 'live');
}
