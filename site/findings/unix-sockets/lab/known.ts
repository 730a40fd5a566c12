/** What was measured of just the request that the reader composed. */
import { formatInterval, formatRatio, formatSeconds } from '@/kit/chart/format';
import type { Beside } from '@/kit/lab/beside';
import {
  PROXY_REQUEST,
  type Measured,
  type MeasuredProxy,
  type MeasuredRatio,
  type MeasuredTime,
  type Triple,
} from './measured';
import { isEcho, type LabState } from './state';

/** A measured ratio, and where it lies on the curve's axis: microseconds, or bytes. */
export interface MeasuredPoint {
  at: number;
  ratio: Triple | null;
  /** Each round's, where no median stands for them. */
  rounds: readonly number[];
  /** What somebody else published for just this. */
  published: number | null;
  /** What it is, where it is not the request itself. */
  name?: string;
}

export interface MeasuredRequest {
  machine: string;
  /** What was measured, in a sentence that begins with "Measured". */
  what: string;
  /** Seconds for each request, over either kind. */
  times: { transport: Triple | null; against: Triple | null };
  /** The rate over the second kind, over that over the first. */
  ratio: Triple | null;
  /** The same of each round, where no median stands for them. */
  rounds: readonly number[];
  published: number | null;
}

/** Bytes of the published message. */
const HELLO_BYTES = 12;

/** Whether it is a connection for each message, as published, but for the application's time. */
const isHello = ({ kept, requests, trips, sent, received, chunk }: Readonly<LabState>) =>
  kept === 'off' && requests === 1 && trips === 1 && sent === 0 && received === HELLO_BYTES && chunk >= HELLO_BYTES;

/** Whether it goes to and fro on a kept connection, as measured with some sizes, but for the application's time. */
const isPingPong = (state: Readonly<LabState>) =>
  state.kept === 'on' && state.trips === 1 && isEcho(state) && state.chunk >= state.sent;

/** Whether it is what nginx asks of a server. */
const isProxied = ({ kept, requests, trips, sent, received, cores }: Readonly<LabState>) =>
  (kept === 'on' || requests === 1) &&
  trips === 1 &&
  sent === PROXY_REQUEST.sent &&
  received === PROXY_REQUEST.received &&
  // Links to it from before there were busy cores say one.
  (cores === 'busy' || cores === 'one');

/** Whether the two kinds are those that the record has ratios of; and in which order. */
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

/** What was measured with just this request, if it was. */
export function knownOf(state: Readonly<LabState>, measured: Measured): MeasuredRequest | null {
  return proxyOf(state, measured) ?? bareOf(state, measured);
}

/** The servers behind nginx that the record asked like this. */
const proxiesOf = (state: Readonly<LabState>, { proxies }: Measured): readonly MeasuredProxy[] =>
  isProxied(state) ? proxies.filter(({ keepalive }) => keepalive === (state.kept === 'on')) : [];

function proxyOf(state: Readonly<LabState>, measured: Measured): MeasuredRequest | null {
  const way = direction(state);
  const found = proxiesOf(state, measured).find(({ application }) => application === state.application);
  if (way === null || !found) return null;
  const { server, ratio, times } = found;
  return {
    machine: measured.machine,
    what: `behind nginx (${nameOf(server)})`,
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

/** Measured ratios that lie on the curve over the application's time, at their microseconds. */
export function knownOverTime(state: Readonly<LabState>, measured: Measured): MeasuredPoint[] {
  const way = direction(state);
  if (way === null) return [];
  const bare = bareOf({ ...state, application: 0 }, measured);
  return [
    ...(bare ? [{ at: 0, ratio: bare.ratio, rounds: bare.rounds, published: bare.published }] : []),
    ...proxiesOf(state, measured).map(({ server, ratio, application }) => ({
      at: application,
      ratio: turned(ratio, way),
      rounds: [],
      published: null,
      name: nameOf(server),
    })),
  ];
}

/** Servers of the record, as a mark on the curve names them. */
const SERVERS: Readonly<Record<string, string>> = { gunicorn: 'Flask', rust: 'Rust server' };
const nameOf = (server: string): string => SERVERS[server] ?? server;

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

/** What was measured, in a sentence. */
export function knownSentence(known: MeasuredRequest | null): string {
  if (!known) return 'This request was not measured as a whole: it is predicted from its parts.';
  const { machine, what, ratio, rounds } = known;
  if (rounds.length > 0) {
    return `Measured ${what} in ${rounds.length} rounds on ${machine}, each a dot below: the system puts both ends on one core, or on two.`;
  }
  if (!ratio) return `This request was measured on ${machine}: the dots at the bars.`;
  const [value, low, high] = ratio;
  const interval = formatInterval({ low, high }, '1');
  return `Measured ${what} on ${machine}: ${formatRatio(value)} times as many requests (95% interval ${interval}).`;
}

/** What a machine came to that is laid over the page, with just this request. */
export interface BesideRequest {
  machine: string;
  known: MeasuredRequest | null;
}

/**
 * What machines came to with just this request that are laid over the page. Behind nginx it is that of the server whose own time, on
 * the page's own machine, the request has; what it takes on theirs is part of the whole.
 */
export function besideAt(
  state: Readonly<LabState>,
  measured: Measured,
  beside: readonly Beside<Measured>[],
): BesideRequest[] {
  const served = proxiesOf(state, measured).find(({ application }) => application === state.application)?.server;
  return beside.map(({ name: machine, measured: own }) => {
    const proxies = own.proxies
      .filter(({ server }) => server === served)
      .map((proxy) => ({ ...proxy, application: state.application }));
    return { machine, known: knownOf(state, { ...own, proxies }) };
  });
}

/** What they came to on a curve. Servers behind nginx are none of it: nobody knows what theirs take by themselves. */
export const besideOn = (
  curve: 'time' | 'size',
  state: Readonly<LabState>,
  beside: readonly Beside<Measured>[],
): MeasuredPoint[] =>
  beside.flatMap(({ measured }) =>
    (curve === 'time' ? knownOverTime : knownOverSize)(state, { ...measured, proxies: [] }),
  );

/** The same in sentences. */
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
