/** How the lab's quantities are set, written and said: the same where the page is built and where it lives. */
import { formatBytes, formatThroughput } from '@/kit/chart/format';
import type { RulerPlan } from '@/kit/lab/controls';
import type { WriteValue } from '@/kit/lab/ruler';
import { STOPS, type RulerName } from './state';
import { writeNanoseconds } from './units';

export interface RulerShown extends RulerPlan {
  label: string;
  write: WriteValue;
  writeTick: WriteValue;
  /** Values that get a tick and a label. */
  ticks: readonly number[];
}

/** Without the space before the unit, so that more of them have room. */
const closer =
  (write: WriteValue): WriteValue =>
  (value) =>
    write(value).replace('\u00a0', '');

/** What a time for each byte is as a throughput, if there were nothing else. */
const asThroughput = (nanoseconds: number) => formatThroughput(1e9 / nanoseconds);

export const RULERS: Readonly<Record<RulerName, RulerShown>> = {
  call: {
    label: 'Each call costs',
    stops: STOPS.call,
    ticks: [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8],
    write: writeNanoseconds,
    writeTick: closer(writeNanoseconds),
    say: (call) => `${writeNanoseconds(call)} a call`,
  },
  byte: {
    label: 'Each byte costs',
    stops: STOPS.byte,
    ticks: [1e-4, 1e-3, 0.01, 0.1, 1, 10, 100, 1e3],
    write: writeNanoseconds,
    writeTick: closer(writeNanoseconds),
    say: (byte) => `${writeNanoseconds(byte)} a byte, at most ${asThroughput(byte)}`,
  },
  penalty: {
    label: 'Each byte beyond the cache costs more by',
    stops: STOPS.penalty,
    ticks: [0, 1e-3, 0.01, 0.1, 1, 10, 100, 1e3],
    write: (penalty) => (penalty === 0 ? 'nothing' : writeNanoseconds(penalty)),
    writeTick: (penalty) => (penalty === 0 ? '0' : closer(writeNanoseconds)(penalty)),
    say: (penalty) => (penalty === 0 ? 'nothing more' : `${writeNanoseconds(penalty)} a byte more`),
  },
  cache: {
    label: 'The cache ends at',
    stops: STOPS.cache,
    ticks: [10, 12, 14, 16, 18, 20, 23].map((power) => 2 ** power),
    write: formatBytes,
    writeTick: closer(formatBytes),
    say: (cache) => `a cache of ${formatBytes(cache)}`,
  },
  share: {
    label: 'Wanted, of the best throughput',
    stops: STOPS.share,
    ticks: [10, 30, 50, 70, 90, 95, 99],
    write: (share) => `${share}%`,
    writeTick: (share) => `${share}%`,
    say: (share) => `${share}% of the best`,
  },
  buffer: {
    label: 'Your buffer',
    stops: STOPS.buffer,
    ticks: [1, 2 ** 4, 2 ** 8, 2 ** 12, 2 ** 16, 2 ** 20, 2 ** 24],
    write: formatBytes,
    writeTick: closer(formatBytes),
    say: (buffer) => `a buffer of ${formatBytes(buffer)}`,
  },
};
