/** What the article on dead connections shows by name. */
import { above, below, verdict, type Expectation } from '@/kit/prose/expects.ts';
import type { FigureReference } from '@/kit/prose/figure.ts';
import type { Charts, Values, Word, Words } from '@/kit/prose/named.ts';
import { measured, predicted, published } from '@/kit/prose/values.ts';
import { series, type Settings } from '@/kit/record/queries.ts';
import type { MeasurementRecord } from '@/kit/record/types.ts';
import { fatesTable, type Column, type Group } from './charts/fates.ts';
import { grpcList, hasGrpc } from './charts/grpc.ts';
import { retriesFigure } from './charts/retries.ts';
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
const FOUR_RETRIES = set({ retries2: 4 });

/** Packets are lost, while the connection … */
const LOST = { scenario: 'drop-outbound' };
const IDLE = { ...LOST, pattern: 'idle' };
const WAITING = { ...LOST, pattern: 'awaiting' };
const CONNECTING = { ...LOST, pattern: 'connecting' };

/** Until a program noticed, with plain TCP. */
const fate = (at: Settings): FigureReference => ({
  series: 'fates',
  at: { program: 'tcp', ...at },
  measure: NOTICED,
});

/** Until a program notices what takes minutes or hours: each is predicted, and a run waited for some. */
const long = (at: Settings): FigureReference => ({ series: 'predicted-only', at, measure: NOTICED });

/** Until a program noticed that a firewall dropped its request’s packets, with a user timeout of three seconds. */
const dropped = (fault: string) =>
  measured({
    series: 'drops',
    at: { program: 'tcp', ...WAITING, ...THREE_SECONDS, fault },
    measure: NOTICED,
  });

/** When a request was sent again, the first time or a later one. */
const sentAgain = (number: number) =>
  measured({
    series: 'wire',
    at: { program: 'tcp', ...WAITING, ...QUICK, path: 'veth', direction: 'out', kind: 'retransmission', number },
    measure: 'at_seconds',
  });

export const values: Values = {
  idleWithQuickKeepalive: measured(fate({ ...IDLE, ...QUICK })),
  idleAsAdvised: measured({ claim: 'ninety-seconds', figure: '15/15/5 and user timeout 90 s, idle' }),

  requestWithNothingSet: measured({ claim: 'sixteen-minutes', figure: 'nothing set, data under way' }),
  requestWithQuickKeepalive: measured({
    claim: 'keepalive-sleeps-in-flight',
    figure: 'keepalive 1/1/3, awaiting, until it ended',
  }),
  requestWithBoth: measured(fate({ ...WAITING, ...QUICK_WITH_TIMEOUT })),
  requestAsAdvised: measured({ claim: 'ninety-seconds', figure: '15/15/5 and user timeout 90 s, data under way' }),
  requestWithNinetyMilliseconds: measured(fate({ ...WAITING, ...AS_WRITTEN })),
  requestWithUserTimeout: measured({ claim: 'ninety-seconds', figure: 'user timeout 3 s, awaiting' }),
  requestWithFourRetries: measured(fate({ ...WAITING, ...FOUR_RETRIES })),
  requestWithFourRetriesPredicted: predicted(fate({ ...WAITING, ...FOUR_RETRIES })),
  requestWithEightRetries: measured(long({ ...WAITING, ...set({ retries2: 8 }) })),

  sentAgainFirst: sentAgain(1),
  sentAgainSecond: sentAgain(2),

  connecting: measured(long({ ...CONNECTING, ...set() })),
  connectingOnSameLink: measured(fate({ scenario: 'host-vanishes', pattern: 'connecting', ...set() })),
  connectingRejected: measured(fate({ scenario: 'firewall-rejects', pattern: 'connecting', ...set() })),
  droppedOnThisMachine: dropped('nft drop, our own'),
  droppedOnTheWay: dropped('nft drop'),
  zeroWindowWithUserTimeout: measured(
    fate({
      scenario: 'peer-hangs',
      pattern: 'writes',
      write_interval_seconds: 0.1,
      ...THREE_SECONDS,
    }),
  ),

  documentedByLinux: published({ claim: 'fifteen-retries' }),
  seenByCloudflare: published({ claim: 'sixteen-minutes' }),
  connectingByManual: published({ claim: 'connecting-to-nobody' }),
  idleTimeoutOfLoadBalancer: published({
    cited: {
      what: 'idle timeout of NAT gateways and Network Load Balancers',
      value: 350,
      unit: 's',
      source: {
        title: 'AWS, Implementing long-running TCP connections within VPC networking',
        url: 'https://aws.amazon.com/blogs/networking-and-content-delivery/implementing-long-running-tcp-connections-within-vpc-networking/',
      },
    },
  }),
  idleTimeoutOfAzure: published({
    cited: {
      what: 'idle timeout of load balancing rules by default',
      value: 240,
      unit: 's',
      source: {
        title: 'Azure, Load Balancer TCP reset and idle timeout',
        url: 'https://learn.microsoft.com/en-us/azure/load-balancer/load-balancer-tcp-reset',
      },
    },
  }),
  idleTimeoutOfGoogle: published({
    cited: {
      what: 'longest time for which idle connections are tracked',
      value: 600,
      unit: 's',
      source: {
        title: 'Google Cloud, Compute Engine, general tips',
        url: 'https://cloud.google.com/compute/docs/troubleshooting/general-tips',
      },
    },
  }),
  idleTimeoutOfIpvs: published({
    cited: {
      what: 'expiration of idle connections by default',
      value: 900,
      unit: 's',
      source: {
        title: 'Docker, Idle connections over overlay network ends up in a broken state after 15 minutes',
        url: 'https://github.com/moby/moby/issues/31208',
      },
    },
  }),
  leastIntervalOfPings: published({
    cited: {
      what: 'least interval of pings that a server permits by default',
      value: 300,
      unit: 's',
      source: { title: 'gRPC, Keepalive', url: 'https://grpc.io/docs/guides/keepalive/' },
    },
  }),
  leastIntervalOfPingsWithoutCalls: published({
    cited: {
      what: 'least interval of pings that a server permits by default while no call is open',
      value: 7200,
      unit: 's',
      source: {
        title: 'gRPC proposal A8, Client-side Keepalive',
        url: 'https://github.com/grpc/proposal/blob/master/A8-client-side-keepalive.md',
      },
    },
  }),

  heldOutWithinBounds: measured({ claim: 'held-out' }),
  seenWithinBounds: measured({ claim: 'model-agrees' }),
};

/** The columns of the table of outcomes: what is set. */
const columns: readonly Column[] = [
  { settings: set(), head: 'Nothing set' },
  { settings: BY_DEFAULT, head: 'Keepalive, Linux’s times', alone: true },
  { settings: set({ keepalive: ADVICE }), head: 'Keepalive 15/15/5' },
  { settings: set({ userTimeout: 90 }), head: 'User timeout 90 s' },
  { settings: BOTH, head: 'Both' },
];

/** Its rows. */
const groups: readonly Group[] = [
  {
    title: 'The peer’s machine, or the way to it, is gone',
    rows: [
      { says: 'waits for whatever comes', ...IDLE },
      { says: 'has sent a request', ...WAITING },
      { says: 'waits for the reply to one that arrived', scenario: 'drop-inbound', pattern: 'acknowledged' },
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

export const charts: Charts = {
  fates: {
    series: ['fates', 'predicted-only'],
    draw: (records, id) =>
      fatesTable(records, id, { title: 'When the program learns of it, and how', columns, groups }),
  },

  retries: {
    series: ['fates', 'predicted-only'],
    proportion: 0.5,
    draw: (records) =>
      retriesFigure(records, {
        title: 'How long the kernel keeps trying, by tcp_retries2',
        description:
          'Dots for what was waited for and dashes of the model for all counts up to fifteen, on a logarithmic time scale: a straight rise from seconds to minutes, which bends from ten retries on. At four the dot lies far below its dash. A diamond lies just below the last dash.',
      }),
  },

  grpcLibraries: {
    series: ['fates'],
    keep: hasGrpc,
    draw: (records) => grpcList(records, 'What two gRPC libraries learn, and when'),
  },
};

/** A long row that a run waited for, as its median lies to the bounds of the model. */
interface LongRow {
  readonly scenario: string;
  readonly median: 'sooner' | 'within' | 'later';
}

const rowsWaitedFor = (record: MeasurementRecord): LongRow[] =>
  series(record, 'predicted-only').points.flatMap(({ at, values: { [NOTICED]: noticed }, predicted = {} }) => {
    if (!noticed) return [];
    const isSooner = noticed.value < predicted[NOTICED]!;
    const isLater = noticed.value > predicted['latest_after_seconds']!;
    const median = isSooner ? 'sooner' : isLater ? 'later' : 'within';
    return [{ scenario: String(at['scenario']), median }];
  });

const countOf = (isWanted: (row: LongRow) => boolean): Word => ({
  of: (record) => String(rowsWaitedFor(record).filter(isWanted).length),
});

export const words: Words = {
  rowsWaitedFor: countOf(() => true),
  rowsWithinBounds: countOf(({ median }) => median === 'within'),
  rowsOutsideBounds: countOf(({ median }) => median !== 'within'),
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
  verdict('drops-are-alike', 'holds'),
  verdict('grpc-keepalive-is-off', 'reproduced'),
  // “Set keepalive and a user timeout”, and “which row is in neither share”.
  verdict('ninety-seconds', 'reproduced'),
  verdict('held-out', 'holds'),
  {
    what: 'of the long rows, those outside of the bounds are sooner, and of a machine that vanishes on the same link',
    check({ recordsOf }) {
      const outside = rowsWaitedFor(recordsOf()[0]!).filter(({ median }) => median !== 'within');
      const others = outside.filter(({ scenario, median }) => scenario !== 'host-vanishes' || median !== 'sooner');
      return (outside.length > 0 && others.length === 0) || JSON.stringify(others);
    },
  },
];
