/** What happens, what programs do, and what calls say: in plain words. */
import { formatSeconds } from '@/kit/chart/format';
import type { CallName, PatternName, ScenarioName, StepName } from '@/wasm-pkg/dead-connections/models.js';
import type { TimeLine } from './tasks';

interface ScenarioWords {
  /** Completes "When …". */
  when: string;
  /** What became of the peer, in its lane. */
  peer: string;
}

export const SCENARIOS: Readonly<Record<ScenarioName, ScenarioWords>> = {
  'host-vanishes': {
    when: 'the peer’s machine vanishes',
    peer: 'gone: no power, no network',
  },
  'drop-outbound': {
    when: 'packets to the peer are dropped',
    peer: 'well, but hears nothing',
  },
  'drop-inbound': {
    when: 'packets from the peer are dropped',
    peer: 'well; what it answers is lost',
  },
  'own-link-down': {
    when: 'your own link goes down',
    peer: 'well, but cut off',
  },
  'own-link-down-in-flight': {
    when: 'your own link goes down with a request under way',
    peer: 'well, but cut off',
  },
  'peer-reboots': {
    when: 'the peer’s machine crashes and comes back',
    peer: 'rebooting; then knows of no connection',
  },
  'firewall-forgets': {
    when: 'a firewall forgets the silent connection',
    peer: 'well, behind the firewall',
  },
  'firewall-resets': {
    when: 'a firewall forgets, and answers with a reset',
    peer: 'well, behind the firewall',
  },
  'firewall-rejects': {
    when: 'a firewall rejects every packet by ICMP',
    peer: 'well, behind the firewall',
  },
  'peer-exits': {
    when: 'the peer’s process ends',
    peer: 'process gone; its kernel answers',
  },
  'peer-exits-unread': {
    when: 'the peer’s process ends with data unread',
    peer: 'process gone; its kernel answers',
  },
  'peer-hangs': {
    when: 'the peer’s process hangs',
    peer: 'process hangs; its kernel answers',
  },
  'peer-hangs-then-vanishes': {
    when: 'the peer hangs, then its machine vanishes',
    peer: 'gone, its buffers full',
  },
  alive: { when: 'the peer is well', peer: 'well' },
};

interface PatternWords {
  /** Completes "while your program …". */
  does: string;
  /** Begins a sentence about the connection, after one about an idle one. */
  connection: string;
  /** The head of its lane. */
  title: string;
  /** What it is doing, in its lane. */
  lane: string;
}

export const PATTERNS: Readonly<Record<PatternName, PatternWords>> = {
  idle: { does: 'is idle', connection: 'an idle connection', title: 'Idle', lane: 'waits in read()' },
  awaiting: {
    does: 'waits for a reply',
    connection: 'with a request under way',
    title: 'Request under way',
    lane: 'sent a request, waits in read()',
  },
  writes: {
    does: 'writes again and again',
    connection: 'written to again and again',
    title: 'Writing',
    lane: 'writes now and then',
  },
  connecting: {
    does: 'is connecting',
    connection: 'asked for',
    title: 'Connecting',
    lane: 'waits in connect()',
  },
};

/** Keepalive’s numbers, as the record’s words have them too. */
export const spacing = ({ idle, interval, probes }: { idle: number; interval: number; probes: number }): string =>
  `keepalive ${idle}/${interval}/${probes}`;

const CALLS: Readonly<Record<CallName, string>> = {
  read: 'read()',
  write: 'write()',
  connect: 'connect()',
  rpc: 'the gRPC call',
  '': '',
};
export const callWords = (call: CallName): string => CALLS[call];

const STEPS: Readonly<Record<StepName, string>> = {
  syn: 'SYN',
  data: 'data',
  ping: 'PING',
  'loss-probe': 'tail loss probe',
  retransmission: 'retransmission',
  'keepalive-probe': 'keepalive probe',
  'window-probe': 'window probe',
  'still-waiting': 'retransmission held back',
  'reset-sent': 'reset',
  acknowledgement: 'acknowledgement',
  'zero-window': '“window still closed”',
  fin: 'FIN from the peer',
  reset: 'reset from the peer',
  pong: 'PING answered',
  'go-away': 'GOAWAY, too_many_pings',
  'host-unreachable': 'address not resolved',
  rejected: 'rejected by ICMP',
  'write-buffered': 'write into the buffer',
  'write-blocked': 'write that waits for room in the buffer',
  'keepalive-skipped': 'keepalive timer, does nothing',
  'given-up': 'kernel gives up',
};
export const stepWords = (step: StepName): string => STEPS[step];

/** What comes from outside, our own kernel's findings about the link included. */
const FROM_OUTSIDE: ReadonlySet<StepName> = new Set([
  'acknowledgement',
  'zero-window',
  'fin',
  'reset',
  'pong',
  'go-away',
  'host-unreachable',
  'rejected',
]);
const SEGMENTS: ReadonlySet<StepName> = new Set([
  'syn',
  'data',
  'ping',
  'loss-probe',
  'retransmission',
  'keepalive-probe',
  'window-probe',
  'reset-sent',
]);
export const isFromOutside = (step: StepName): boolean => FROM_OUTSIDE.has(step);
export const isSegment = (step: StepName): boolean => SEGMENTS.has(step);

/** 1st, 2nd, 3rd, 4th, 11th, … */
export function ordinal(number: number): string {
  const teen = number % 100 >= 11 && number % 100 <= 13;
  const ending = teen ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th');
  return `${number}${ending}`;
}

/** A time of the model, in microseconds. */
export const formatUs = (us: number): string => formatSeconds(Number((us / 1e6).toPrecision(12)));

/** When it is noticed, in a word or two. */
export function outcomeTime({ ending, noticedAfterUs }: TimeLine): string {
  if (ending === 'never') return 'never';
  if (ending === 'survives') return 'lives on';
  return noticedAfterUs < 1000 ? 'at once' : formatUs(noticedAfterUs);
}
