/** The reverse tool's figures and sentences: the same at build time, on the page, in the CSV and out loud. */
import type { NotedFigure } from '@/kit/lab/figures';
import { formatInteger } from '@/kit/lab/state';
import type { Advice } from '../tasks';
import { PROBES, WITHIN } from './limits';
import { formatSpan } from './spans';
import type { ReverseState } from './state';

const NBSP = '\u00a0';
const HOUR = 3600;

export type Found = Extract<Advice, { kind: 'found' }>;

/** Bytes of a probe and of its answer on Ethernet: headers of 14 (Ethernet), 20 (IPv4) and 20 (TCP), and 12 of timestamps. */
const PACKET_BYTES = 66;

/** Three digits: `0.0872`, `87.2`, `8,720`. */
const rounded = (value: number): string => {
  const short = Number(value.toPrecision(3));
  return short >= 1000 ? formatInteger(short) : String(short);
};

function formatBytesPerSecond(bytes: number): string {
  const [size, unit] = [[1e9, 'GB'], [1e6, 'MB'], [1e3, 'kB']].find(([least]) => bytes >= Number(least)) ?? [1, 'B']; // prettier-ignore
  return `${rounded(bytes / Number(size))}${NBSP}${unit}/s`;
}

const plural = (count: number, one: string, many: string): string =>
  count === 1 ? `1${NBSP}${one}` : `${formatInteger(count)}${NBSP}${many}`;

/** Packets a second of all connections together, each probe and its answer. */
export const packetsPerSecond = (found: Found, connections: number): number =>
  (found.packetsPerHour * connections) / HOUR;

export function reverseFigures(state: ReverseState, advice: Advice): NotedFigure[] {
  const found = advice.kind === 'found' ? advice : null;
  const figure = (
    name: string,
    label: string,
    hint: string,
    note: string,
    value: number | undefined,
    write: (value: number) => string,
  ): NotedFigure => ({
    name,
    label,
    hint,
    note,
    value: value ?? null,
    text: value === undefined ? '–' : write(value),
    alarming: false,
  });
  const seconds = (value: number) => `${formatInteger(value)}${NBSP}s`;
  const traffic = found && packetsPerSecond(found, state.connections);
  return [
    figure('idle', 'TCP_KEEPIDLE', 'seconds of silence before the first keepalive probe', 'before the first probe', found?.idleS, seconds), // prettier-ignore
    figure('interval', 'TCP_KEEPINTVL', 'seconds from a probe without an answer to the next', 'between two probes', found?.intervalS, seconds), // prettier-ignore
    figure('count', 'TCP_KEEPCNT', 'probes without an answer', 'probes without an answer', found?.probes, String),
    figure('user-timeout', 'TCP_USER_TIMEOUT', 'milliseconds that sent data may stay without an acknowledgement', 'caps both', found?.userTimeoutMs, (value) => `${formatInteger(value)}${NBSP}ms`), // prettier-ignore
    figure('idle-latest', 'noticed while idle', 'when the loss of the peer is noticed at the latest if nothing was under way', 'at the latest', found ? found.idleLatestUs / 1e6 : undefined, formatSpan), // prettier-ignore
    figure('in-flight-latest', 'with data under way', 'when the loss of the peer is noticed at the latest if sent data was not acknowledged yet', 'at the latest', found ? found.inFlightLatestUs / 1e6 : undefined, formatSpan), // prettier-ignore
    figure('packets-per-hour', 'packets an hour', 'keepalive probes and their answers on a connection that is idle and well', found ? `${formatInteger(found.probesPerHour)} probes, each answered` : '', found?.packetsPerHour, formatInteger), // prettier-ignore
    figure('packets-per-second', 'packets a second', 'of all these connections together, while all of them are idle', traffic === null ? '' : `${plural(state.connections, 'connection', 'connections')}, ${formatBytesPerSecond(traffic * PACKET_BYTES)}`, traffic ?? undefined, rounded), // prettier-ignore
  ];
}

/** What would do where nothing does as asked: what to change, and the button's words. */
export interface WayOut {
  id: 'allow' | 'wait';
  label: string;
  change: Partial<ReverseState>;
}

export function waysOut(advice: Advice): WayOut[] {
  if (advice.kind === 'found') return [];
  const ways: WayOut[] = [];
  if (advice.kind === 'too-few-probes') {
    const label = `Allow ${plural(advice.needed, 'probe', 'probes')} an hour`;
    ways.push({ id: 'allow', label, change: { probes: advice.needed } });
  }
  const within = advice.neededS;
  if (within <= WITHIN[1]) {
    // The model's word on how soon it can be done takes the most probes for granted.
    const most = advice.kind === 'too-soon' ? { probes: PROBES[1] } : {};
    const price = advice.kind === 'too-soon' ? ', at a probe every second' : '';
    ways.push({ id: 'wait', label: `Wait up to ${formatSpan(within)}${price}`, change: { within, ...most } });
  }
  return ways;
}

export function resultSentence(state: ReverseState, advice: Advice): string {
  const within = formatSpan(state.within);
  switch (advice.kind) {
    case 'found': {
      const { idleS, intervalS, probes, userTimeoutMs, idleLatestUs, inFlightLatestUs, probesPerHour } = advice;
      return (
        `Keepalive after ${formatInteger(idleS)} s, then every ${formatInteger(intervalS)} s, ${plural(probes, 'probe', 'probes')}, and a user timeout ` +
        `of ${formatSpan(userTimeoutMs / 1000)}: a lost peer is noticed within ${formatSpan(idleLatestUs / 1e6)} while the connection is ` +
        `idle, and within ${formatSpan(inFlightLatestUs / 1e6)} with data under way. It takes ${plural(probesPerHour, 'probe', 'probes')} an hour${probesPerHour < state.probes ? ', fewer than allowed' : ''}.`
      );
    }
    case 'too-few-probes':
      return (
        `With ${plural(state.probes, 'probe', 'probes')} an hour, no settings notice a lost peer within ${within}: the ` +
        `silence before the first probe alone lasts ${formatSpan(Math.ceil(HOUR / state.probes))}.`
      );
    case 'too-soon':
      return `No settings notice a lost peer within ${within} on this path: the timers count in seconds and fire late, and answers need time to come back.`;
  }
}

/** What the figures take for granted. */
export function assumptions({ rtt }: ReverseState): string[] {
  return [
    'The peer’s answers stop coming without a word: its host is gone, or something on the way drops packets.',
    `Round trips take ${rtt >= 1000 ? `${rtt / 1000} s` : `${rtt} ms`}, give or take a quarter; everything else is at Linux’s defaults. “At the latest” counts ` +
      'with timers that fire as late as the kernel lets them; a program that is not scheduled learns of it later still.',
    'Probes are sent only while a connection is idle. If the peer is lost with data unacknowledged, none are sent, and the user timeout ' +
      'ends the connection.',
    'A probe and its answer are 66 bytes each on Ethernet: IPv4 and TCP with timestamps, no data.',
  ];
}
