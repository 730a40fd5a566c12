/** What the unix-sockets lab asks of the model: the same code runs in the worker and when the site is built. */
import type { Task } from '@/kit/lab/worker-host';
import { plain, type Plain } from '@/kit/lab/plain';
import type * as labs from '@/wasm-pkg/unix-sockets/models.js';

export type Models = Pick<typeof labs, 'Sockets'>;

/** What the parts of a request cost over one kind of socket, in seconds. */
export interface Parts {
  connectS: number;
  acceptS: number;
  /** Of both ends of a connection. */
  closeS: number;
  /** Of the process that waits for a message or a connection. */
  wakeS: number;
  /** Of sending or receiving nothing. */
  callS: number;
  /** Of sending and receiving a byte. */
  perByteS: number;
}

/** Parts, and the ends of the interval of each. */
export interface Estimates {
  value: Parts;
  low: Parts;
  high: Parts;
}

/** A request and its response. */
export interface Request {
  /** 1 where each has a new connection, 0 where one is kept. */
  connectionsPerRequest: number;
  roundTrips: number;
  /** Of each message there and back; 0 for no such message. */
  requestBytes: number;
  responseBytes: number;
  /** What one call sends or receives at most. */
  chunkBytes: number;
  /** The application's own work. */
  applicationS: number;
}

/** How often each part occurs. */
export type Counts = Plain<labs.Counts>;

/** What each part adds, in seconds. */
export type Breakdown = Plain<labs.Breakdown>;

export interface CompareRequest {
  tcp: Estimates;
  unix: Estimates;
  request: Request;
  /** By which the kind of socket may matter: the slower takes so much longer at most. */
  share: number;
  /** Which messages grow until it matters no more. */
  sizes: labs.SizesName;
}

export type Comparison = Plain<labs.Comparison>;

export interface SweepRequest {
  tcp: Estimates;
  unix: Estimates;
  request: Request;
  /** What takes the values: seconds of the application, or bytes. */
  over: labs.OverName;
  values: Float64Array;
}

/** The ratio at each value, and its interval's ends. */
export type Sweep = Plain<labs.Sweep>;

export interface LabTasks extends Record<string, { request: unknown; result: unknown }> {
  compare: { request: CompareRequest; result: Comparison };
  sweep: { request: SweepRequest; result: Sweep };
}

function withSockets<T>(
  models: Models,
  { tcp, unix }: { tcp: Estimates; unix: Estimates },
  use: (sockets: labs.Sockets) => T,
): T {
  const sockets = new models.Sockets();
  try {
    for (const [side, estimates] of [
      ['tcp', tcp],
      ['unix', unix],
    ] as const) {
      for (const end of ['value', 'low', 'high'] as const) {
        const { connectS, acceptS, closeS, wakeS, callS, perByteS } = estimates[end];
        sockets.setParts(side, end, connectS, acceptS, closeS, wakeS, callS, perByteS);
      }
    }
    return use(sockets);
  } finally {
    sockets.free();
  }
}

/** A request's numbers in the order in which the model takes them. */
function numbersOf(request: Request) {
  const { connectionsPerRequest, roundTrips, requestBytes, responseBytes, chunkBytes, applicationS } = request;
  return [connectionsPerRequest, roundTrips, requestBytes, responseBytes, chunkBytes, applicationS] as const;
}

export function compare(models: Models, asked: CompareRequest): Comparison {
  const { request, share, sizes } = asked;
  return withSockets(models, asked, (sockets) => plain(sockets.compare(...numbersOf(request), share, sizes)));
}

export function sweep(models: Models, asked: SweepRequest): Sweep {
  const { request, over, values } = asked;
  return withSockets(models, asked, (sockets) => plain(sockets.sweep(...numbersOf(request), over, values)));
}

export function labTasks(models: Models): { [K in keyof LabTasks & string]: Task<never, unknown> } & {
  compare: Task<CompareRequest, Comparison>;
  sweep: Task<SweepRequest, Sweep>;
} {
  // Each answers within milliseconds, so none lets others have a turn.
  return {
    *compare(asked) {
      return compare(models, asked);
    },
    *sweep(asked) {
      return sweep(models, asked);
    },
  };
}
