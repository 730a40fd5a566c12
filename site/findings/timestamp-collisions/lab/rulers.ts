/** The lab's rulers: what each sets and how its value is said. */
import { sliderStops, type RulerPlan, type WriteValue } from '@/kit/lab/ruler';
import { formatInteger } from '@/kit/lab/state';
import type { Measured } from './measured';
import { offsetOf, offsetWords, possibleTicks, ticksOf } from './offset';
import { STOPS, type LabState } from './state';
import { formatNanoseconds, formatTime, tickTime } from './time';

export interface RulerShown extends RulerPlan {
  name: keyof typeof STOPS;
  /** True if it matters in a state. */
  matters?: (state: LabState) => boolean;
}

const DECADES = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9];
const upTo = (most: number) => DECADES.filter((time) => time <= most);
const time = { say: formatTime, write: formatNanoseconds, writeTick: tickTime };
const plural = (one: string) => (count: number) => `${formatInteger(count)} ${one}${count === 1 ? '' : 's'}`;
const bare: WriteValue = (value) => String(value);

/** A ruler under the hand: how far the counters of two cores are apart, in ticks of the measured machine's counter. */
export function offsetRuler(measured: Measured | null): RulerShown {
  const ruler = { name: 'residue', label: 'Offset between the cores’ counters, in ns', ...time } as const;
  if (!measured || measured.ticks < 2) {
    return { ...ruler, stops: STOPS.residue, ticks: [0, 1, 3, 10, 30, 100, 1e3, 1e6, 1e9] };
  }
  // Half a step is as far as they can be apart: a counter that is further ahead is less far behind.
  const ticks = possibleTicks(measured).filter((each) => each <= measured.ticks / 2);
  const stops = ticks.map((each) => offsetOf(measured, each));
  const ticksAt = (offset: number) => String(ticksOf(measured, offset));
  return {
    ...ruler,
    label: `${ruler.label} (marks: ticks)`,
    stops: sliderStops(stops),
    // A mark for each tick, and none for its parts.
    ticks: stops.filter((_, index) => Number.isInteger(ticks[index])),
    say: (offset) => offsetWords(measured, offset),
    writeTick: ticksAt,
  };
}

/** The other ruler under the hand. */
export const threadsRuler: RulerShown = {
  name: 'threads',
  label: 'Threads',
  stops: STOPS.threads,
  ticks: [1, 2, 4, 8, 16, 32, 64],
  say: plural('thread'),
  write: formatInteger,
};

/** The rulers that are folded. */
export const rulers: readonly RulerShown[] = [
  { name: 'cost', label: 'A read takes, in ns', stops: STOPS.cost, ticks: upTo(1e6), ...time },
  { name: 'jitter', label: 'Give or take, in ns', stops: STOPS.jitter, ticks: [0, ...upTo(1e6)], ...time },
  {
    name: 'unit',
    label: 'The clock reports multiples of, in ns',
    stops: STOPS.unit,
    ticks: upTo(1e9),
    ...time,
  },
  {
    name: 'step',
    label: 'Its counter advances by, in ns',
    stops: STOPS.step,
    ticks: upTo(1e9),
    ...time,
  },
  {
    name: 'phase',
    label: 'Each thread starts later by, in ns',
    stops: STOPS.phase,
    ticks: [0, ...upTo(1e6)],
    ...time,
    matters: ({ start }) => start === 'spaced',
  },
  {
    name: 'cores',
    label: 'Cores',
    stops: STOPS.cores,
    ticks: [1, 2, 4, 8, 16, 32, 64],
    say: plural('core'),
    write: formatInteger,
  },
  {
    name: 'hardware',
    label: 'Hardware threads of a core',
    stops: STOPS.hardware,
    ticks: [1, 2, 3, 4, 8],
    say: plural('hardware thread'),
    write: formatInteger,
  },
  {
    name: 'sharing',
    label: 'Beside a busy one a read takes, times as long',
    stops: STOPS.sharing,
    ticks: [1, 1.5, 2, 3, 4],
    say: (times) => `${times} times as long`,
    write: bare,
    writeTick: bare,
    matters: ({ hardware }) => hardware > 1,
  },
  {
    name: 'samples',
    label: 'Readings of each thread that are counted',
    stops: STOPS.samples,
    ticks: [1e3, 1e4, 1e5, 1e6, 1e7],
    say: plural('reading'),
    write: formatInteger,
  },
];
