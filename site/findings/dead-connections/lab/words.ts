/** What happens, what programs do, and what calls say: in plain words. */
import { formatSeconds } from '@/kit/chart/format';
import type { CallName, PatternName, ScenarioName, StepName } from '@/wasm-pkg/dead-connections/models.js';
import type { TimeLine } from './tasks';

/** Completes “When …”. */
export const SCENARIOS: Readonly<Record<ScenarioName, string>> = {
  'host-vanishes': 'the peer’s machine vanishes',
  'drop-outbound': 'packets to the peer are dropped',
  'drop-inbound': 'packets from the peer are dropped',
  'own-link-down': 'your own link goes down',
  'own-link-down-in-flight': 'your own link goes down with a request under way',
  'peer-reboots': 'the peer’s machine crashes and comes back',
  'firewall-forgets': 'a firewall forgets the silent connection',
  'firewall-resets': 'a firewall forgets, and answers with a reset',
  'firewall-rejects': 'a firewall rejects every packet by ICMP',
  'peer-exits': 'the peer’s process ends',
  'peer-exits-unread': 'the peer’s process ends with data unread',
  'peer-hangs': 'the peer’s process hangs',
  'peer-hangs-then-vanishes': 'the peer hangs, then its machine vanishes',
  alive: 'the peer is well',
};

interface PatternWords {
  /** Completes "while your program …". */
  does: string;
  /** Begins a sentence about the connection, after one about an idle one. */
  connection: string;
  /** The head of its lane. */
  title: string;
}

export const PATTERNS: Readonly<Record<PatternName, PatternWords>> = {
  idle: { does: 'is idle', connection: 'an idle connection', title: 'Idle' },
  awaiting: {
    does: 'has just sent a request',
    connection: 'with a request under way',
    title: 'Request under way',
  },
  acknowledged: {
    does: 'waits for a reply, the request acknowledged',
    connection: 'waiting for a reply',
    title: 'Reply outstanding',
  },
  writes: {
    does: 'writes again and again',
    connection: 'written to again and again',
    title: 'Writing',
  },
  connecting: {
    does: 'is connecting',
    connection: 'asked for',
    title: 'Connecting',
  },
};

/** When the cable is cut, in the order of a conversation. */
export const CUT_WORDS = ['while idle', 'before the ACK', 'after the ACK'] as const;

/** Keepalive’s numbers, as the record’s words have them too. */
export const spacing = ({ idle, interval, probes }: { idle: number; interval: number; probes: number }): string =>
  `keepalive ${idle}/${interval}/${probes}`;

export const CALLS: Readonly<Record<CallName, string>> = {
  read: 'read()',
  write: 'write()',
  connect: 'connect()',
  rpc: 'the gRPC call',
};
export const callWords = (call: CallName | ''): string => (call === '' ? '' : CALLS[call]);

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

/** A time of the model, in microseconds. */
export const formatUs = (us: number): string => formatSeconds(Number((us / 1e6).toPrecision(12)));

/** When it is noticed, in a word or two. */
export function outcomeTime({ ending, noticedAfterUs }: TimeLine): string {
  if (ending === 'never') return 'never';
  if (ending === 'survives') return 'lives on';
  return noticedAfterUs < 1000 ? 'at once' : formatUs(noticedAfterUs);
}
