/** Measurements of just the request that the reader composed. */
import { formatInterval, formatRatio, formatSeconds } from '@/kit/chart/format';
import type { LabOverlay } from '@/kit/lab/overlay';
import {
  PROXY_REQUEST,
  type Measured,
  type MeasuredProxy,
  type MeasuredRatio,
  type MeasuredTime,
  type Triple,
} from './measured';
import { isEcho, type LabState } from './state';
import { SERVERS } from './words';

/** A measured ratio, and where it lies on the curve's axis: microseconds, or bytes. */
export interface MeasuredPoint {
  at: number;
  ratio: Triple | null;
  /** Each round's, where no median stands for them. */
  rounds: readonly number[];
  /** Ratio that somebody else published for just this. */
  published: number | null;
}

export interface MeasuredRequest {
  machine: string;
  /** The measurement, in a sentence that begins with "Measured". */
  what: string;
  /** Seconds for each request, over either kind. */
  times: { transport: Triple | null; against: Triple | null };
  /** The rate over the second kind, over that over the first. */
  ratio: Triple | null;
  /** Ratio of each round, where no median stands for them. */
  rounds: readonly number[];
  published: number | null;
}

/** Bytes of the published message. */
const HELLO_BYTES = 12;

/** True if it is a connection for each message, as published, but for the handler's time. */
const isHello = ({ server, kept, requests, trips, sent, received, chunk }: Readonly<LabState>) =>
  server === 'none' &&
  kept === 'off' &&
  requests === 1 &&
  trips === 1 &&
  sent === 0 &&
  received === HELLO_BYTES &&
  chunk >= HELLO_BYTES;

/** True if it goes to and fro on a kept connection, as measured with some sizes, but for the handler's time. */
const isPingPong = (state: Readonly<LabState>) =>
  state.server === 'none' && state.kept === 'on' && state.trips === 1 && isEcho(state) && state.chunk >= state.sent;

/** True if it is what nginx asks of a server, but for the handler's time. */
const isProxied = ({ server, kept, requests, trips, sent, received }: Readonly<LabState>) =>
  server !== 'none' &&
  (kept === 'on' || requests === 1) &&
  trips === 1 &&
  sent === PROXY_REQUEST.sent &&
  received === PROXY_REQUEST.received;

/** Order of the two kinds, where the record has ratios of them: 1 for TCP first. */
function direction({ transport, against }: Readonly<LabState>): 1 | -1 | null {
  if (transport === 'tcp' && against === 'unix') return 1;
  return transport === 'unix' && against === 'tcp' ? -1 : null;
}

const turned = ([value, low, high]: Triple, way: 1 | -1): Triple =>
  way === 1 ? [value, low, high] : [1 / value, 1 / high, 1 / low];

function patternOf(state: Readonly<LabState>, measured: Measured) {
  if (isHello(state)) return { ...measured.messages, bytes: () => true };
  if (isPingPong(state)) return { ...measured.pingPong, bytes: (bytes: number) => bytes === state.sent };
  return null;
}

/** The measurement of just this request, if there is one. */
export function knownOf(state: Readonly<LabState>, measured: Measured): MeasuredRequest | null {
  return proxyOf(state, measured) ?? bareOf(state, measured);
}

/** The server behind nginx that the record asked like this, but for the handler's time. */
const serverOf = (state: Readonly<LabState>, { proxies }: Measured): MeasuredProxy | undefined =>
  isProxied(state)
    ? proxies.find(({ server, keepalive }) => server === state.server && keepalive === (state.kept === 'on'))
    : undefined;

function proxyOf(state: Readonly<LabState>, measured: Measured): MeasuredRequest | null {
  const way = direction(state);
  const found = serverOf(state, measured);
  if (way === null || !found || state.application > 0) return null;
  const { ratio, times } = found;
  return {
    machine: measured.machine,
    what: `with ${SERVERS[state.server]}`,
    times: { transport: times[state.transport] ?? null, against: times[state.against] ?? null },
    ratio: turned(ratio, way),
    rounds: [],
    published: null,
  };
}

function bareOf(state: Readonly<LabState>, measured: Measured): MeasuredRequest | null {
  const pattern = patternOf(state, measured);
  if (!pattern || state.application > 0) return null;
  const here = ({ cores, bytes }: MeasuredTime | MeasuredRatio) => cores === state.cores && pattern.bytes(bytes);
  const timeOf = (transport: string) =>
    pattern.times.find((time) => here(time) && time.transport === transport)?.seconds ?? null;
  const way = direction(state);
  const found = way && pattern.ratios.find(here);
  const times = { transport: timeOf(state.transport), against: timeOf(state.against) };
  const rounds = way && found ? found.rounds.map((ratio) => ratio ** way) : [];
  if (!times.transport && !times.against && rounds.length === 0) return null;
  return {
    machine: measured.machine,
    what: 'with just this request',
    times,
    ratio: way && found?.ratio ? turned(found.ratio, way) : null,
    rounds,
    published: way && found?.published ? found.published ** way : null,
  };
}

/** Measured ratios on the curve over the handler's time: with one that takes none. */
export function knownOverTime(state: Readonly<LabState>, measured: Measured): MeasuredPoint[] {
  const known = direction(state) && knownOf({ ...state, application: 0 }, measured);
  return known ? [{ at: 0, ratio: known.ratio, rounds: known.rounds, published: known.published }] : [];
}

/** Measured ratios that lie on the curve over the size of messages, at their bytes. */
export function knownOverSize(state: Readonly<LabState>, measured: Measured): MeasuredPoint[] {
  const way = direction(state);
  if (way === null || state.application > 0 || !isPingPong(state)) return [];
  return measured.pingPong.ratios
    .filter(({ cores, bytes }) => cores === state.cores && bytes <= state.chunk)
    .map(({ bytes, ratio, rounds }) => ({
      at: bytes,
      ratio: ratio && turned(ratio, way),
      rounds: rounds.map((each) => each ** way),
      published: null,
    }));
}

/** The measurement in a sentence. */
export function knownSentence(known: MeasuredRequest | null): string {
  if (!known) return 'This request was not measured as a whole: it is predicted from its parts.';
  const { machine, what, ratio, rounds } = known;
  if (rounds.length > 0) {
    return `Measured ${what} in ${rounds.length} rounds on ${machine}, each a dot below: where the ends ran was left to the scheduler.`;
  }
  if (!ratio) return `This request was measured on ${machine}: the dots at the bars.`;
  const [value, low, high] = ratio;
  const interval = formatInterval({ low, high }, '1');
  return `Measured ${what} on ${machine}: ${formatRatio(value)} times as many requests (95% interval ${interval}).`;
}

/** The measurement of just this request on a machine that is laid over the page. */
export interface BesideRequest {
  machine: string;
  known: MeasuredRequest | null;
}

/** Measurements of just this request on machines that are laid over the page. */
export const besideAt = (state: Readonly<LabState>, beside: readonly LabOverlay<Measured>[]): BesideRequest[] =>
  beside.map(({ name: machine, measured }) => ({ machine, known: knownOf(state, measured) }));

/** Their measured ratios on a curve. */
export const overlaysOn = (
  curve: 'time' | 'size',
  state: Readonly<LabState>,
  beside: readonly LabOverlay<Measured>[],
): MeasuredPoint[] =>
  beside.flatMap(({ measured }) => (curve === 'time' ? knownOverTime : knownOverSize)(state, measured));

/** Their measurements in sentences. */
export const besideWords = (beside: readonly BesideRequest[]): string[] =>
  beside.map(({ machine, known }) => {
    if (!known) return `${machine}: this request was not measured.`;
    const { what, ratio, rounds, times } = known;
    const many = 'times as many requests';
    if (rounds.length > 0) {
      const [low, high] = [Math.min(...rounds), Math.max(...rounds)].map(formatRatio);
      return `${machine}, ${what}: ${low} to ${high} ${many}, from round to round.`;
    }
    if (ratio) {
      const [value, low, high] = ratio;
      return `${machine}, ${what}: ${formatRatio(value)} ${many} (95% interval ${formatInterval({ low, high }, '1')}).`;
    }
    const said = [times.transport, times.against].flatMap((time) => (time ? [formatSeconds(time[0])] : []));
    return `${machine}, ${what}: ${said.join(' and ')}.`;
  });
