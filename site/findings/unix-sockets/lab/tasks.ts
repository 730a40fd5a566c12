/** What the unix-sockets lab asks of the model: the same code runs in the worker and when the site is built. */
import type { Task } from '@/kit/lab/worker-host';
import type * as labs from '@/wasm-pkg/unix-sockets/models.js';

export type Models = Pick<typeof labs, 'Sockets'>;

/** Where a value lies with 95% confidence. */
export interface Interval {
  low: number;
  high: number;
}

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
export interface Counts {
  connects: number;
  accepts: number;
  closes: number;
  wakes: number;
  calls: number;
  bytes: number;
}

/** What each part adds, in seconds. */
export interface Breakdown {
  connectS: number;
  acceptS: number;
  closeS: number;
  wakeS: number;
  callS: number;
  byteS: number;
  applicationS: number;
  totalS: number;
  total: Interval;
  counts: Counts;
}

export interface CompareRequest {
  tcp: Estimates;
  unix: Estimates;
  request: Request;
  /** By which the kind of socket may matter: the slower takes so much longer at most. */
  share: number;
  /** Which messages grow until it matters no more. */
  sizes: labs.SizesName;
}

export interface Comparison {
  tcp: Breakdown;
  unix: Breakdown;
  /** TCP's time over Unix's, which is Unix's rate over TCP's. */
  ratio: number;
  ratioInterval: Interval;
  /** The application's work from which on the kind matters no more than the share. */
  applicationForShareS: number;
  applicationForShareInterval: Interval;
  /** The size from which on it doesn't; infinite for never. */
  bytesForShare: number;
}

export interface SweepRequest {
  tcp: Estimates;
  unix: Estimates;
  request: Request;
  /** What takes the values: seconds of the application, or bytes. */
  over: labs.OverName;
  values: Float64Array;
}

/** The ratio at each value, and its interval's ends. */
export interface Sweep {
  ratios: Float64Array;
  lows: Float64Array;
  highs: Float64Array;
}

export interface LabTasks extends Record<string, { request: unknown; result: unknown }> {
  compare: { request: CompareRequest; result: Comparison };
  sweep: { request: SweepRequest; result: Sweep };
}

function withSockets<T>(
  models: Models,
  { tcp, unix }: { tcp: Estimates; unix: Estimates },
  use: (sockets: labs.Sockets) => T,
): T {
  const sockets = new models.Sockets(numbersOfSide(tcp), numbersOfSide(unix));
  try {
    return use(sockets);
  } finally {
    sockets.free();
  }
}

function numbersOfSide({ value, low, high }: Estimates): Float64Array {
  return Float64Array.from(
    [value, low, high].flatMap((parts) => {
      const { connectS, acceptS, closeS, wakeS, callS, perByteS } = parts;
      return [connectS, acceptS, closeS, wakeS, callS, perByteS];
    }),
  );
}

function numbersOfRequest(request: Request): Float64Array {
  const { connectionsPerRequest, roundTrips, requestBytes, responseBytes, chunkBytes, applicationS } = request;
  return Float64Array.of(connectionsPerRequest, roundTrips, requestBytes, responseBytes, chunkBytes, applicationS);
}

function breakdownOf(numbers: Float64Array): Breakdown {
  const at = (position: number) => numbers[position]!;
  return {
    connectS: at(0),
    acceptS: at(1),
    closeS: at(2),
    wakeS: at(3),
    callS: at(4),
    byteS: at(5),
    applicationS: at(6),
    totalS: at(7),
    total: { low: at(8), high: at(9) },
    counts: { connects: at(10), accepts: at(11), closes: at(12), wakes: at(13), calls: at(14), bytes: at(15) },
  };
}

export function compare(models: Models, asked: CompareRequest): Comparison {
  return withSockets(models, asked, (sockets) => {
    const compared = sockets.compare(numbersOfRequest(asked.request), asked.share, asked.sizes);
    try {
      const ratio = compared.ratio();
      const application = compared.applicationForShare();
      return {
        tcp: breakdownOf(compared.tcp()),
        unix: breakdownOf(compared.unix()),
        ratio: ratio[0]!,
        ratioInterval: { low: ratio[1]!, high: ratio[2]! },
        applicationForShareS: application[0]!,
        applicationForShareInterval: { low: application[1]!, high: application[2]! },
        bytesForShare: compared.bytesForShare,
      };
    } finally {
      compared.free();
    }
  });
}

export function sweep(models: Models, asked: SweepRequest): Sweep {
  return withSockets(models, asked, (sockets) => {
    const flat = sockets.sweep(numbersOfRequest(asked.request), asked.over, asked.values);
    const column = (at: number) => Float64Array.from(asked.values, (_, row) => flat[3 * row + at]!);
    return { ratios: column(0), lows: column(1), highs: column(2) };
  });
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
