/** Questions of the unix-sockets lab to the model: the same code runs in the worker and when the site is built. */
import type { Task } from '@/kit/lab/worker-host';
import { toPlain, type Plain } from '@/kit/lab/plain';
import type * as labs from '@/wasm-pkg/unix-sockets/models.js';

export type Models = Pick<typeof labs, 'Sockets'>;

/** Costs of the parts of a request over one kind of socket, in seconds. */
export interface Parts {
  connectS: number;
  acceptS: number;
  /** Closing both ends of a connection. */
  closeS: number;
  /** Waking the process that waits for a message or a connection. */
  wakeS: number;
  /** Sending or receiving nothing. */
  callS: number;
  /** Sending and receiving a byte. */
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
  /** Size of each message there and back; 0 for no such message. */
  requestBytes: number;
  responseBytes: number;
  /** Most bytes that one call sends or receives. */
  chunkBytes: number;
  /** Time of the reader's handler. */
  applicationS: number;
}

/** Counts of each part. */
export type Counts = Plain<labs.Counts>;

/** Time that each part adds, in seconds. */
export type Breakdown = Plain<labs.Breakdown>;

export interface CompareRequest {
  tcp: Estimates;
  unix: Estimates;
  request: Request;
  /** Everything else that it takes, in seconds, besides its sockets and the handler. */
  restS: number;
  /** Share by which the kind of socket may matter: the slower takes so much longer at most. */
  share: number;
  /** Which messages grow until it matters no more. */
  sizes: labs.SizesName;
}

/** The model's answer, whose application is the handler and everything else; but for {@link Comparison.restS}, thresholds are of the handler alone. */
export type Comparison = Plain<labs.Comparison> & { restS: number };

export interface SweepRequest {
  tcp: Estimates;
  unix: Estimates;
  request: Request;
  /** See {@link CompareRequest}. */
  restS: number;
  /** The quantity that takes the values: seconds of the handler, or bytes. */
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

/** The request as the model takes it: all that it takes besides its sockets is the application's. */
const whole = ({ request, restS }: Pick<CompareRequest, 'request' | 'restS'>): Request => ({
  ...request,
  applicationS: request.applicationS + restS,
});

/** A request's numbers in the order in which the model takes them. */
function numbersOf(request: Request) {
  const { connectionsPerRequest, roundTrips, requestBytes, responseBytes, chunkBytes, applicationS } = request;
  return [connectionsPerRequest, roundTrips, requestBytes, responseBytes, chunkBytes, applicationS] as const;
}

export function compare(models: Models, asked: CompareRequest): Comparison {
  const { restS, share, sizes } = asked;
  const compared = withSockets(models, asked, (sockets) =>
    toPlain(sockets.compare(...numbersOf(whole(asked)), share, sizes)),
  );
  const { applicationForShareS, applicationForShareInterval } = compared;
  const { low, high } = applicationForShareInterval;
  const ofHandler = (seconds: number) => Math.max(0, seconds - restS);
  return {
    ...compared,
    restS,
    applicationForShareS: ofHandler(applicationForShareS),
    applicationForShareInterval: { low: ofHandler(low), high: ofHandler(high) },
  };
}

export function sweep(models: Models, asked: SweepRequest): Sweep {
  const { restS, over, values } = asked;
  const swept = over === 'application' ? values.map((seconds) => seconds + restS) : values;
  return withSockets(models, asked, (sockets) => toPlain(sockets.sweep(...numbersOf(whole(asked)), over, swept)));
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
