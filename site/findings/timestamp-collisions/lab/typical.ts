/** Where on the time line the measured machine shows what is typical of it. Looked for when the site is built. */
import type { Measured } from './measured';
import { offsetOf, possibleTicks } from './offset';
import { openingOf } from './presets';
import { readingsWithin, tally } from './readings';
import { schemaOpeningOn, type LabState } from './state';
import { fittingSpan, origin } from './stretch';
import type { Trace } from './tasks';

/** A trace of a state's readings, and the share of all its readings that collide. */
export interface Asked {
  trace: Trace;
  share: number;
}

/**
 * Where a picture of a few readings is most like all of them: with the counters in step as with each offset of less than a
 * nanosecond, about as many readings are to collide in it. A few readings can be far from that, and two threads of about one
 * pace stay so for a while.
 */
export function typicalStart(measured: Measured, ask: (state: LabState) => Asked): number {
  const state = schemaOpeningOn(openingOf(measured)).opening;
  const offsets = possibleTicks(measured).map((ticks) => offsetOf(measured, ticks));
  const asked = offsets.filter((offset) => offset < 1).map((residue) => ask({ ...state, residue }));
  const [first] = asked;
  if (!first) return 0;
  const span = fittingSpan(state);
  const misfit = (from: number) => {
    const stretch = { from: origin(state) + from, to: origin(state) + from + span };
    return asked.reduce((sum, { trace, share }) => {
      const { shown, colliding } = tally(readingsWithin(trace, stretch));
      return sum + Math.abs(colliding / Math.max(1, shown) - share);
    }, 0);
  };
  const stride = Math.ceil(state.cost);
  // Up to where every thread's readings are there; the earliest of those that are alike.
  const places = Math.floor((first.trace.each * (state.cost - state.jitter / 2) - span) / stride);
  let best = 0;
  for (let place = 1; place < places; place++) {
    if (misfit(place * stride) < misfit(best * stride)) best = place;
  }
  return best * stride;
}
