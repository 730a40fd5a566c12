/** The lab's rulers: what each sets, how its value is said, and where it stands. */
import { formatBytes, formatSeconds } from '@/kit/chart/format';
import type { NumberName } from '@/kit/lab/controls';
import { decades, sliderStops, type RulerPlan, type WriteValue } from '@/kit/lab/ruler';
import { formatInteger } from '@/kit/lab/state';
import { LIMITS, MOST_APPLICATION_US, type LabState } from './state';

/** Which of the lab's groups of controls it belongs to. */
export type Group = 'application' | 'connection' | 'message' | 'threshold';

export interface RulerShown extends RulerPlan {
  name: NumberName<LabState>;
  group: Group;
}

const bare: WriteValue = (value) => String(value);
const plural = (one: string) => (count: number) => `${formatInteger(count)} ${one}${count === 1 ? '' : 's'}`;
const us = (value: number) => formatSeconds(value / 1e6);

/** Powers of two, from `min` to `max` bytes. */
const powers = (min: number, max: number) =>
  Array.from({ length: Math.log2(max / min) + 1 }, (_, index) => min * 2 ** index);

const KIB = 2 ** 10;
const MIB = 2 ** 20;
/** 12 bytes are those of the published test. */
const SIZES = [0, ...powers(1, 64 * MIB), 12, 100];
const SIZE_TICKS = [0, 1, 64, KIB, 16 * KIB, 256 * KIB, 4 * MIB, 64 * MIB];
const inBytes = {
  say: (bytes: number) => (bytes === 0 ? 'no message' : formatBytes(bytes)),
  write: formatInteger,
  writeTick: (bytes: number) => (bytes === 0 ? 'none' : formatBytes(bytes)),
};

export const rulers: readonly RulerShown[] = [
  {
    name: 'application',
    label: 'Your handler’s own time, in µs',
    group: 'application',
    stops: sliderStops([0, ...decades(1, MOST_APPLICATION_US / 10, [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 9])]),
    ticks: [0, 1, 10, 100, 1000, 10_000, 100_000, 1_000_000],
    say: (value) => (value === 0 ? 'none' : us(value)),
    write: bare,
    writeTick: (value) => (value === 0 ? '0' : us(value)),
  },
  {
    name: 'share',
    label: 'Threshold, in %',
    group: 'threshold',
    stops: sliderStops([...decades(LIMITS.share[0], 10, [1, 2, 3, 4, 5, 6, 7, 8, 9]), 15, 20, 25, 30, 40, 50, 75, 100]),
    ticks: [0.1, 0.5, 1, 2, 5, 10, 20, 50, 100],
    say: (value) => `${value}%`,
    write: bare,
    writeTick: (value) => `${value}%`,
  },
  {
    name: 'requests',
    label: 'Requests per connection',
    group: 'connection',
    stops: sliderStops(decades(1, 10_000, [1, 2, 3, 5])),
    ticks: [1, 10, 100, 1000, 10_000],
    say: plural('request'),
    write: formatInteger,
    writeTick: formatInteger,
  },
  {
    name: 'trips',
    label: 'Round trips per request',
    group: 'connection',
    stops: sliderStops([1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 50, 100]),
    ticks: [1, 2, 5, 10, 20, 50, 100],
    say: plural('round trip'),
    write: formatInteger,
    writeTick: bare,
  },
  {
    name: 'sent',
    label: 'Bytes to the server',
    group: 'message',
    stops: sliderStops(SIZES),
    ticks: SIZE_TICKS,
    ...inBytes,
  },
  {
    name: 'received',
    label: 'Bytes back',
    group: 'message',
    stops: sliderStops(SIZES),
    ticks: SIZE_TICKS,
    ...inBytes,
  },
  {
    name: 'chunk',
    label: 'Most bytes per call',
    group: 'message',
    stops: sliderStops(powers(64, 4 * MIB)),
    ticks: [64, KIB, 4 * KIB, 16 * KIB, 64 * KIB, 256 * KIB, MIB, 4 * MIB],
    say: formatBytes,
    write: formatInteger,
    writeTick: formatBytes,
  },
];
