/** The lab's record and its first state, with the models' answers, when the site is built. */
import { runToEnd } from '@/kit/lab/models-at-build';
import type { MeasurementRecord } from '@/kit/record/types';
import { curveRequest, fitRequest } from './asks';
import type { Shown } from './curve-view';
import { measuredFrom, sourceOf, type Measured } from './measured';
import { startOf } from './presets';
import { costsOf, fittedLaw, FITS, isLaw, schemaFor, type FitName, type LabState } from './state';
import type { FitResult, labTasks } from './tasks';

type Tasks = ReturnType<typeof labTasks>;

/** The cache that a line leaves as it is, in bytes: it has none. */
const NO_CACHE = { cache: 2 ** 18 };
/** Any share that can be asked for: costs do not depend on it. */
const ANY_SHARE = { share: 95 };

/** What was measured, with the costs that the models fit to each source. */
export function measuredWithCosts(record: MeasurementRecord, tasks: Tasks): Measured {
  const measured = measuredFrom(record);
  for (const source of measured.sources) {
    for (const fit of Object.keys(FITS) as FitName[]) {
      const found = runToEnd(tasks.fit(fitRequest({ ...ANY_SHARE, fit }, source)));
      if (found.kind === 'fitted' && isLaw(found)) source.costs[fit] = costsOf(fittedLaw(found), NO_CACHE);
    }
  }
  return measured;
}

/** The state that the lab opens on, complete. */
export function firstShown(
  measured: Measured,
  tasks: Tasks,
): { state: Readonly<LabState>; shown: Shown; fit: FitResult | null } {
  const state = schemaFor(startOf(measured)).opening;
  const source = sourceOf(measured, state.source);
  const fit = source && runToEnd(tasks.fit(fitRequest(state, source)));
  const curve = runToEnd(tasks.curve(curveRequest(state)));
  return { state, shown: { curve, source, fitted: fit?.kind === 'fitted' ? fit : null }, fit };
}
