/** The lab's rulers: what each sets, how its value is said, and its group of controls. */
import { formatSeconds } from '@/kit/chart/format';
import { decades, sliderStops, steps, type RulerPlan, type SliderStops, type WriteValue } from '@/kit/lab/ruler';
import { formatInteger } from '@/kit/lab/state';
import type { LabState } from './state';

/** A group of controls; the ruler in hand stands by itself. */
export type Group = 'hand' | 'keepalive' | 'retries' | 'grpc' | 'story';

export interface RulerShown extends RulerPlan {
  name: { [K in keyof LabState]: LabState[K] extends number ? K : never }[keyof LabState];
  group: Group;
}

/** Short enough to stand under a tick. */
const tick: WriteValue = (seconds) => {
  if (seconds === 0) return '0';
  const units = [
    [86_400, 'd'],
    [3600, 'h'],
    [60, 'min'],
  ] as const;
  const [size, unit] = units.find(([size]) => seconds % size === 0) ?? [];
  return size === undefined ? formatSeconds(seconds) : `${seconds / size} ${unit}`;
};

/** Seconds up to hours, at values that people set. */
const SECONDS = [
  ...steps(1, 20, 1),
  ...[25, 30, 40, 45, 50, 60, 75, 90, 120, 150, 180, 240, 300, 420, 600, 900, 1200, 1800, 2700],
  ...[3600, 5400, 7200, 10_800, 14_400, 21_600, 32_767],
];
const upTo = (most: number) => SECONDS.filter((each) => each <= most);

/** A ruler of seconds, which may have a fraction. */
const inSeconds = (stops: readonly number[], ticks: readonly number[] = [1, 5, 15, 60, 300, 1800, 7200]) => ({
  stops: sliderStops(stops),
  ticks: ticks.filter((each) => stops.includes(each)),
  say: formatSeconds,
  write: String,
  writeTick: tick,
});

const inMilliseconds = (stops: readonly number[], ticks: readonly number[]) => ({
  stops: sliderStops(stops),
  ticks,
  say: (ms: number) => formatSeconds(ms / 1000),
  write: formatInteger,
  writeTick: (ms: number) => tick(ms / 1000),
});

const counted = (stops: readonly number[], ticks: readonly number[], one: string, more: string) => ({
  stops: sliderStops(stops),
  ticks,
  say: (count: number) => `${count} ${count === 1 ? one : more}`,
});

const TIMEOUTS_MS = [
  ...[100, 200, 500, 1000, 1500, 2000, 3000, 4000, 5000, 6000, 8000, 10_000, 15_000, 20_000, 30_000, 45_000],
  ...[60_000, 75_000, 90_000, 120_000, 180_000, 300_000, 600_000, 900_000, 1_800_000, 3_600_000, 7_200_000],
];

/** With off at the end: having no timeout is having one that never strikes. */
function offLast({ stops, ticks, ...ruler }: ReturnType<typeof inMilliseconds>): Omit<RulerPlan, 'label'> {
  const off = stops.values.length;
  const orOff =
    (write: WriteValue): WriteValue =>
    (value) =>
      value === 0 ? 'off' : write(value);
  const withOff: SliderStops = {
    values: [...stops.values, 0],
    position: (value) => (value === 0 ? off : stops.position(value)),
    value: (position) => (position > off - 0.5 ? 0 : stops.value(position)),
    share: (value) => (value === 0 ? 1 : (stops.share(value) * (off - 1)) / off),
  };
  const { say, write, writeTick } = ruler;
  return { stops: withOff, ticks: [...ticks, 0], say: orOff(say), write: orOff(write), writeTick: orOff(writeTick) };
}

const RTTS_MS = [0, ...decades(0.05, 2000, [1, 2, 5])];
const FORGOTTEN_S = [...upTo(14_400), 350, 7440, 86_400];
const timeouts = inMilliseconds(TIMEOUTS_MS, [100, 1000, 3000, 10_000, 30_000, 90_000, 600_000]);

export const rulers: readonly RulerShown[] = [
  { name: 'timeout', label: 'TCP_USER_TIMEOUT, in ms', group: 'hand', ...offLast(timeouts) },
  { name: 'idle', label: 'TCP_KEEPIDLE, in s', group: 'keepalive', ...inSeconds(SECONDS) },
  { name: 'interval', label: 'TCP_KEEPINTVL, in s', group: 'keepalive', ...inSeconds(upTo(3600)) },
  {
    name: 'probes',
    label: 'TCP_KEEPCNT',
    group: 'keepalive',
    ...counted([...steps(1, 20, 1), 30, 50, 127], [1, 3, 5, 9, 20, 127], 'probe', 'probes'),
  },
  {
    name: 'retries',
    label: 'tcp_retries2',
    group: 'retries',
    ...counted([...steps(0, 20, 1), 30], [0, 3, 5, 8, 12, 15, 20], 'retry', 'retries'),
  },
  {
    name: 'rtt',
    label: 'Round trip, in ms',
    group: 'retries',
    ...inMilliseconds(RTTS_MS, [0, 0.1, 1, 10, 100, 1000]),
    write: String,
  },
  { name: 'ping', label: 'gRPC keepalive time, in s', group: 'grpc', ...inSeconds(SECONDS) },
  { name: 'pong', label: 'gRPC keepalive timeout, in s', group: 'grpc', ...inSeconds(upTo(600)) },
  {
    name: 'allowed',
    label: 'During calls the server permits a PING every, in s',
    group: 'grpc',
    ...inSeconds([0, ...SECONDS], [0, 1, 5, 15, 60, 300, 1800, 7200]),
  },
  {
    name: 'every',
    label: 'It writes every, in ms',
    group: 'story',
    ...inMilliseconds(decades(10, 600_000, [1, 2, 5]), [10, 100, 1000, 10_000, 60_000, 600_000]),
  },
  { name: 'back', label: 'The peer is back after, in s', group: 'story', ...inSeconds([0, ...upTo(3600)]) },
  {
    name: 'forget',
    label: 'The firewall forgets after, in s',
    group: 'story',
    ...inSeconds(FORGOTTEN_S, [1, 15, 60, 350, 7200, 86_400]),
  },
];
