/** The lab's state: what a call and a byte cost, the buffer that is chosen, and what is shown beside. */
import { decades, sliderStops } from '@/kit/lab/slider-stops';
import { choice, defineState, real, type Schema } from '@/kit/lab/state';
import { HEADLINE_BUFFER, LARGEST, SMALLEST } from './sizes';
import type { Fitted, Law } from './tasks';
import { bytes, nanoseconds } from './units';

export interface LabState {
  view: View;
  /** What each call costs, however little it moves, in nanoseconds. */
  call: number;
  /** What each byte costs besides, in nanoseconds. */
  byte: number;
  /** From this many bytes on, a buffer no longer fits into the cache. */
  cache: number;
  /** What each byte beyond costs more, in nanoseconds; 0 where nothing does. */
  penalty: number;
  /** The share of the best throughput that is wanted, in percent. */
  share: number;
  /** The reader's buffer, in bytes. */
  buffer: number;
  /** Whose measured points are shown. */
  source: SourceName;
  /** What is fitted to them. */
  fit: FitName;
}

export type View = 'share' | 'throughput' | 'time';
export const VIEWS: Readonly<Record<View, string>> = {
  share: 'Share of the best',
  throughput: 'Throughput',
  time: 'Time per call',
};

/** The sources whose points a record may have, with the sizes that are meant where there are two. */
export const SOURCES = {
  zero: '/dev/zero',
  urandom: '/dev/urandom',
  unix: 'Unix socket, by size of writes',
  tcp: 'TCP, by size of writes',
  none: 'nothing',
} as const;
export type SourceName = keyof typeof SOURCES;

export const FITS = {
  knee: 'all sizes, with the cache',
  linear: 'sizes up to the peak, a line',
} as const;
export type FitName = keyof typeof FITS;

/** What is set by a ruler. */
export type RulerName = 'call' | 'byte' | 'cache' | 'penalty' | 'share' | 'buffer';

/** What makes up a law, as the state has it. */
export type Costs = Pick<LabState, 'call' | 'byte' | 'cache' | 'penalty'>;

const LIMITS = {
  call: { min: 1, max: 1e8 },
  byte: { min: 1e-4, max: 1e3 },
  cache: { min: 2 ** 10, max: LARGEST / 2 },
  penalty: { min: 0, max: 1e3 },
} as const;

/** The state begins with the record's own costs, and with the fit that they come from. The lab opens on what is left past the best. */
export const schemaFor = ({ costs: start, fit }: { costs: Costs; fit: FitName }): Schema<LabState> =>
  defineState<LabState>(
    {
      view: choice<View>('throughput', Object.keys(VIEWS) as View[]),
      call: nanoseconds({ initial: start.call, ...LIMITS.call }),
      byte: nanoseconds({ initial: start.byte, ...LIMITS.byte }),
      cache: bytes({ initial: start.cache, ...LIMITS.cache }),
      penalty: nanoseconds({ initial: start.penalty, ...LIMITS.penalty }),
      share: real({ initial: 95, min: 1, max: 99.9 }),
      buffer: bytes({ initial: 2 ** 16, min: SMALLEST, max: LARGEST }),
      source: choice<SourceName>('zero', Object.keys(SOURCES) as SourceName[]),
      fit: choice<FitName>(fit, Object.keys(FITS) as FitName[]),
    },
    { opening: { view: 'share', buffer: HEADLINE_BUFFER } },
  );

const MANTISSAS = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8];
const powers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => 2 ** (from + index));

export const STOPS = {
  call: sliderStops(decades(LIMITS.call.min, LIMITS.call.max, MANTISSAS)),
  byte: sliderStops(decades(LIMITS.byte.min, LIMITS.byte.max, MANTISSAS)),
  cache: sliderStops(powers(10, 25).flatMap((size, index) => (index === 0 ? [size] : [size * 0.75, size]))),
  penalty: sliderStops([0, ...decades(1e-4, LIMITS.penalty.max, MANTISSAS)]),
  share: sliderStops(
    [...Array.from({ length: 10 }, (_, i) => 10 * i), 75, 85, ...Array.from({ length: 10 }, (_, i) => 90 + i)].filter(
      (share) => share > 0,
    ),
  ),
  buffer: sliderStops(powers(0, 26)),
} as const;

/** The law that a state describes, in SI units. */
export function lawOf({ call, byte, cache, penalty }: Costs): Law {
  return {
    perCallS: call / 1e9,
    perByteS: byte / 1e9,
    ...(penalty > 0 && { cacheBytes: cache }),
    cachePenaltySPerByte: penalty / 1e9,
  };
}

/** The fitted law itself, without how sure it is. */
export const fittedLaw = ({ perCallS, perByteS, cacheBytes, cachePenaltySPerByte }: Fitted): Law => ({
  perCallS: perCallS.value,
  perByteS: perByteS.value,
  ...(cacheBytes && { cacheBytes: cacheBytes.value }),
  cachePenaltySPerByte: cachePenaltySPerByte?.value ?? 0,
});

/**
 * Whether a fit is a law to set the lab to. One whose bytes cost nothing is none, nor is one with a cache that is smaller than any, or
 * within which bytes may cost nothing: that is a line that begins elsewhere.
 */
export const isLaw = ({ perByteS, cacheBytes }: Pick<Fitted, 'perByteS' | 'cacheBytes'>): boolean =>
  perByteS.value > 0 && (!cacheBytes || (perByteS.low > 0 && cacheBytes.value >= LIMITS.cache.min));

/** Rounds to so many digits: more than anybody measures, few enough to read in an address. */
const digits = (value: number, count: number) => Number(value.toPrecision(count));
const within = (value: number, { min, max }: { min: number; max: number }) => Math.min(max, Math.max(min, value));

/** The costs that describe a law, in four digits; what the law does not have stays as it is. */
export function costsOf(law: Law, current: Pick<Costs, 'cache'>): Costs {
  const { perCallS, perByteS, cacheBytes, cachePenaltySPerByte } = law;
  return {
    call: within(digits(perCallS * 1e9, 4), LIMITS.call),
    byte: within(digits(perByteS * 1e9, 4), LIMITS.byte),
    cache: cacheBytes === undefined ? current.cache : within(Math.round(cacheBytes), LIMITS.cache),
    penalty: cacheBytes === undefined ? 0 : within(digits(cachePenaltySPerByte * 1e9, 4), LIMITS.penalty),
  };
}
