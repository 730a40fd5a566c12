/** The reverse tool's state: how soon a lost peer is to be noticed, at what price, on what path. */
import { decades, sliderStops } from '@/kit/lab/slider-stops';
import { choice, defineState, integer, real } from '@/kit/lab/state';
import { PROBES, WITHIN } from './limits';
import { span } from './spans';

export const LANGUAGES = ['c', 'go', 'rust', 'java', 'python', 'node'] as const;
export type Language = (typeof LANGUAGES)[number];

export interface ReverseState {
  /** A lost peer is to be noticed within so many seconds. */
  within: number;
  /** A connection that is idle and well may send so many keepalive probes an hour. */
  probes: number;
  /** Round trip time, in milliseconds. */
  rtt: number;
  /** So many such connections, for what they cost together. */
  connections: number;
  /** The language of the lines to paste. */
  language: Language;
}

const HOUR = 3600;

export const schema = defineState<ReverseState>(
  {
    within: span({ initial: 90, min: WITHIN[0], max: WITHIN[1] }),
    probes: integer({ initial: 240, min: PROBES[0], max: PROBES[1] }),
    rtt: real({ initial: 50, min: 0, max: 10_000 }),
    connections: integer({ initial: 10_000, min: 1, max: 10_000_000 }),
    language: choice<Language>('c', LANGUAGES),
  },
  { prefix: 'r-' },
);

export const STOPS = {
  within: sliderStops([2, 3, 5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 300, 600, 900, 1800].concat([1, 2, 3, 6, 12, 24].map((hours) => hours * HOUR))), // prettier-ignore
  // So many that the time between two is a round number of seconds.
  probes: sliderStops([1, 2, 3, 4, 6, 10, 12, 20, 30, 60, 90, 120, 180, 240, 360, 600, 720, 1200, 1800, 3600]),
  rtt: sliderStops([0, ...decades(0.1, 10_000, [1, 2, 5])]),
  connections: sliderStops(decades(1, 10_000_000, [1, 2, 5])),
} as const;

export type RulerName = keyof typeof STOPS;
