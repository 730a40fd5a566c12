/** The lab's state: the source whose measured points are shown, and the buffer that is chosen. */
import { formatBytes } from '@/kit/chart/format';
import { sliderStops, type RulerPlan } from '@/kit/lab/ruler';
import { choice, defineState, type Schema } from '@/kit/lab/state';
import { bytes } from './units';

export interface LabState {
  /** The reader's buffer, in bytes. */
  buffer: number;
  source: SourceName;
}

/** The sources that a record may have points of: connections by their keys in the series `sockets`, and devices. */
export const SOURCE_NAMES = ['tcp-cubic', 'tcp-bbr', 'tcp', 'unix', 'zero', 'urandom'] as const;
export type SourceName = (typeof SOURCE_NAMES)[number];

/** Ends of the field, in bytes: from one byte to what no program reads at once. */
const [SMALLEST, LARGEST] = [1, 2 ** 26];

/** The smallest buffer that is drawn, in bytes: below it, all curves are as good as zero. */
export const SMALLEST_DRAWN = 2 ** 8;

/** The source that the lab opens on: what most programs meet. */
const openingOf = (sources: readonly SourceName[]): SourceName =>
  (['tcp-cubic', 'tcp'] as const).find((name) => sources.includes(name)) ?? sources[0]!;

/** The state, of which a record has these sources. */
export const schemaFor = (sources: readonly SourceName[]): Schema<LabState> =>
  defineState<LabState>(
    {
      buffer: bytes({ initial: 2 ** 16, min: SMALLEST, max: LARGEST }),
      source: choice<SourceName>('zero', sources),
    },
    // Links leave out what is the default, so the lab opens elsewhere and the defaults stay.
    { opening: { buffer: 2 ** 15, source: openingOf(sources) } },
  );

/** Stops of the ruler, and of the handle on the curve: every doubling. */
export const STOPS = sliderStops(
  Array.from({ length: Math.log2(LARGEST / SMALLEST_DRAWN) + 1 }, (_, power) => SMALLEST_DRAWN * 2 ** power),
);

export const RULERS = {
  buffer: {
    label: 'Your buffer',
    stops: STOPS,
    ticks: [8, 12, 16, 20, 24].map((power) => 2 ** power),
    write: formatBytes,
    // Without the space before the unit, so that more of them have room.
    writeTick: (buffer) => formatBytes(buffer).replace('\u00a0', ''),
    say: (buffer) => `a buffer of ${formatBytes(buffer)}`,
  },
} satisfies Record<string, RulerPlan>;
