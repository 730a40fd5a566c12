/** Figures of the record that this lab computes with and shows beside its model. Read from the record when the site is built. */
import { machineOf } from '@/kit/chart/machines';
import { measured as valueOf, point, points, series, type Settings } from '@/kit/record/queries';
import type { Estimate, MeasurementRecord, Point } from '@/kit/record/types';
import type { LabState } from './state';
import type { Estimates, Parts, Request } from './tasks';
import {
  MEASURED_CORES,
  PARTS,
  TRANSPORT_NAMES,
  isMeasuredOn,
  type MeasuredCores,
  type PartName,
  type TransportName,
} from './words';

/** A measured value and the ends of its 95% interval. Short, because all of them stand in the page. */
export type Triple = readonly [value: number, low: number, high: number];

/** Something that both kinds of socket were measured with. */
interface MeasuredPattern {
  cores: MeasuredCores;
  /** Size of each message; 0 in a pattern that has no size. */
  bytes: number;
}

/** A pattern over one kind of socket: seconds for each message or round trip. */
export interface MeasuredTime extends MeasuredPattern {
  transport: TransportName;
  seconds: Triple;
}

/** The rate over a Unix socket, over that over TCP. */
export interface MeasuredRatio extends MeasuredPattern {
  /** None on all cores, where the scheduler places the ends otherwise from round to round: no median is of one placement. */
  ratio: Triple | null;
  /** On all cores, the ratio of each round. */
  rounds: number[];
  /** Ratio that somebody else published for it. */
  published: number | null;
}

/** A server behind nginx. */
export interface MeasuredProxy {
  server: string;
  keepalive: boolean;
  ratio: Triple;
  /**
   * Core time of a request, in seconds, over either kind of socket: cores over requests a second. Time in which a core idles counts as
   * well, since what the processor spent was not measured.
   */
  times: Partial<Record<TransportName, Triple>>;
  /**
   * Everything else that a request takes, in microseconds: nginx, the load generator, and the application without a handler that takes
   * time. Its time over a Unix socket, less the parts.
   */
  rest: number;
}

export interface Measured {
  machine: string;
  parts: Record<MeasuredCores, Record<TransportName, Estimates>>;
  /** A connection for each message, and a kept one, by the size of its messages. */
  messages: { times: MeasuredTime[]; ratios: MeasuredRatio[] };
  pingPong: { times: MeasuredTime[]; ratios: MeasuredRatio[] };
  proxies: MeasuredProxy[];
}

const round = (value: number, digits = 4) => Number(value.toPrecision(digits));
const triple = ({ value, low = value, high = value }: Estimate, digits?: number): Triple => [
  round(value, digits),
  round(low, digits),
  round(high, digits),
];
/** Ratios are headlines: enough digits that they are written like the article's, which are rounded once. */
const ratioOf = (point: Point): Triple => triple(valueOf(point, 'ratio'), 6);
/** The time of one, from how many there are in a second. */
const inverse = ([value, low, high]: Triple): Triple => [round(1 / value), round(1 / high), round(1 / low)];

const isTransport = (name: unknown): name is TransportName => TRANSPORT_NAMES.some((each) => each === name);
/** Nobody connects a pipe: its record has none of these parts. */
const OPTIONAL: readonly PartName[] = ['connect', 'accept', 'close'];

function partsOf(record: MeasurementRecord, transport: TransportName, cores: MeasuredCores): Estimates {
  const all = series(record, 'parts');
  // A machine with one core has no other for either end.
  const there = points(all, { transport, cores }).length > 0 ? cores : 'one';
  const part = (name: PartName): Triple => {
    const at = { transport, cores: there, part: name };
    if (OPTIONAL.includes(name) && points(all, at).length === 0) return [0, 0, 0];
    return triple(valueOf(point(all, at), 'seconds'));
  };
  const names = Object.keys(PARTS) as PartName[];
  const found = names.map((name) => [PARTS[name].each, part(name)] as const);
  const end = (index: 0 | 1 | 2) =>
    Object.fromEntries(found.map(([each, all]) => [each, all[index]])) as never as Parts;
  return { value: end(0), low: end(1), high: end(2) };
}

/** The messages of what the experiment sends through nginx, as near as the lab needs them: HTTP heads with a word of text. */
export const PROXY_REQUEST = { sent: 128, received: 256 } as const;

/**
 * @param unixSeconds what the model says that a request costs over a Unix socket, on one core
 */
export function measuredFrom(
  record: MeasurementRecord,
  unixSeconds: (unix: Estimates, request: Request) => number,
): Measured {
  const parts = byCores((cores) => byTransport(cores, (transport) => partsOf(record, transport, cores)));
  return {
    machine: machineOf(record),
    parts,
    messages: {
      times: timesOf(record, 'per-message', 'messages_per_second'),
      ratios: ratiosOf(record, 'per-message'),
    },
    pingPong: {
      times: timesOf(record, 'ping-pong', 'round_trips_per_second'),
      ratios: ratiosOf(record, 'ping-pong'),
    },
    proxies: proxiesOf(record, (request) => unixSeconds(parts.one.unix, request)),
  };
}

const byCores = <T>(from: (cores: MeasuredCores) => T) =>
  Object.fromEntries(MEASURED_CORES.map((name) => [name, from(name)])) as Record<MeasuredCores, T>;
/** A state has no others: see its conflicts. */
const byTransport = <T>(cores: MeasuredCores, from: (transport: TransportName) => T) =>
  Object.fromEntries(
    TRANSPORT_NAMES.filter((name) => isMeasuredOn(cores, name)).map((name) => [name, from(name)]),
  ) as Record<TransportName, T>;

/** Where the system puts the ends as it likes, anew in any round. */
const MIXED: MeasuredCores = 'all';

function timesOf(record: MeasurementRecord, id: string, measure: string): MeasuredTime[] {
  return points(series(record, id), {}).flatMap(({ at, values }) => {
    const rate = values[measure];
    const median = values['p50_seconds'];
    if (!rate || !isTransport(at['transport']) || at['cores'] === MIXED) return [];
    return [
      {
        transport: at['transport'],
        cores: at['cores'] as MeasuredCores,
        bytes: Number(at['message_bytes'] ?? 0),
        seconds: median ? triple(median) : inverse(triple(rate)),
      },
    ];
  });
}

function ratiosOf(record: MeasurementRecord, pattern: string): MeasuredRatio[] {
  const rounds = record.series.find(({ id }) => id === 'rounds');
  return points(series(record, 'ratios'), { pattern }).map((each) => {
    const { cores, bytes } = each.at as Settings;
    const own = rounds && cores === MIXED ? points(rounds, { pattern, cores, bytes: bytes! }) : [];
    return {
      cores: cores as MeasuredCores,
      bytes: Number(bytes),
      ratio: cores === MIXED ? null : ratioOf(each),
      rounds: own.map((one) => round(valueOf(one, 'ratio').value)),
      published: each.published?.['ratio'] ?? null,
    };
  });
}

/** A server that could not be run, for want of a program, is left out. */
function proxiesOf(record: MeasurementRecord, unixSeconds: (request: Request) => number): MeasuredProxy[] {
  const rates = record.series.find(({ id }) => id === 'proxy');
  const ratios = record.series.find(({ id }) => id === 'proxy-ratios');
  if (!rates || !ratios) return [];
  const cores = record.provenance.machine.logical_cores;
  const timesCores = ([value, low, high]: Triple): Triple => [
    round(cores * value),
    round(cores * low),
    round(cores * high),
  ];
  return points(ratios, {}).flatMap((each) => {
    const { server, keepalive } = each.at as Settings;
    const timeOf = (socket: string) => {
      const [found] = points(rates, { server: server as string, keepalive: keepalive as string, socket });
      const rate = found?.values['requests_per_second'];
      // The experiment takes it likewise for what the parts predict.
      return rate && timesCores(inverse(triple(rate)));
    };
    const [tcp, unix] = [timeOf('tcp'), timeOf('unix')];
    if (!tcp || !unix) return [];
    const kept = keepalive === 'with';
    const restUs = (unix[0] - unixSeconds(proxyRequest(kept))) * 1e6;
    return [
      {
        server: String(server),
        keepalive: kept,
        ratio: ratioOf(each),
        times: { tcp, unix },
        rest: Math.max(0, round(restUs, 3)),
      },
    ];
  });
}

const proxyRequest = (kept: boolean): Request => ({
  connectionsPerRequest: kept ? 0 : 1,
  roundTrips: 1,
  requestBytes: PROXY_REQUEST.sent,
  responseBytes: PROXY_REQUEST.received,
  chunkBytes: 65_536,
  applicationS: 0,
});

/** Everything else that a request of a state takes besides its sockets and the reader's handler, in microseconds; 0 without nginx. */
export const restOf = ({ server, kept }: Readonly<LabState>, { proxies }: Pick<Measured, 'proxies'>): number =>
  proxies.find((proxy) => proxy.server === server && proxy.keepalive === (kept === 'on'))?.rest ?? 0;
