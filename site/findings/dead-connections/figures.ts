/** What the article on dead connections shows by name, and the settings that its table and its strip of packets ask for. */
import type { CitedFigure } from '@/kit/prose/figure.ts';
import type { Value, Values } from '@/kit/prose/named.ts';
import type { Settings } from '@/kit/record/queries.ts';
import type { Capture } from './charts/outcome-charts.ts';
import { NOTICED, type Situation } from './charts/outcomes.ts';
import { set } from './settings.ts';

const QUICK = set({ keepalive: { idle: 1, interval: 1, probes: 3 } });
const BY_DEFAULT = set({ keepalive: { idle: 7200, interval: 75, probes: 9 } });
const ADVICE = { idle: 15, interval: 15, probes: 5 };
const BOTH = set({ keepalive: ADVICE, userTimeout: 90 });
/** Jones’s 90, taken for milliseconds as it stands. */
const AS_WRITTEN = set({ keepalive: ADVICE, userTimeout: 0.09 });
const THREE_SECONDS = set({ userTimeout: 3 });
const FOUR_RETRIES = set({ retries2: 4 });

/** Packets are lost, while the connection … */
const LOST = { scenario: 'drop-outbound' };
const IDLE = { ...LOST, pattern: 'idle' };
const WAITING = { ...LOST, pattern: 'awaiting' };
const CONNECTING = { ...LOST, pattern: 'connecting' };

/** Until a program noticed, with plain TCP. */
const fate = (kind: 'measured' | 'predicted', at: Settings): Value => ({
  kind,
  series: 'fates',
  at: { program: 'tcp', ...at },
  measure: NOTICED,
});

/** Until a program notices what takes minutes or hours: each is predicted, and some runs waited for it, too. */
const long = (at: Settings): Value => ({ kind: 'predicted', series: 'predicted-only', at, measure: NOTICED });

/** Until a program noticed that a firewall dropped its request’s packets, with a user timeout of three seconds. */
const dropped = (fault: string): Value => ({
  kind: 'measured',
  series: 'drops',
  at: { program: 'tcp', ...WAITING, ...THREE_SECONDS, fault },
  measure: NOTICED,
});

/** When a request was sent again, the first time or a later one. */
const sentAgain = (number: number): Value => ({
  kind: 'measured',
  series: 'wire',
  at: { program: 'tcp', ...WAITING, ...QUICK, path: 'veth', direction: 'out', kind: 'retransmission', number },
  measure: 'at_seconds',
});

const cited = (figure: CitedFigure): Value => ({ kind: 'published', cited: figure });

export const values = {
  idleWithQuickKeepalive: fate('measured', { ...IDLE, ...QUICK }),
  idleWithDefaultKeepalive: long({ ...IDLE, ...BY_DEFAULT }),
  idleAsAdvised: long({ ...IDLE, ...BOTH }),
  idleWithNinetyMilliseconds: fate('measured', { ...IDLE, ...AS_WRITTEN }),

  requestWithNothingSet: long({ ...WAITING, ...set() }),
  requestWithQuickKeepalive: long({ ...WAITING, ...QUICK }),
  requestAsAdvised: long({ ...WAITING, ...BOTH }),
  requestWithNinetyMilliseconds: fate('measured', { ...WAITING, ...AS_WRITTEN }),
  requestWithUserTimeout: fate('measured', { ...WAITING, ...THREE_SECONDS }),
  requestWithFourRetries: fate('measured', { ...WAITING, ...FOUR_RETRIES }),
  requestWithFourRetriesPredicted: fate('predicted', { ...WAITING, ...FOUR_RETRIES }),
  requestWithEightRetries: long({ ...WAITING, ...set({ retries2: 8 }) }),

  sentAgainFirst: sentAgain(1),
  sentAgainSecond: sentAgain(2),
  sentAgainThird: sentAgain(3),
  sentAgainFourth: sentAgain(4),

  connecting: long({ ...CONNECTING, ...set() }),
  connectingOnSameLink: fate('measured', { scenario: 'host-vanishes', pattern: 'connecting', ...set() }),
  connectingRejected: fate('measured', { scenario: 'firewall-rejects', pattern: 'connecting', ...set() }),
  droppedOnThisMachine: dropped('nft drop, our own'),
  droppedOnTheWay: dropped('nft drop'),
  zeroWindowWithUserTimeout: fate('measured', {
    scenario: 'peer-hangs',
    pattern: 'writes',
    write_interval_seconds: 0.1,
    ...THREE_SECONDS,
  }),

  documentedByLinux: { kind: 'published', claim: 'fifteen-retries' },
  seenByCloudflare: { kind: 'published', claim: 'sixteen-minutes' },
  connectingByManual: { kind: 'published', claim: 'connecting-to-nobody' },
  idleTimeoutOfLoadBalancer: cited({
    what: 'idle timeout of TCP flows',
    value: 350,
    unit: 's',
    source: {
      title: 'AWS, Network Load Balancers',
      url: 'https://docs.aws.amazon.com/elasticloadbalancing/latest/network/update-idle-timeout.html',
    },
  }),
  leastIdleTimeoutOfNats: cited({
    what: 'least idle timeout of established connections',
    value: 7440,
    unit: 's',
    source: { title: 'RFC 5382', url: 'https://www.rfc-editor.org/rfc/rfc5382.html#section-5' },
  }),
  leastIntervalOfPings: cited({
    what: 'least interval of pings that a server permits by default',
    value: 300,
    unit: 's',
    source: { title: 'gRPC, Keepalive', url: 'https://grpc.io/docs/guides/keepalive/' },
  }),
  packetsOfIdleConnections: cited({
    what: 'packets a second of 100,000 idle connections',
    value: 6700,
    unit: 'packets',
    source: {
      title: 'Evan Jones, TCP and gRPC Failed Connection Timeouts',
      url: 'https://www.evanjones.ca/tcp-connection-timeouts.html',
    },
  }),

  heldOutWithinBounds: { kind: 'measured', claim: 'held-out' },
  seenWithinBounds: { kind: 'measured', claim: 'model-agrees' },
} satisfies Values;

/** The rows of the strip of packets. */
export const captures: readonly Capture[] = [
  { says: 'Idle', at: { program: 'tcp', ...IDLE, ...QUICK, path: 'veth' } },
  { says: 'Request under way', at: { program: 'tcp', ...WAITING, ...QUICK, path: 'veth' } },
];

/** What is set, a column of the table of outcomes each. `alone` leaves out what was measured with others of its kind. */
export interface Column {
  readonly settings: Settings;
  readonly head: string;
  readonly alone?: boolean;
}

export const columns: readonly Column[] = [
  { settings: set(), head: 'Nothing set' },
  { settings: BY_DEFAULT, head: 'Keepalive, Linux’s times', alone: true },
  { settings: set({ keepalive: ADVICE }), head: 'Keepalive 15/15/5' },
  { settings: set({ userTimeout: 90 }), head: 'User timeout 90 s' },
  { settings: BOTH, head: 'Both' },
];

/** What happens, with what the program does meanwhile. */
export interface Group {
  readonly title: string;
  readonly rows: readonly (Situation & { readonly says: string })[];
}

export const groups: readonly Group[] = [
  {
    title: 'The peer’s machine, or the way to it, is gone',
    rows: [
      { says: 'waits for whatever comes', ...IDLE },
      { says: 'has sent a request', ...WAITING },
      { says: 'writes now and then', ...LOST, pattern: 'writes' },
      { says: 'connects', ...CONNECTING },
    ],
  },
  {
    title: 'The peer’s machine is gone, on our own link',
    rows: [
      { says: 'has sent a request', scenario: 'host-vanishes', pattern: 'awaiting' },
      { says: 'connects', scenario: 'host-vanishes', pattern: 'connecting' },
    ],
  },
  {
    title: 'Our own link goes down',
    rows: [
      { says: 'waits for whatever comes', scenario: 'own-link-down', pattern: 'idle' },
      { says: 'has sent a request', scenario: 'own-link-down', pattern: 'awaiting' },
    ],
  },
  {
    title: 'A firewall forgets the connection',
    rows: [
      { says: 'waits for whatever comes', scenario: 'firewall-forgets', pattern: 'idle' },
      { says: 'sends a request then', scenario: 'firewall-forgets', pattern: 'awaiting' },
    ],
  },
  {
    title: 'The peer’s machine reboots',
    rows: [
      { says: 'waits for whatever comes', scenario: 'peer-reboots', pattern: 'idle' },
      { says: 'has sent a request', scenario: 'peer-reboots', pattern: 'awaiting' },
    ],
  },
  {
    title: 'The peer’s process hangs',
    rows: [
      { says: 'waits for whatever comes', scenario: 'peer-hangs', pattern: 'idle' },
      { says: 'has sent a request', scenario: 'peer-hangs', pattern: 'awaiting' },
      { says: 'writes until buffers are full', scenario: 'peer-hangs', pattern: 'writes' },
    ],
  },
  {
    title: 'The peer’s process exits, or is killed',
    rows: [
      { says: 'waits for whatever comes', scenario: 'peer-exits', pattern: 'idle' },
      { says: 'writes now and then', scenario: 'peer-exits', pattern: 'writes' },
    ],
  },
];
