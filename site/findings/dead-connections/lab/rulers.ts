/** The lab's rulers and switches: what each sets, how its value is said, and where it stands. */
import { formatSeconds } from '@/kit/chart/format';
import { decades, sliderStops, steps, type RulerPlan, type SliderStops, type WriteValue } from '@/kit/lab/ruler';
import { formatInteger } from '@/kit/lab/state';
import type { LabState } from './state';

type Names<Kind> = { [K in keyof LabState]: LabState[K] extends Kind ? K : never }[keyof LabState];

/** Which of the lab's groups of controls it belongs to; the one in hand stands by itself. */
export type Group = 'hand' | 'keepalive' | 'retries' | 'grpc' | 'story';

export interface RulerShown extends RulerPlan {
  name: Names<number>;
  group: Group;
}

const bare: WriteValue = (value) => String(value);
/** Short enough to stand under a tick. */
const tick: WriteValue = (seconds) => {
  if (seconds >= 86_400) return `${seconds / 86_400} d`;
  if (seconds >= 3600) return `${seconds / 3600} h`;
  if (seconds >= 60 && seconds % 60 === 0) return `${seconds / 60} min`;
  return formatSeconds(seconds);
};
const plural = (one: string) => (count: number) => `${formatInteger(count)} ${one}${count === 1 ? '' : 's'}`;

/** Seconds up to hours, at values that people set. */
const SECONDS = [
  ...steps(1, 20, 1),
  ...[25, 30, 40, 45, 50, 60, 75, 90, 120, 150, 180, 240, 300, 420, 600, 900, 1200, 1800, 2700],
  ...[3600, 5400, 7200, 10_800, 14_400, 21_600, 32_767],
];
const inSeconds = { say: formatSeconds, write: bare, writeTick: tick };
const inMilliseconds = {
  say: (ms: number) => formatSeconds(ms / 1000),
  write: formatInteger,
  writeTick: (ms: number) => tick(ms / 1000),
};
const SECOND_TICKS = [1, 5, 15, 60, 300, 1800, 7200];
const upTo = (list: readonly number[], most: number) => list.filter((each) => each <= most);

const TIMEOUTS_MS = [
  ...[100, 200, 500, 1000, 1500, 2000, 3000, 4000, 5000, 6000, 8000, 10_000, 15_000, 20_000, 30_000, 45_000],
  ...[60_000, 75_000, 90_000, 120_000, 180_000, 300_000, 600_000, 900_000, 1_800_000, 3_600_000, 7_200_000],
];

/** With off at the end: having no timeout is having one that never strikes. */
function offLast(stops: SliderStops): SliderStops {
  const off = stops.values.length;
  return {
    values: [...stops.values, 0],
    position: (value) => (value === 0 ? off : stops.position(value)),
    value: (position) => (position > off - 0.5 ? 0 : stops.value(position)),
    share: (value) => (value === 0 ? 1 : (stops.share(value) * (off - 1)) / off),
  };
}

export const rulers: readonly RulerShown[] = [
  {
    name: 'idle',
    label: 'TCP_KEEPIDLE, in s',
    group: 'keepalive',
    stops: sliderStops(SECONDS),
    ticks: SECOND_TICKS,
    ...inSeconds,
  },
  {
    name: 'interval',
    label: 'TCP_KEEPINTVL, in s',
    group: 'keepalive',
    stops: sliderStops(upTo(SECONDS, 3600)),
    ticks: upTo(SECOND_TICKS, 3600),
    ...inSeconds,
  },
  {
    name: 'probes',
    label: 'TCP_KEEPCNT',
    group: 'keepalive',
    stops: sliderStops([...steps(1, 20, 1), 30, 50, 127]),
    ticks: [1, 3, 5, 9, 20, 127],
    say: plural('probe'),
    write: bare,
    writeTick: bare,
  },
  {
    name: 'timeout',
    label: 'TCP_USER_TIMEOUT, in ms',
    group: 'hand',
    stops: offLast(sliderStops(TIMEOUTS_MS)),
    ticks: [100, 1000, 3000, 10_000, 30_000, 90_000, 600_000, 0],
    say: (ms) => (ms === 0 ? 'off' : formatSeconds(ms / 1000)),
    write: formatInteger,
    writeTick: (ms) => (ms === 0 ? 'off' : tick(ms / 1000)),
  },
  {
    name: 'retries',
    label: 'tcp_retries2',
    group: 'retries',
    stops: sliderStops([...steps(0, 20, 1), 30]),
    ticks: [0, 3, 5, 8, 12, 15, 20],
    say: (count) => `${count} ${count === 1 ? 'retry' : 'retries'}`,
    write: bare,
    writeTick: bare,
  },
  {
    name: 'rtt',
    label: 'Round trip, in ms',
    group: 'retries',
    stops: sliderStops([0, ...decades(0.05, 2000, [1, 2, 5])]),
    ticks: [0, 0.1, 1, 10, 100, 1000],
    say: (ms) => formatSeconds(ms / 1000),
    write: bare,
    writeTick: (ms) => (ms === 0 ? '0' : formatSeconds(ms / 1000)),
  },
  {
    name: 'ping',
    label: 'gRPC keepalive time, in s',
    group: 'grpc',
    stops: sliderStops(SECONDS),
    ticks: SECOND_TICKS,
    ...inSeconds,
  },
  {
    name: 'pong',
    label: 'gRPC keepalive timeout, in s',
    group: 'grpc',
    stops: sliderStops(upTo(SECONDS, 600)),
    ticks: upTo(SECOND_TICKS, 600),
    ...inSeconds,
  },
  {
    name: 'every',
    label: 'It writes every, in ms',
    group: 'story',
    stops: sliderStops(decades(10, 600_000, [1, 2, 5])),
    ticks: [10, 100, 1000, 10_000, 60_000, 600_000],
    ...inMilliseconds,
  },
  {
    name: 'buffer',
    label: 'Its send buffer holds, in writes (0: all)',
    group: 'story',
    stops: sliderStops([0, ...decades(1, 100_000, [1, 2, 5])]),
    ticks: [0, 1, 10, 100, 1000, 10_000, 100_000],
    say: (writes) => (writes === 0 ? 'all writes' : plural('write')(writes)),
    write: formatInteger,
    writeTick: (writes) => (writes === 0 ? 'all' : formatInteger(writes)),
  },
  {
    name: 'back',
    label: 'The peer is back after, in s',
    group: 'story',
    stops: sliderStops([0, ...upTo(SECONDS, 3600)]),
    ticks: upTo(SECOND_TICKS, 3600),
    ...inSeconds,
  },
  {
    name: 'forget',
    label: 'The firewall forgets after, in s',
    group: 'story',
    stops: sliderStops([...upTo(SECONDS, 14_400), 350, 7440, 86_400].sort((a, b) => a - b)),
    ticks: [1, 15, 60, 350, 7200, 86_400],
    say: formatSeconds,
    write: bare,
    writeTick: tick,
  },
  {
    name: 'allowed',
    label: 'During calls the server permits a PING every, in s',
    group: 'grpc',
    stops: sliderStops([0, ...SECONDS]),
    ticks: [0, ...SECOND_TICKS],
    say: formatSeconds,
    write: bare,
    writeTick: (seconds) => (seconds === 0 ? 'all' : tick(seconds)),
  },
];
