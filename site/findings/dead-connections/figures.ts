/** What the article on dead connections shows by name. */
import { above, below, meets, verdict, type Expectation } from '@/kit/prose/expects.ts';
import type { FigureReference } from '@/kit/prose/figure.ts';
import { rowsOf } from '@/kit/prose/charts.ts';
import type { Charts, Values, Words } from '@/kit/prose/named.ts';
import { measured, predicted, published } from '@/kit/prose/values.ts';
import { points, series, type Settings } from '@/kit/record/queries.ts';
import type { MeasurementRecord } from '@/kit/record/types.ts';
import { fatesTable, type FatesOptions } from './charts/fates.ts';
import { NOTICED } from './charts/outcomes.ts';
import { set } from './settings.ts';

const QUICK = set({ keepalive: { idle: 1, interval: 1, probes: 3 } });
const BY_DEFAULT = set({ keepalive: { idle: 7200, interval: 75, probes: 9 } });
const ADVICE = { idle: 15, interval: 15, probes: 5 };
const BOTH = set({ keepalive: ADVICE, userTimeout: 90 });
/** Jones’s 90, taken for milliseconds as it stands. */
const AS_WRITTEN = set({ keepalive: ADVICE, userTimeout: 0.09 });
const QUICK_WITH_TIMEOUT = set({ keepalive: { idle: 1, interval: 1, probes: 3 }, userTimeout: 3 });
const THREE_SECONDS = set({ userTimeout: 3 });
/** gRPC’s pings, after a second of silence: for calls alone, or without calls, too. */
const pings = (timeout: number, withoutCalls = false) => ({ grpc: { pingAfter: 1, timeout, withoutCalls } });

/** Packets are lost, while the connection … */
const LOST = { scenario: 'drop-outbound' };
const IDLE = { ...LOST, pattern: 'idle' };
const WAITING = { ...LOST, pattern: 'awaiting' };
/** The reply is lost, once the request has been acknowledged. */
const ACKNOWLEDGED = { scenario: 'drop-inbound', pattern: 'acknowledged' };
const CONNECTING = { ...LOST, pattern: 'connecting' };
const retries = (count: number) => ({ ...WAITING, ...set({ retries2: count }) });
/** The peer’s process hangs while its kernel goes on. */
const HUNG = { scenario: 'peer-hangs', pattern: 'awaiting' };

/** Time until a program noticed; with plain TCP, unless `at` names another program. */
const fate = (at: Settings, id = 'fates'): FigureReference => ({
  series: id,
  at: { program: 'tcp', ...at },
  measure: NOTICED,
});

/** The same of what takes minutes or hours: each is predicted, and a run waited for some. */
const long = (at: Settings, measure = NOTICED): FigureReference => ({ series: 'predicted-only', at, measure });

/** Time until a program noticed that a firewall dropped its request’s packets. */
const dropped = (fault: string, at: Settings = { ...WAITING, ...THREE_SECONDS }) =>
  measured(fate({ ...at, fault }, 'drops'));

/** Time at which a request was sent again, the first time or a later one. */
const sentAgain = (number: number) =>
  measured({
    series: 'wire',
    at: { program: 'tcp', ...WAITING, ...QUICK, path: 'veth', direction: 'out', kind: 'retransmission', number },
    measure: 'at_seconds',
  });

/** A time in seconds that its publisher alone knows. */
const cited = (what: string, value: number, title: string, url: string) =>
  published({ cited: { what, value, unit: 's', source: { title, url } } });

export const values: Values = {
  idleWithQuickKeepalive: measured(fate({ ...IDLE, ...QUICK })),
  idleAsAdvised: measured({ claim: 'ninety-seconds', figure: '15/15/5 and user timeout 90 s, idle' }),

  requestWithNothingSet: measured({ claim: 'sixteen-minutes', figure: 'nothing set, data under way' }),
  requestWithQuickKeepalive: measured({
    claim: 'keepalive-sleeps-in-flight',
    figure: 'keepalive 1/1/3, awaiting, until it ended',
  }),
  requestWithBoth: measured(fate({ ...WAITING, ...QUICK_WITH_TIMEOUT })),
  acknowledgedWithUserTimeout: measured({
    ...fate({ ...ACKNOWLEDGED, ...THREE_SECONDS }),
    measure: 'noticed_share',
  }),
  requestAsAdvised: measured({ claim: 'ninety-seconds', figure: '15/15/5 and user timeout 90 s, data under way' }),
  requestWithNinetyMilliseconds: measured(fate({ ...WAITING, ...AS_WRITTEN })),
  requestWithUserTimeout: measured({ claim: 'ninety-seconds', figure: 'user timeout 3 s, awaiting' }),
  requestWithFourRetries: measured(fate(retries(4))),
  requestWithFourRetriesPredicted: predicted(fate(retries(4))),
  requestWithEightRetries: measured(long(retries(8))),
  requestOnTime: predicted(long({ ...WAITING, ...set() })),
  requestAtTheLatest: predicted(long({ ...WAITING, ...set() }, 'latest_after_seconds')),

  sentAgainFirst: sentAgain(1),
  sentAgainSecond: sentAgain(2),

  connecting: measured(long({ ...CONNECTING, ...set() })),
  connectingOnSameLink: measured(fate({ scenario: 'host-vanishes', pattern: 'connecting', ...set() })),
  connectingRejected: measured(fate({ scenario: 'firewall-rejects', pattern: 'connecting', ...set() })),
  connectingRejectedFar: measured(
    fate({ scenario: 'firewall-rejects', pattern: 'connecting', round_trip_seconds: 0.1, ...set() }, 'round-trips'),
  ),
  droppedOnThisMachine: dropped('nft drop, our own'),
  droppedOnTheWay: dropped('nft drop'),
  threeRetriesOnThisMachine: dropped('nft drop, our own', retries(3)),
  threeRetriesOnTheWay: dropped('nft drop', retries(3)),
  ratioWithThreeRetries: measured({
    claim: 'own-drops-end-sooner',
    figure: 'tcp_retries2 3, awaiting, our packets are dropped',
  }),
  ratioWithFiveRetries: measured({
    claim: 'own-drops-end-sooner',
    figure: 'tcp_retries2 5, awaiting, our packets are dropped',
  }),
  zeroWindowWithUserTimeout: measured(
    fate({ ...HUNG, pattern: 'writes', write_interval_seconds: 0.1, ...THREE_SECONDS }),
  ),

  documentedByLinux: published({ claim: 'fifteen-retries' }),
  seenByCloudflare: published({ claim: 'sixteen-minutes' }),
  connectingByManual: published({ claim: 'connecting-to-nobody' }),
  idleTimeoutOfLoadBalancer: cited(
    'idle timeout of NAT gateways and Network Load Balancers',
    350,
    'AWS, Implementing long-running TCP connections within VPC networking',
    'https://aws.amazon.com/blogs/networking-and-content-delivery/implementing-long-running-tcp-connections-within-vpc-networking/',
  ),
  idleTimeoutOfAzure: cited(
    'idle timeout of load balancing rules by default',
    240,
    'Azure, Load Balancer TCP reset and idle timeout',
    'https://learn.microsoft.com/en-us/azure/load-balancer/load-balancer-tcp-reset',
  ),
  idleTimeoutOfGoogle: cited(
    'longest time for which idle connections are tracked',
    600,
    'Google Cloud, Compute Engine, general tips',
    'https://cloud.google.com/compute/docs/troubleshooting/general-tips',
  ),
  idleTimeoutOfIpvs: cited(
    'expiration of idle connections by default',
    900,
    'Docker, Idle connections over overlay network ends up in a broken state after 15 minutes',
    'https://github.com/moby/moby/issues/31208',
  ),
  leastIntervalOfPings: cited(
    'least interval of pings that a server permits by default',
    300,
    'gRPC, Keepalive',
    'https://grpc.io/docs/guides/keepalive/',
  ),
  leastIntervalOfPingsWithoutCalls: cited(
    'least interval of pings that a server permits by default while no call is open',
    7200,
    'gRPC proposal A8, Client-side Keepalive',
    'https://github.com/grpc/proposal/blob/master/A8-client-side-keepalive.md',
  ),

  pingedCall: measured(fate({ ...HUNG, program: 'tonic', ...set(pings(2)) })),
  pingedChannel: measured(fate({ ...IDLE, program: 'tonic', ...set(pings(2, true)) })),
  lostCallOfCore: measured(fate({ ...WAITING, program: 'grpcio', ...set({ userTimeout: 2, ...pings(60) }) })),
  hungCallOfCore: measured(fate({ ...HUNG, program: 'grpcio', ...set({ userTimeout: 2, ...pings(60) }) })),

  heldOutWithinBounds: measured({ claim: 'held-out' }),
  seenWithinBounds: measured({ claim: 'model-agrees' }),
};

/** The columns of the table of outcomes: what is set. */
const columns: FatesOptions['columns'] = [
  { settings: set(), head: 'Nothing set' },
  { settings: BY_DEFAULT, head: 'Keepalive, Linux’s times' },
  { settings: set({ keepalive: ADVICE }), head: 'Keepalive 15/15/5' },
  { settings: set({ userTimeout: 90 }), head: 'User timeout 90 s' },
  { settings: BOTH, head: 'Both' },
];

const group = (title: string, rows: FatesOptions['groups'][number]['rows']) => ({ title, rows });

/** Its rows. */
const groups: FatesOptions['groups'] = [
  group('The peer’s machine, or the way to it, is gone', [
    { says: 'waits for whatever comes', ...IDLE },
    { says: 'has sent a request', ...WAITING },
    { says: 'waits for the reply to one that arrived', ...ACKNOWLEDGED },
    { says: 'writes now and then', ...LOST, pattern: 'writes' },
    { says: 'connects', ...CONNECTING },
  ]),
  group('The peer’s machine is gone, on our own link', [
    { says: 'has sent a request', scenario: 'host-vanishes', pattern: 'awaiting' },
    { says: 'connects', scenario: 'host-vanishes', pattern: 'connecting' },
  ]),
  group('A firewall forgets the connection', [
    { says: 'waits for whatever comes', scenario: 'firewall-forgets', pattern: 'idle' },
    { says: 'sends a request then', scenario: 'firewall-forgets', pattern: 'awaiting' },
  ]),
  group('The peer’s machine reboots', [
    { says: 'waits for whatever comes', scenario: 'peer-reboots', pattern: 'idle' },
    { says: 'has sent a request', scenario: 'peer-reboots', pattern: 'awaiting' },
  ]),
  group('The peer’s process hangs', [
    { says: 'waits for whatever comes', scenario: 'peer-hangs', pattern: 'idle' },
    { says: 'has sent a request', ...HUNG },
    { says: 'writes until buffers are full', scenario: 'peer-hangs', pattern: 'writes' },
  ]),
  group('The peer’s process exits, or is killed', [
    { says: 'waits for whatever comes', scenario: 'peer-exits', pattern: 'idle' },
    { says: 'writes now and then', scenario: 'peer-exits', pattern: 'writes' },
  ]),
];

export const charts: Charts = {
  retries: rowsOf({
    title: 'How long the kernel keeps trying, by tcp_retries2',
    description:
      'A row for each of several counts of retries up to fifteen, on a logarithmic time scale: dots for what was waited for, each shortly behind a dash of the model, rise from seconds to minutes. At four the dot lies far before its dash.',
    series: 'fates',
    measure: NOTICED,
    rows: [
      ...[2, 4, 6].map((count) => ({ name: String(count), at: { program: 'tcp', ...retries(count) } })),
      ...[8, 10, 12].map((count) => ({ name: String(count), series: 'predicted-only', at: retries(count) })),
      { name: '15, the default', series: 'predicted-only', at: { ...WAITING, ...set() } },
    ],
    scale: 'log',
    domain: [1, 1500],
    ticks: [1, 10, 60, 600],
    xTitle: 'Until read() says ETIMEDOUT (logarithmic)',
    rowTitle: 'tcp_retries2',
  }),

  fates: {
    series: ['fates', 'predicted-only'],
    draw: (records, id) =>
      fatesTable(records, id, { title: 'When the program learns of it, and how', columns, groups }),
  },
};

/** Difference from the model’s bounds that counts as none, in seconds, as in the experiment: a busy machine wakes a program late. */
const SLACK_S = 0.15;

/** The long rows that a run waited for, and whether some of their trials ended before or after the model’s bounds. */
const rowsWaitedFor = (record: MeasurementRecord) =>
  series(record, 'predicted-only').points.flatMap(({ at, values: { [NOTICED]: noticed }, predicted = {} }) => {
    if (!noticed) return [];
    const isSooner = noticed.low + SLACK_S < predicted[NOTICED]!;
    const isLater = noticed.high > predicted['latest_after_seconds']! + SLACK_S;
    return [{ scenario: String(at['scenario']), isSooner, isLater, isWithin: !isSooner && !isLater }];
  });

/** How many times as long copying memory took at the slowest moment of a run as at the fastest. */
function copyingSlowed({ provenance }: MeasurementRecord): number {
  const rates = (provenance.yardstick ?? []).map(({ copy_bytes_per_second: rate }) => rate);
  return Math.max(...rates) / Math.min(...rates);
}

/** A request to a machine that vanishes on the same link, with nothing set, and when the later of its two ends is due. */
function onSameLink(record: MeasurementRecord) {
  const at = { scenario: 'host-vanishes', pattern: 'awaiting', settings: 'nothing' };
  const { values: measures, predicted } = points(series(record, 'predicted-only'), at)[0]!;
  return { ...measures[NOTICED]!, later: predicted![NOTICED]! };
}

export const words: Words = {
  copyingSlowed: { of: (record) => copyingSlowed(record).toFixed(1) },
  rowsWaitedFor: { of: (record) => String(rowsWaitedFor(record).length) },
  rowsWithinBounds: { of: (record) => String(rowsWaitedFor(record).filter(({ isWithin }) => isWithin).length) },
  rowsOutsideBounds: { of: (record) => String(rowsWaitedFor(record).filter(({ isWithin }) => !isWithin).length) },
};

export const machines = [
  'requestWithNothingSet',
  'requestWithQuickKeepalive',
  'requestWithUserTimeout',
  'idleAsAdvised',
  'requestAsAdvised',
  'heldOutWithinBounds',
];

export const expects: readonly Expectation[] = [
  verdict('keepalive-sleeps-in-flight', 'reproduced'),
  below('idleWithQuickKeepalive', 'requestWithQuickKeepalive'),
  below('requestWithBoth', 'requestWithQuickKeepalive'),
  above('requestWithNothingSet', 900),
  above('requestWithNothingSet', 'documentedByLinux'),
  verdict('ninety-as-written', 'differs'),
  // The interval of seven trials ends with the longest: in none was the next timer waited for.
  below('requestWithFourRetries', 'requestWithFourRetriesPredicted'),
  below('droppedOnThisMachine', 'droppedOnTheWay'),
  below('threeRetriesOnThisMachine', 'threeRetriesOnTheWay'),
  below('ratioWithThreeRetries', 'ratioWithFiveRetries'),
  below('connectingRejectedFar', 'connectingRejected'),
  {
    what: 'on the same link all trials of a request took the later retry, and most the earlier on two other machines',
    check({ recordsOf }) {
      const [own, ...others] = recordsOf().map(onSameLink);
      const earlier = others.filter(({ value, later }) => value < later).length;
      return (own!.low > own!.later && earlier === 2) || `${own!.low} s here, and the earlier on ${earlier} others`;
    },
  },
  {
    what: 'the machine was not quiet: copying memory slowed',
    check: ({ recordsOf }) => copyingSlowed(recordsOf()[0]!) > 1.5 || 'not so',
  },
  verdict('drops-are-alike', 'holds'),
  verdict('grpc-keepalive-is-off', 'reproduced'),
  below('lostCallOfCore', 'hungCallOfCore'),
  // “No wait that we watched ended”, and “you need both”.
  meets('acknowledgedWithUserTimeout', 0),
  verdict('acknowledged-requests', 'holds'),
  // “Set keepalive and a user timeout”, and the bounds that were widened.
  verdict('ninety-seconds', 'reproduced'),
  verdict('held-out', 'holds'),
  {
    what: 'of the long rows, those outside of the bounds are sooner, and of a machine that vanishes on the same link',
    check({ recordsOf }) {
      const outside = rowsWaitedFor(recordsOf()[0]!).filter(({ isWithin }) => !isWithin);
      const others = outside.filter(({ scenario, isLater }) => scenario !== 'host-vanishes' || isLater);
      return (outside.length > 0 && others.length === 0) || JSON.stringify(others);
    },
  },
];
