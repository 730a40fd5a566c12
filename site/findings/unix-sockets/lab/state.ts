/** The lab's state, what of it each control sets, and what the model is asked for it. */
import { choice, defineState, integer, real, type Conflict, type Fields, type Schema } from '@/kit/lab/state';
import type { Request } from './tasks';
import {
  CORES,
  SERVERS,
  TRANSPORT_NAMES,
  isMeasuredOn,
  type CoresName,
  type ServerName,
  type TransportName,
} from './words';

export const VIEWS = { time: 'By time', size: 'By size', parts: 'Parts' } as const;
export type ViewName = keyof typeof VIEWS;

const SWITCH = ['off', 'on'] as const;
export type Switch = (typeof SWITCH)[number];

export interface LabState {
  /** The two kinds of socket that are compared: the ratio is the rate over `against`, over that over `transport`. */
  transport: TransportName;
  against: TransportName;
  cores: CoresName;
  /** The server behind nginx, with all that it and its load take besides the sockets. */
  server: ServerName;
  /** On if the connection is there already and stays; otherwise it is closed after so many requests. */
  kept: Switch;
  requests: number;
  /** Round trips of a request. */
  trips: number;
  /** Bytes of each round trip, to the server and back. */
  sent: number;
  received: number;
  /** Most bytes handed over by one call. */
  chunk: number;
  /** The reader's handler's own time for a request, in microseconds: besides what the server takes by itself. */
  application: number;
  /** From which difference on the kind of socket matters, in percent. */
  share: number;
  view: ViewName;
}

const US_PER_S = 1e6;
export const MOST_APPLICATION_US = 10 * US_PER_S;
export const MOST_BYTES = 2 ** 30;
export const LIMITS = { share: [0.1, 100] } as const;

/** Whether one of the two is a pair of pipes, whose ends are there from the beginning: nobody connects them. */
export const isPiped = ({ transport, against }: Readonly<LabState>): boolean =>
  transport === 'pipe' || against === 'pipe';

/** Why the number of requests per connection changes nothing; nothing where it does. */
export function whyNot(state: Readonly<LabState>): string {
  if (isPiped(state)) return 'Pipes are there from the beginning: nobody connects them.';
  return state.kept === 'on' ? 'The connection is kept for ever.' : '';
}

/** Whether both kinds of socket that are compared, and the server, were measured on these cores. */
export const isOffered = (cores: CoresName, { transport, against, server }: Readonly<LabState>): boolean =>
  isMeasuredOn(cores, transport) && isMeasuredOn(cores, against) && (server === 'none' || cores === 'busy');

/** The other kind: what a comparison falls back to when both are the same. */
const otherThan = (transport: TransportName): TransportName => (transport === 'unix' ? 'tcp' : 'unix');

function conflict(state: Readonly<LabState>): Conflict<LabState> | undefined {
  const { transport, against, cores, server, kept, sent, received } = state;
  if (transport === against) {
    return { parameter: 'against', value: otherThan(transport), because: 'is what it would be compared with' };
  }
  if (server !== 'none' && cores !== 'busy') {
    return { parameter: 'cores', value: 'busy', because: 'is not where servers behind nginx were measured' };
  }
  if (!isOffered(cores, state)) {
    return { parameter: 'cores', value: 'all', because: 'was measured of TCP against Unix sockets only' };
  }
  if (kept === 'off' && isPiped(state)) {
    return { parameter: 'kept', value: 'on', because: 'is not possible: nobody connects a pipe' };
  }
  if (kept === 'on' && sent + received === 0) {
    return { parameter: 'received', value: 1, because: 'leaves nothing of a request on a kept connection' };
  }
  return undefined;
}

const FIELDS: Fields<LabState> = {
  transport: choice('tcp', TRANSPORT_NAMES),
  against: choice('unix', TRANSPORT_NAMES),
  cores: choice('one', Object.keys(CORES) as CoresName[]),
  server: choice('none', Object.keys(SERVERS) as ServerName[]),
  kept: choice('off', SWITCH),
  requests: integer({ initial: 1, min: 1, max: 1_000_000 }),
  trips: integer({ initial: 1, min: 1, max: 10_000 }),
  sent: integer({ initial: 0, min: 0, max: MOST_BYTES }),
  received: integer({ initial: 12, min: 0, max: MOST_BYTES }),
  chunk: integer({ initial: 65_536, min: 1, max: MOST_BYTES }),
  application: real({ initial: 0, min: 0, max: MOST_APPLICATION_US }),
  share: real({ initial: 5, min: LIMITS.share[0], max: LIMITS.share[1] }),
  view: choice('time', Object.keys(VIEWS) as ViewName[]),
};

/**
 * The lab's state, which opens on some values: those of a record, so that none can stand here. What an address means that
 * leaves a value out is the same wherever the lab opens.
 */
export const schemaOpeningOn = (opening: Readonly<Partial<LabState>>): Schema<LabState> =>
  defineState(FIELDS, { opening, conflicts: conflict });

/** The state's values and their limits, whatever the lab opens on. */
export const schema = schemaOpeningOn({});

/** The request that a state describes. */
export const requestOf = (state: Readonly<LabState>): Request => ({
  connectionsPerRequest: state.kept === 'on' ? 0 : 1 / state.requests,
  roundTrips: state.trips,
  requestBytes: state.sent,
  responseBytes: state.received,
  chunkBytes: state.chunk,
  applicationS: state.application / US_PER_S,
});

/** Whether the reader's round trip carries as much there as back, so that one size is both. */
export const isEcho = ({ sent, received }: Readonly<LabState>): boolean => sent === received;
