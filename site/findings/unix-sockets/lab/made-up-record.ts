/** A record as the experiment writes it, with figures of nobody's machine: for tests. */
import type { MeasurementRecord, Point } from '@/kit/record/types';
import { MEASURED_CORES, PART_NAMES, TRANSPORT_NAMES, type PartName } from './words';

/** Microseconds of each part, on one core; a byte's are of one byte. */
const PARTS_US: Readonly<Record<'tcp' | 'unix', Record<PartName, number>>> = {
  tcp: { connect: 16, accept: 4, wake: 2.2, call: 2, byte: 0.0003, close: 15 },
  unix: { connect: 5, accept: 3, wake: 2, call: 1.2, byte: 0.0002, close: 4 },
};
/** Waking another core takes longer. */
const WAKE_ALL_US = 18;

const estimate = (value: number) => ({ n: 11, value, low: value * 0.97, high: value * 1.03 });
const point = (at: Point['at'], values: Record<string, number>): Point =>
  ({ at, values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, estimate(value)])) }) as Point;

const isTcp = (transport: string) => transport.startsWith('tcp');

const parts = TRANSPORT_NAMES.flatMap((transport) =>
  MEASURED_CORES.flatMap((core) =>
    PART_NAMES.filter((part) => transport !== 'pipe' || !['connect', 'accept', 'close'].includes(part)).map((part) => {
      const us = part === 'wake' && core === 'all' ? WAKE_ALL_US : PARTS_US[isTcp(transport) ? 'tcp' : 'unix'][part];
      return point({ transport, cores: core, part }, { seconds: us / 1e6 });
    }),
  ),
);
const connecting = TRANSPORT_NAMES.filter((name) => name !== 'pipe');
const perMessage = connecting.flatMap((transport) =>
  MEASURED_CORES.map((core) => {
    const rate = (isTcp(transport) ? 20_000 : 45_000) * (core === 'one' ? 1 : 0.6);
    return point({ transport, cores: core }, { messages_per_second: rate });
  }),
);
const BYTES = [1, 64, 1024, 65_536];
const pingPong = TRANSPORT_NAMES.flatMap((transport) =>
  MEASURED_CORES.flatMap((core) =>
    BYTES.map((bytes) => {
      const rate = (isTcp(transport) ? 79_000 : 112_000) * (core === 'one' ? 1 : 0.2) * (bytes > 1024 ? 0.5 : 1);
      return point({ transport, cores: core, message_bytes: bytes }, { round_trips_per_second: rate });
    }),
  ),
);
const ratios = MEASURED_CORES.flatMap((core) => [
  {
    ...point({ pattern: 'per-message', cores: core, bytes: 12 }, { ratio: core === 'one' ? 2.25 : 1.55 }),
    ...(core === 'all' && { published: { ratio: 2.17 } }),
  },
  ...BYTES.map((bytes) => point({ pattern: 'ping-pong', cores: core, bytes }, { ratio: 1.42 - bytes / 1e6 })),
]);
/** Rounds of both kinds: with the ends on one core, and with a core for each. */
export const ROUNDS = [2.2, 1.4, 1.5, 2.3];
const rounds = ROUNDS.map((ratio, index) =>
  point({ pattern: 'per-message', cores: 'all', bytes: 12, round: index + 1 }, { ratio }),
);
const proxy = [
  point({ server: 'gunicorn', socket: 'unix', keepalive: 'without' }, { requests_per_second: 4000 }),
  point({ server: 'gunicorn', socket: 'tcp', keepalive: 'without' }, { requests_per_second: 3600 }),
  point({ server: 'rust', socket: 'unix', keepalive: 'without' }, { requests_per_second: 20_000 }),
  point({ server: 'rust', socket: 'tcp', keepalive: 'without' }, { requests_per_second: 16_000 }),
  point({ server: 'nginx-static', socket: 'none', keepalive: 'none' }, { requests_per_second: 60_000 }),
];
const proxyRatios = [
  point({ server: 'gunicorn', keepalive: 'without' }, { ratio: 1.11 }),
  point({ server: 'rust', keepalive: 'without' }, { ratio: 1.25 }),
];

const dimension = (name: string) => ({ name, title: name, unit: null });
const series = (id: string, points: Point[]) => ({
  id,
  title: id,
  dimensions: Object.keys(points[0]?.at ?? {}).map(dimension),
  measures: [],
  points,
});

export const madeUpRecord = {
  experiment: 'unix-sockets',
  machineName: 'made-up',
  provenance: { machine: { id: 'made-up', logical_cores: 2, virtualisation: 'kvm' } },
  claims: [],
  series: [
    series('parts', parts),
    series('per-message', perMessage),
    series('ping-pong', pingPong),
    series('ratios', ratios),
    series('rounds', rounds),
    series('proxy', proxy),
    series('proxy-ratios', proxyRatios),
  ],
} as unknown as MeasurementRecord;
