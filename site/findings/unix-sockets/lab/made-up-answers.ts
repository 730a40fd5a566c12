/** Answers as the model gives them, with round numbers: for tests. */
import { valuesOf, type CurveName } from './curve-view';
import type { Breakdown, Comparison, Sweep } from './tasks';

const US_PER_S = 1e6;

/** Microseconds of connect, accept, wake-ups, calls, bytes and close, after the application's. */
export function breakdown(application: number, parts: readonly number[]): Breakdown {
  const [connect = 0, accept = 0, wake = 0, call = 0, byte = 0, close = 0] = parts;
  const total = application + connect + accept + wake + call + byte + close;
  return {
    connectS: connect / US_PER_S,
    acceptS: accept / US_PER_S,
    closeS: close / US_PER_S,
    wakeS: wake / US_PER_S,
    callS: call / US_PER_S,
    byteS: byte / US_PER_S,
    applicationS: application / US_PER_S,
    totalS: total / US_PER_S,
    total: { low: (total * 0.98) / US_PER_S, high: (total * 1.02) / US_PER_S },
    counts: { connects: 1, accepts: 1, closes: 1, wakes: 2, calls: 2, bytes: 12 },
  };
}

const TCP = [16, 4, 4, 4, 2, 10];
const UNIX = [5, 3, 4, 3, 1, 4];

/** TCP takes 40 µs and Unix 20 µs besides the application, so that 5% are left at 380 µs. */
export function comparison(values: Partial<Comparison> = {}, application = 0): Comparison {
  const [tcp, unix] = [breakdown(application, TCP), breakdown(application, UNIX)];
  const ratio = tcp.totalS / unix.totalS;
  return {
    tcp,
    unix,
    ratio,
    ratioInterval: { low: ratio * 0.97, high: ratio * 1.03 },
    applicationForShareS: 380 / US_PER_S,
    applicationForShareInterval: { low: 360 / US_PER_S, high: 400 / US_PER_S },
    bytesForShare: Infinity,
    restS: 0,
    ...values,
  };
}

/** A ratio that falls from 2 to 1 over the curve's axis, and its interval. */
export function swept(curve: CurveName): Sweep {
  const { length } = valuesOf(curve);
  const at = (by: number) => Float64Array.from({ length }, (_, index) => (2 - index / (length - 1)) * by);
  return { ratios: at(1), lows: at(0.97), highs: at(1.03) };
}
