/** Names of the kinds of socket, of servers and of the parts of a request. */
import type { Breakdown, Counts, Parts } from './tasks';

/** The kinds of socket, as the record names them. */
export const TRANSPORT_NAMES = ['tcp', 'tcp-nodelay', 'unix', 'seqpacket', 'pipe'] as const;
export type TransportName = (typeof TRANSPORT_NAMES)[number];

interface TransportWords {
  /** In the sentence that the choices make, and at its bar. */
  name: string;
  /** Where room is short. */
  short: string;
}

export const TRANSPORTS: Readonly<Record<TransportName, TransportWords>> = {
  tcp: { name: 'TCP', short: 'TCP' },
  'tcp-nodelay': { name: 'TCP with TCP_NODELAY', short: 'TCP nodelay' },
  unix: { name: 'a Unix socket', short: 'Unix' },
  seqpacket: { name: 'a Unix seqpacket socket', short: 'seqpacket' },
  pipe: { name: 'a pair of pipes', short: 'pipes' },
};

/** Servers behind nginx, as the record names them, by what the lab calls them; first, that there is none. */
export const SERVERS = { none: 'no nginx', rust: 'nginx and a fast server', gunicorn: 'nginx and Flask' } as const;
export type ServerName = keyof typeof SERVERS;

/** A name at the beginning of a sentence or a line. */
export const capitalised = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

interface PartWords {
  name: string;
  /** An explanation for those who hear of it for the first time. */
  hint: string;
  /** Where the model's answer has its time, how often it occurs, and the time of one. */
  time: keyof Breakdown & `${string}S`;
  count: keyof Counts;
  each: keyof Parts;
}

/** The parts of a request's cost that the kernel causes, in the order in which they stand in a bar. */
export const PARTS = {
  connect: {
    name: 'connect',
    hint: 'the client’s connect()',
    time: 'connectS',
    count: 'connects',
    each: 'connectS',
  },
  accept: { name: 'accept', hint: 'the server’s accept()', time: 'acceptS', count: 'accepts', each: 'acceptS' },
  wake: {
    name: 'wake-up',
    hint: 'until the side that waits is running again',
    time: 'wakeS',
    count: 'wakes',
    each: 'wakeS',
  },
  call: { name: 'calls', hint: 'send() and recv(), without their bytes', time: 'callS', count: 'calls', each: 'callS' },
  byte: {
    name: 'bytes',
    hint: 'copied into the kernel and out again',
    time: 'byteS',
    count: 'bytes',
    each: 'perByteS',
  },
  close: { name: 'close', hint: 'close() at both ends', time: 'closeS', count: 'closes', each: 'closeS' },
} as const satisfies Record<string, PartWords>;

export type PartName = keyof typeof PARTS;
export const PART_NAMES = Object.keys(PARTS) as PartName[];

/** Where parts were measured: with both ends on one core, with a core for each, and wherever the system put them. */
export const MEASURED_CORES = ['one', 'apart', 'all'] as const;
export type MeasuredCores = (typeof MEASURED_CORES)[number];

/** True if a kind of socket was measured there: only two were with a core for each end. */
export const isMeasuredOn = (cores: CoresName, transport: TransportName): boolean =>
  cores !== 'apart' || transport === 'tcp' || transport === 'unix';

/**
 * Where a request is served, and the kind of its time. No busy core has to be woken: its parts are those of one core that both ends share.
 * Of servers behind nginx the record has rates, so that a request's time there is that of all cores together.
 */
export const CORES = {
  one: { name: 'one core', parts: 'one', time: 'time' },
  apart: { name: 'a core for each end', parts: 'apart', time: 'time' },
  all: { name: 'all cores', parts: 'all', time: 'time' },
  busy: { name: 'busy cores', parts: 'one', time: 'core time' },
} as const satisfies Record<string, { name: string; parts: MeasuredCores; time: string }>;
export type CoresName = keyof typeof CORES;
