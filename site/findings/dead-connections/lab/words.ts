/** Scenarios, patterns, calls and steps in plain words. */
import { formatSeconds } from '@/kit/chart/format';
import type { CallName, PatternName, ScenarioName, StepName, TimeLine } from '@/wasm-pkg/dead-connections/models.js';

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

/** Completes “while your program …”; begins a sentence about the connection, after one about an idle one; and heads its lane. */
const pattern = (does: string, connection: string, title: string) => ({ does, connection, title });

export const PATTERNS: Readonly<Record<PatternName, ReturnType<typeof pattern>>> = {
  idle: pattern('is idle', 'an idle connection', 'Idle'),
  awaiting: pattern('has just sent a request', 'with a request under way', 'Request under way'),
  acknowledged: pattern('waits for a reply, the request acknowledged', 'waiting for a reply', 'Reply outstanding'),
  writes: pattern('writes again and again', 'written to again and again', 'Writing'),
  connecting: pattern('is connecting', 'asked for', 'Connecting'),
};

/** Moments at which the cable is cut, in the order of a conversation. */
export const CUT_WORDS = ['while idle', 'before the ACK', 'after the ACK'] as const;

export const CALLS: Readonly<Record<CallName, string>> = {
  read: 'read()',
  write: 'write()',
  connect: 'connect()',
  rpc: 'the gRPC call',
};
export const callWords = (call: CallName | ''): string => (call === '' ? '' : CALLS[call]);

export const STEPS: Readonly<Record<StepName, string>> = {
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

/** A time of the model, in microseconds. */
export const formatUs = (us: number): string => formatSeconds(Number((us / 1e6).toPrecision(12)));

/** The time at which it is noticed, in a word or two. */
export function outcomeTime({ ending, noticedAfterUs }: Pick<TimeLine, 'ending' | 'noticedAfterUs'>): string {
  if (ending === 'never') return 'never';
  if (ending === 'survives') return 'lives on';
  return noticedAfterUs < 1000 ? 'at once' : formatUs(noticedAfterUs);
}
