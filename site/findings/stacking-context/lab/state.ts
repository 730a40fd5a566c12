/** The lab's state: how many people a group has, and what the simulation draws from. */
import { sliderStops, steps } from '@/kit/lab/slider-stops';
import { defineState, integer } from '@/kit/lab/state';
import { LIMITS } from '@/wasm-pkg/stacking-context/limits';

export interface LabState {
  people: number;
  seed: number;
}

const [FEWEST, MOST] = LIMITS.people;

export const schema = defineState<LabState>({
  people: integer({ initial: 23, min: FEWEST, max: MOST }),
  seed: integer({ initial: 1, min: 0, max: Number.MAX_SAFE_INTEGER }),
});

export const STOPS = { people: sliderStops(steps(FEWEST, MOST, 1)) };

export const PRESETS = [
  { id: 'even-odds', label: '23 people', people: 23 },
  { id: 'class', label: 'a school class of 30', people: 30 },
  { id: 'bus', label: 'a full bus: 60', people: 60 },
] as const;
