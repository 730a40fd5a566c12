/** Which stretch of time the time line shows, and how it moves. Pure; times in nanoseconds. */
import { threadsWithin, type Stretch } from './readings';
import { lineEnd, longestSpan, processors, readTime, type LabState } from './state';
import type { Trace } from './tasks';

/** How many reads of each thread are shown while the reader has not zoomed: many, and still room to see each on a phone. */
const READS = 8.5;
/** Ticks of a clock that is coarser than its reads; several, to see readings fan in on each. */
const TICKS = 2.6;
/** The narrowest stretch: a tenth of a nanosecond. */
const SHORTEST = 0.1;

/** How long every value of the clock lasts: the coarser of its unit and its counter's step. */
export const granularity = ({ unit, step }: Pick<LabState, 'unit' | 'step'>): number => Math.max(unit, step);

/** How much is shown while the reader has not said. */
export const fittingSpan = (state: LabState): number =>
  Math.min(Math.max(READS * readTime(state), TICKS * granularity(state)), longestSpan(state));

/**
 * Where the time line begins: threads start one step of the counter after zero, so that no residue reaches below it. A
 * unit that is coarser still begins at zero itself.
 */
export const origin = ({ step, unit }: Pick<LabState, 'step' | 'unit'>): number => (unit > step ? 0 : step);

/** The stretch that is shown. */
export function stretchOf(state: LabState): Stretch {
  const from = origin(state) + state.from;
  return { from, to: from + (state.span || fittingSpan(state)) };
}

/** Who runs somewhere near a stretch leaves reads so many of which are within reach. */
const READS_NEAR = 3;

/** The threads that are on a core during a stretch: all of them, unless some have to wait. */
export function running(state: LabState, trace: Trace, { from, to }: Stretch): number[] {
  if (state.threads <= processors(state)) return Array.from({ length: state.threads }, (_, thread) => thread);
  const near = READS_NEAR * readTime(state);
  return threadsWithin(trace, { from: from - near, to: to + near });
}

/** The part of the state that shows a stretch, or the nearest one there is. */
export function showing(state: LabState, { from, to }: Stretch): Pick<LabState, 'from' | 'span'> {
  const span = Math.min(tidy(Math.max(to - from, SHORTEST), to - from), longestSpan(state));
  // Zooming past a limit must not move the picture sideways.
  const start = from + (to - from - span) / 2 - origin(state);
  return { from: Math.min(Math.max(tidy(start, span), 0), lineEnd(state) - span), span };
}

/** With no more digits than can be seen: a thousandth of the span. */
function tidy(time: number, span: number): number {
  const grain = 10 ** (Math.floor(Math.log10(span)) - 3);
  return Number((Math.round(time / grain) * grain).toPrecision(12));
}

/** Shows more (`factor` above 1) or less around a point that stays where it is. */
export function zoomed({ from, to }: Stretch, factor: number, around: number): Stretch {
  return { from: around - (around - from) * factor, to: around + (to - around) * factor };
}

export const moved = ({ from, to }: Stretch, by: number): Stretch => ({ from: from + by, to: to + by });
