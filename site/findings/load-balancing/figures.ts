/** What the article shows, by name. */
import { panels, recordChart, rowsOf } from '@/kit/prose/charts.ts';
import { meets, verdict, type Expectation } from '@/kit/prose/expects.ts';
import type { Charts, Values, Word, Words } from '@/kit/prose/named.ts';
import { derived, point, series, type Settings } from '@/kit/record/queries.ts';
import type { MeasurementRecord } from '@/kit/record/types.ts';

type Records = readonly MeasurementRecord[];

/** The experiment with more servers and choices than the published table has. */
const SWEEP = 'load-balancing-sweep';

/** A thousand items with room for a hundred on each server, placed at random. */
const planned = { strategy: 'random', items: 1000, capacity: 100 };

/** How many servers keep a chance small. */
const needed = (which: string) => ({ derived: `servers-needed-${which}` });
const onPlanned = (servers: number, measure: string) => ({
  series: 'planner',
  at: { ...planned, servers },
  measure,
});

/** The published table's row with 13 servers. */
const p99OfThirteen = (strategy: string) => ({
  series: 'published-table',
  at: { items: 1000, servers: 13, strategy },
  measure: 'p99_items',
});

const large = (choices: number) => ({
  experiment: SWEEP,
  series: 'large',
  at: { choices, items: 10_000_000 },
  measure: 'gap_items',
});
const rare = (at: Settings) => ({
  experiment: SWEEP,
  series: 'small-risks',
  at,
  measure: 'any_over_capacity_share',
});
const rareAtRandom = (servers: number) => rare({ strategy: 'random', servers, capacity: 100 });

const nginx = (policy: string, more: Settings = {}): Settings => ({
  balancer: 'nginx',
  policy,
  workers: 1,
  zone: 'without',
  ...more,
});
const haproxy = (policy: string, more: Settings = {}): Settings => ({
  balancer: 'haproxy',
  policy,
  workers: 1,
  weight: 100,
  ...more,
});
const caddy = (policy: string): Settings => ({ balancer: 'caddy', policy });
const newestCaddy = (policy: string): Settings => ({ balancer: 'caddy-newest', policy });
const fourWorkers = { workers: 4 };
const withZone = { workers: 4, zone: 'with' };
const weightOne = { weight: 1 };

const uneven = (at: Settings) => ({ series: 'balancers', at, measure: 'variance_over_mean' });
const overCapacity = (at: Settings) => ({ series: 'balancers', at, measure: 'any_over_capacity_share' });
const queueing = (at: Settings) => ({ series: 'queues', at, measure: 'p99_seconds' });

export const values: Values = {
  p99OfThirteen: { kind: 'measured', claim: 'thirteen-servers' },
  overloadOfAnyOfThirteen: { kind: 'measured', claim: 'any-server-thirteen' },
  exactOverloadOfAnyOfThirteen: { kind: 'exact', claim: 'any-server-thirteen' },
  overloadOfAnyIfPoisson: { kind: 'exact', derived: 'any-server-thirteen-of-poisson' },
  overloadOfGivenOfThirteen: { kind: 'exact', ...onPlanned(13, 'p_server_over_capacity') },
  overloadOfAnyOfFourteen: { kind: 'exact', ...onPlanned(14, 'p_any_over_capacity') },
  overloadOfAnyOfTwentyEight: { kind: 'exact', claim: 'any-server-twenty-eight' },
  publishedP999OfFourteen: { kind: 'published', claim: 'fourteen-servers' },

  serversForRoomOf100: { kind: 'exact', ...needed('random-100-server') },
  serversForRoomOf100Anywhere: { kind: 'exact', ...needed('random-100-any') },
  serversForRoomOf100WithTwoChoices: { kind: 'measured', ...needed('two-choices-100-any') },
  serversForRoomOf50: { kind: 'exact', ...needed('random-50-server') },
  serversForRoomOf50Anywhere: { kind: 'exact', ...needed('random-50-any') },
  serversForRoomOf50WithTwoChoices: { kind: 'measured', ...needed('two-choices-50-any') },
  serversFor999In1000: { kind: 'exact', ...needed('random-100-server-1-in-1000') },

  imbalanceOnTen: { kind: 'measured', claim: 'imbalance-scaling', figure: 1 },
  imbalanceOnThousand: { kind: 'measured', claim: 'imbalance-scaling' },
  imbalanceOnThousandOfMoreItems: { kind: 'measured', claim: 'imbalance-scaling', figure: 2 },
  p999OfElevenLarge: { kind: 'measured', claim: 'eleven-servers-for-ten-thousand', figure: 'p99.9 at 11 servers' },
  p999OfElevenWithTwoChoices: { kind: 'measured', claim: 'two-choices-eleven-servers' },

  reductionBySecondChoice: { kind: 'measured', experiment: SWEEP, claim: 'second-choice-does-most' },
  excessOfOneChoice: { kind: 'exact', ...large(1) },
  excessOfTwoChoices: { kind: 'measured', ...large(2) },
  excessOfFourChoices: { kind: 'measured', ...large(4) },
  excessOfEightChoices: { kind: 'measured', ...large(8) },
  moveOfExcess: { kind: 'measured', experiment: SWEEP, claim: 'gap-stays' },
  rareOverloadOfSixteen: { kind: 'exact', ...rareAtRandom(16) },
  countedOverloadOfSixteen: { kind: 'measured', ...rareAtRandom(16) },
  rareOverloadOfFifteen: { kind: 'exact', ...rareAtRandom(15) },
  rareOverloadWithTwoChoices: { kind: 'measured', ...rare({ strategy: 'two-choices', capacity: 94 }) },

  unevennessOfFourWorkersLeast: { kind: 'measured', ...uneven(nginx('least', fourWorkers)) },
  unevennessOfFourWorkersTwoChoices: { kind: 'measured', ...uneven(nginx('random-two', fourWorkers)) },
  unevennessOfCaddy: { kind: 'measured', ...uneven(caddy('random-two')) },
  unevennessOfNewestCaddy: { kind: 'measured', ...uneven(newestCaddy('random-two')) },
  overloadBehindRandom: { kind: 'measured', ...overCapacity(nginx('random')) },
  overloadBehindTwoChoices: { kind: 'measured', ...overCapacity(nginx('random-two')) },
  overloadBehindLeast: { kind: 'measured', ...overCapacity(nginx('least')) },
  costOfTwoChoices: { kind: 'measured', claim: 'two-choices-cost', figure: 2 },
  p99BehindRandom: { kind: 'measured', ...queueing(nginx('random')) },
  p99BehindTwoChoices: { kind: 'measured', ...queueing(nginx('random-two')) },
  varianceOfRing: { kind: 'measured', claim: 'haproxy-random-ring' },
  predictedVarianceOfRing: { kind: 'predicted', claim: 'haproxy-random-ring' },

  publishedIdleShare: { kind: 'published', claim: 'idle-share' },
  idleShare: { kind: 'exact', claim: 'idle-share' },
  publishedMeanOfFourteen: { kind: 'published', claim: 'idle-share', figure: 'mean at 14 servers' },
  meanOfFourteen: { kind: 'exact', claim: 'idle-share', figure: 'mean at 14 servers' },

  // The claim's figures of what the planner has: this interval misses what is exact.
  countedOverloadOfAnyOfFourteen: { kind: 'measured', claim: 'any-server-thirteen', figure: 1 },
  exactOverloadOfAnyOfFourteen: { kind: 'exact', claim: 'any-server-thirteen', figure: 1 },
  publishedP99OfTwoChoices: { kind: 'published', ...p99OfThirteen('two-choices') },
  p99OfTwoChoices: { kind: 'measured', ...p99OfThirteen('two-choices') },
  p99OfTwoDistinctChoices: { kind: 'measured', ...p99OfThirteen('two-choices-distinct') },
};

/** A program's version by the record. */
const versionIn = ({ provenance }: MeasurementRecord, program: string): string | undefined =>
  /\d+\.\d+\.\d+/.exec(provenance.programs?.[program] ?? '')?.[0];

const version = (program: string): Word => ({ of: (record) => versionIn(record, program) ?? '' });

export const words: Words = {
  caddyVersion: version('Caddy'),
  newestCaddyVersion: version('Caddy, newest'),
  balancersWithVersions: {
    of(record) {
      const [proxy, old, newest] = ['HAProxy', 'Caddy', 'Caddy, newest'].map((name) => versionIn(record, name));
      return [
        `nginx ${versionIn(record, 'nginx') ?? ''}`,
        proxy && `, HAProxy ${proxy}`,
        old && `, Caddy ${old}`,
        newest && ` and ${newest}`,
      ]
        .filter(Boolean)
        .join('');
    },
  },
  /** How many placements there are for each one that overloads a server. */
  placementsForAnOverload: {
    of: (record) => String(Math.round(derived(record, 'placements-for-an-overload-thirteen').exact!)),
  },
};

/** What rows call Caddy: with its version, where a record says it. */
const calledCaddy = ([record]: Records) => ['Caddy', record && versionIn(record, 'Caddy')].filter(Boolean).join(' ');
function calledNewestCaddy([record]: Records): string {
  const version = record && versionIn(record, 'Caddy, newest');
  return version ? `Caddy ${version}` : 'newest Caddy';
}

/** Ways to pick a server, as rows call them. */
const WAYS = [
  ['random', 'random'],
  ['round robin', 'round-robin'],
  ['two choices', 'random-two'],
  ['least', 'least'],
] as const;

const unevenRows = {
  series: 'balancers',
  measure: 'variance_over_mean',
  scale: 'linear',
  xTitle: 'Variance between servers ÷ mean',
  rowTitle: 'Balancer',
  references: [{ axis: 'x', value: 1, label: 'chance alone' }],
} as const;

export const charts: Charts = {
  capacity: recordChart('planner', {
    title: 'The chance of overload, for a given server and for any server',
    description:
      'Two falling curves on a logarithmic axis against 10 to 18 servers, for 1,000 items and a capacity of 100 per server. The chance that any server is over capacity lies well above the chance that a given one is. A given server’s chance falls below 1% at 13 servers, that of any server at 14.',
    where: planned,
    x: 'servers',
    y: ['p_any_over_capacity', 'p_server_over_capacity'],
    names: { p_any_over_capacity: 'any server', p_server_over_capacity: 'a given server' },
    nameAt: { p_any_over_capacity: { side: 'right' }, p_server_over_capacity: { side: 'left' } },
    show: ['exact', 'measured'],
    xAxis: { domain: [9.8, 18], ticks: [10, 11, 12, 13, 14, 15, 16, 17, 18] },
    yAxis: { kind: 'log', domain: [0.00001, 1], title: 'Chance of being over capacity (logarithmic)' },
    references: [{ axis: 'y', value: 0.01, label: '1 in 100' }],
  }),

  twoChoices: recordChart('published-table', {
    title: 'Imbalance of 1,000 items: one random choice, two random choices',
    description:
      'The p99 load over the average load against the number of servers, on a logarithmic axis. A curve for one random choice climbs steeply; the points of two choices lie below it everywhere.',
    where: { items: 1000 },
    x: 'servers',
    xValues: [3, 5, 10, 25, 50, 100, 1000],
    y: 'imbalance_ratio',
    by: 'strategy',
    byValues: ['random', 'two-choices'],
    names: { random: 'one choice', 'two-choices': 'two choices' },
    xAxis: { kind: 'log', ticks: [3, 5, 10, 25, 50, 100, 1000], title: 'Servers (logarithmic)' },
    yAxis: { title: 'p99 load ÷ average load' },
    show: ['exact', 'measured', 'published'],
  }),

  bestOf: recordChart(
    'large',
    ([record]) => {
      /** A curve's name stands beside its point of one choice. */
      const besideOne = (items: number) => {
        const { gap_items: gap } = point(series(record!, 'large'), { choices: 1, items }).values;
        return { at: [1, gap!.value], side: 'right' } as const;
      };
      return {
        title: 'How far the fullest of 100,000 servers lies above the mean',
        description:
          'Three sets of points against one to eight choices, on a logarithmic axis. For one choice they lie far apart, highest for the most items; from two choices on they fall to the bottom and lie close together.',
        x: 'choices',
        y: 'gap_items',
        by: 'items',
        byValues: [10_000_000, 1_000_000, 100_000],
        names: { 10000000: '100 items a server', 1000000: '10 items a server', 100000: '1 item a server' },
        nameAt: {
          10000000: besideOne(10_000_000),
          1000000: besideOne(1_000_000),
          100000: besideOne(100_000),
        },
        show: ['measured'],
        xAxis: { domain: [0.7, 8.3], ticks: [1, 2, 3, 4, 5, 6, 7, 8], title: 'Random servers to choose from' },
        yAxis: { kind: 'log', domain: [0.8, 70], title: 'Items above the mean (logarithmic)' },
      };
    },
    { experiment: SWEEP },
  ),

  balancers: rowsOf((records) => ({
    ...unevenRows,
    title: 'How uneven the servers are behind real balancers',
    description:
      'A row for each balancer and way to pick a server, with a dot for the variance between servers over their mean, and a line at one, which is chance alone. Rows of two choices lie far below it, and those of least connections lowest.',
    rows: [
      { name: 'nginx, random', at: nginx('random') },
      { name: 'nginx, round robin', at: nginx('round-robin') },
      { name: 'nginx, two choices', at: nginx('random-two') },
      { name: 'nginx, least', at: nginx('least') },
      { name: 'nginx, 4 workers, two choices', at: nginx('random-two', fourWorkers) },
      { name: 'nginx, 4 workers and zone, two choices', at: nginx('random-two', withZone) },
      { name: 'nginx, 4 workers, least', at: nginx('least', fourWorkers) },
      { name: 'nginx, 4 workers and zone, least', at: nginx('least', withZone) },
      { name: 'HAProxy, random', at: haproxy('random', weightOne) },
      { name: 'HAProxy, random, weight 100', at: haproxy('random') },
      { name: 'HAProxy, two choices', at: haproxy('random-two', weightOne) },
      { name: 'HAProxy, two choices, weight 100', at: haproxy('random-two') },
      { name: 'HAProxy, least', at: haproxy('least', weightOne) },
      { name: `${calledCaddy(records)}, two choices`, at: caddy('random-two') },
      { name: `${calledNewestCaddy(records)}, two choices`, at: newestCaddy('random-two') },
    ],
  })),

  inFlight: panels('in-flight', 'Requests in flight at a server, along the bottom; share of the servers’ time, up.', {
    title: 'Requests in flight at a server behind nginx',
    description:
      'A panel for each policy with a hump around 10 requests. That of random placement is wide and low, that of two choices narrower, that of least connections narrowest.',
    measure: 'share_of_time',
    x: 'load',
    panels: [
      { name: 'random', at: { policy: 'random' } },
      { name: 'two choices', at: { policy: 'random-two' } },
      { name: 'least', at: { policy: 'least' } },
    ],
    curves: [{ at: {} }],
    xAxis: { kind: 'linear' },
    yAxis: { kind: 'linear' },
  }),

  moreBalancers: rowsOf((records) => ({
    ...unevenRows,
    title: 'How uneven the servers are: what else was measured',
    description:
      'A row for each further combination of balancer, workers or threads, and way to pick a server, with a dot for the variance between servers over their mean.',
    rows: [
      { name: 'nginx, 4 workers, round robin', at: nginx('round-robin', fourWorkers) },
      { name: 'nginx, 4 workers and zone, round robin', at: nginx('round-robin', withZone) },
      { name: 'HAProxy, round robin', at: haproxy('round-robin', weightOne) },
      { name: 'HAProxy, 4 threads, two choices', at: haproxy('random-two', fourWorkers) },
      { name: 'HAProxy, 4 threads, least', at: haproxy('least', { ...fourWorkers, ...weightOne }) },
      ...WAYS.filter(([, policy]) => policy !== 'random-two').map(([name, policy]) => ({
        name: `${calledNewestCaddy(records)}, ${name}`,
        at: newestCaddy(policy),
      })),
    ],
  })),

  queues: rowsOf((records) => ({
    title: '99th percentile of the response time, where servers queue',
    description:
      'A row for each balancer and way to pick a server, with a dot for the 99th percentile of the response time. Random is slower than two choices behind every balancer; the intervals of some other neighbours overlap.',
    series: 'queues',
    measure: 'p99_seconds',
    scale: 'linear',
    xTitle: '99th percentile of the response time',
    rowTitle: 'Balancer',
    rows: [
      ...WAYS.map(([name, policy]) => ({ name: `nginx, ${name}`, at: nginx(policy) })),
      ...WAYS.map(([name, policy]) => ({ name: `HAProxy, ${name}`, at: haproxy(policy) })),
      { name: `${calledCaddy(records)}, two choices`, at: caddy('random-two') },
      ...WAYS.map(([name, policy]) => ({ name: `${calledNewestCaddy(records)}, ${name}`, at: newestCaddy(policy) })),
    ],
  })),

  byServer: recordChart('by-server', {
    title: 'Requests of each server behind HAProxy’s random(1)',
    description:
      'Two rows of 13 dots around a line at a thirteenth: one for servers of weight 1, one for servers of weight 100.',
    x: 'server',
    y: 'share_of_requests',
    by: 'weight',
    byValues: [1, 100],
    names: { 1: 'weight 1', 100: 'weight 100' },
    xAxis: { domain: [0.5, 13.5], ticks: [1, 3, 5, 7, 9, 11, 13] },
    references: [{ axis: 'y', value: 1 / 13, label: 'one in 13' }],
  }),
};

export const machines = [
  'overloadOfAnyOfThirteen',
  'unevennessOfFourWorkersTwoChoices',
  'unevennessOfFourWorkersLeast',
  'overloadBehindRandom',
  'overloadBehindTwoChoices',
  'p99BehindRandom',
  'p99BehindTwoChoices',
  'costOfTwoChoices',
];

export const expects: readonly Expectation[] = [
  verdict('workers-count-apart', 'holds'),
  verdict('caddy-random-choose', 'holds'),
  verdict('second-choice-does-most', 'holds', SWEEP),
  verdict('two-choices-cost', 'differs'),
  meets('costOfTwoChoices', 1),
  verdict('haproxy-random-ring', 'holds'),
  {
    what: 'HAProxy gives every server as many requests on all machines, to within two',
    check({ recordsOf }) {
      const [own, ...others] = recordsOf().map(countsByServer);
      return (
        others.every((counts) => counts.every((count, server) => Math.abs(count - own![server]!) <= 2)) || 'not so'
      );
    },
  },
];

/** How many requests HAProxy gave each server, in the order of the record. */
const countsByServer = (record: MeasurementRecord): number[] =>
  series(record, 'by-server').points.map(({ values: { share_of_requests: share } }) =>
    Math.round(share!.value * share!.n),
  );
