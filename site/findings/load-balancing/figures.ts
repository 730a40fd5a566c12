/** The article's figures, by name. */
import { formatInterval } from '@/kit/chart/format.ts';
import { recordChart, rowsOf } from '@/kit/prose/charts.ts';
import { above, below, meets, verdict, type Expectation } from '@/kit/prose/expects.ts';
import type { FigureReference } from '@/kit/prose/figure.ts';
import type { Charts, Values, Word, Words } from '@/kit/prose/named.ts';
import { measured, predicted, published } from '@/kit/prose/values.ts';
import { points, series, type Settings } from '@/kit/record/queries.ts';
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

const large = (choices: number) => ({
  experiment: SWEEP,
  series: 'large',
  at: { choices, items: 10_000_000 },
  measure: 'gap_items',
});
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
const newestNginx = (policy: string): Settings => ({ ...nginx(policy), balancer: 'nginx-newest' });
const caddy = (policy: string): Settings => ({ balancer: 'caddy', policy });
const newestCaddy = (policy: string): Settings => ({ balancer: 'caddy-newest', policy });
const fourWorkers = { workers: 4 };
const withZone = { workers: 4, zone: 'with' };
const weightOne = { weight: 1 };

const uneven = (at: Settings) => ({ series: 'balancers', at, measure: 'variance_over_mean' });
const overCapacity = (at: Settings) => ({ series: 'balancers', at, measure: 'any_over_capacity_share' });
const failing = (policy: string, nextUpstream = 'without') => ({
  series: 'failing',
  at: nginx(policy, { next_upstream: nextUpstream }),
  measure: 'failed_share',
});
const queueing = (at: Settings) => ({ series: 'queues', at, measure: 'p99_seconds' });

/** What only a formula gives. */
const exact = (reference: FigureReference) => ({ kind: 'exact', ...reference }) satisfies Values[string];

export const values: Values = {
  overloadBehindRandom: measured(overCapacity(nginx('random'))),
  overloadBehindRoundRobin: measured(overCapacity(nginx('round-robin'))),
  overloadBehindTwoChoices: measured(overCapacity(nginx('random-two'))),
  overloadBehindLeast: measured(overCapacity(nginx('least'))),
  rapGenius: published({
    cited: {
      what: 'time for a static page behind random routing',
      value: 6.33,
      unit: 's',
      source: {
        title: 'James Somers, Heroku’s Ugly Secret',
        url: 'https://genius.com/James-somers-herokus-ugly-secret-annotated',
      },
    },
  }),

  unevennessOfRandom: measured(uneven(nginx('random'))),
  unevennessOfRoundRobin: measured(uneven(nginx('round-robin'))),
  unevennessOfTwoChoices: measured(uneven(nginx('random-two'))),
  // Chance alone leaves a variance of the mean.
  ratioOfTwoChoices: measured({ claim: 'two-choices-in-nginx' }),
  unevennessOfLeast: measured(uneven(nginx('least'))),
  unevennessOfNewestNginxTwoChoices: measured(uneven(newestNginx('random-two'))),
  unevennessOfNewestNginxLeast: measured(uneven(newestNginx('least'))),
  unevennessOfFourWorkersLeast: measured(uneven(nginx('least', fourWorkers))),
  modelOfFourWorkersLeast: predicted(uneven(nginx('least', fourWorkers))),
  unevennessOfFourWorkersWithZone: measured(uneven(nginx('least', withZone))),
  unevennessOfFourWorkersTwoChoices: measured(uneven(nginx('random-two', fourWorkers))),
  unevennessOfHaproxyRandom: measured(uneven(haproxy('random', weightOne))),
  unevennessOfHaproxyRandomWeighted: measured(uneven(haproxy('random'))),
  unevennessOfCaddy: measured(uneven(caddy('random-two'))),
  unevennessOfNewestCaddy: measured(uneven(newestCaddy('random-two'))),
  costOfTwoChoices: measured({ claim: 'two-choices-cost', figure: 2 }),
  costOfTwoChoicesInHaproxy: measured({ claim: 'two-choices-cost', figure: 3 }),
  failedUnderLeast: measured(failing('least')),
  failedUnderTwoChoices: measured(failing('random-two')),
  failedUnderRoundRobin: measured(failing('round-robin')),
  failedUnderRandom: measured(failing('random')),
  failedWithNextUpstream: measured(failing('least', 'with')),
  modelOfFailedUnderLeast: predicted(failing('least')),
  p99BehindRandom: measured(queueing(nginx('random'))),
  p99BehindRoundRobin: measured(queueing(nginx('round-robin'))),
  p99BehindTwoChoices: measured(queueing(nginx('random-two'))),
  p99BehindLeast: measured(queueing(nginx('least'))),
  p99BehindRandomInHaproxy: measured(queueing(haproxy('random'))),
  p99BehindRoundRobinInHaproxy: measured(queueing(haproxy('round-robin'))),
  p99BehindTwoChoicesInHaproxy: measured(queueing(haproxy('random-two'))),
  p99BehindLeastInHaproxy: measured(queueing(haproxy('least'))),

  overloadOfAnyOfThirteen: measured({ claim: 'any-server-thirteen' }),
  exactOverloadOfAnyOfThirteen: exact({ claim: 'any-server-thirteen' }),
  overloadOfGivenOfThirteen: exact(onPlanned(13, 'p_server_over_capacity')),
  serversForRoomOf100: exact(needed('random-100-server')),
  serversForRoomOf100Anywhere: exact(needed('random-100-any')),
  serversForRoomOf100WithTwoChoices: measured(needed('two-choices-100-any')),
  serversForRoomOf50: exact(needed('random-50-server')),
  serversForRoomOf50Anywhere: exact(needed('random-50-any')),
  serversForRoomOf50WithTwoChoices: measured(needed('two-choices-50-any')),
  serversFor999In1000: exact(needed('random-100-server-1-in-1000')),

  imbalanceOnTen: measured({ claim: 'imbalance-scaling', figure: 1 }),
  imbalanceOnThousand: measured({ claim: 'imbalance-scaling' }),
  p999OfElevenWithTwoChoices: measured({ claim: 'two-choices-eleven-servers' }),
  excessOfOneChoice: exact(large(1)),
  excessOfTwoChoices: measured(large(2)),
};

/** A program's version by the record. */
const versionIn = ({ provenance }: MeasurementRecord, program: string): string | undefined =>
  /\d+\.\d+\.\d+/.exec(provenance.programs?.[program] ?? '')?.[0];

const version = (program: string): Word => ({ of: (record) => versionIn(record, program) ?? '' });

export const words: Words = {
  caddyVersion: version('Caddy'),
  haproxyVersion: version('HAProxy'),
  intervalOfRoundRobin: {
    of(record) {
      const [point] = points(series(record, 'balancers'), nginx('round-robin'));
      return formatInterval(point!.values['any_over_capacity_share']!, 'share');
    },
  },
  newestCaddyVersion: version('Caddy, newest'),
  newestNginxVersion: version('nginx, newest'),
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
};

/** The name of Caddy in rows: with its version, where a record says it. */
const calledCaddy = ([record]: Records) => ['Caddy', record && versionIn(record, 'Caddy')].filter(Boolean).join(' ');
function calledNewestCaddy([record]: Records): string {
  const version = record && versionIn(record, 'Caddy, newest');
  return version ? `Caddy ${version}` : 'newest Caddy';
}

export const charts: Charts = {
  responseTimes: rowsOf({
    series: 'queues',
    measure: 'p99_seconds',
    scale: 'linear',
    title: 'Time within which 99 in 100 requests are answered, by policy',
    xTitle: '99th percentile of the response time',
    rowTitle: 'Policy and balancer',
    description:
      'Two rows for each policy, one behind nginx and one behind HAProxy, with a dot for the 99th percentile of the response time. Random takes longest, and least connections the least; round robin’s dots lie beyond those of two choices, but their intervals overlap.',
    rows: [
      { name: 'random, nginx', at: nginx('random') },
      { name: 'random, HAProxy', at: haproxy('random') },
      { name: 'round robin, nginx', at: nginx('round-robin') },
      { name: 'round robin, HAProxy', at: haproxy('round-robin') },
      { name: 'two choices, nginx', at: nginx('random-two') },
      { name: 'two choices, HAProxy', at: haproxy('random-two') },
      { name: 'least connections, nginx', at: nginx('least') },
      { name: 'least connections, HAProxy', at: haproxy('least') },
    ],
  }),

  capacity: recordChart('planner', {
    title: 'The chance that 1,000 items, placed at random, overload a server with a capacity of 100',
    description:
      'Two falling curves on a logarithmic axis against 10 to 16 servers, for 1,000 items and a capacity of 100 per server. The chance that any server is over capacity lies well above the chance that a given one is. A given server’s chance falls below 1% at 13 servers, that of any server at 14.',
    where: planned,
    x: 'servers',
    y: ['p_any_over_capacity', 'p_server_over_capacity'],
    names: { p_any_over_capacity: 'any server', p_server_over_capacity: 'a given server' },
    // Where both curves are clear of intervals.
    nameAt: {
      p_any_over_capacity: { at: [12.1, 0.3], side: 'right' },
      p_server_over_capacity: { at: [13, 0.0035], side: 'left' },
    },
    show: ['exact', 'measured'],
    xAxis: { title: 'Servers', domain: [9.8, 16.2], ticks: [10, 11, 12, 13, 14, 15, 16] },
    yAxis: { kind: 'log', domain: [0.00001, 1], title: 'Chance of over 100 items (logarithmic)' },
    references: [{ axis: 'y', value: 0.01, label: '1 in 100' }],
  }),

  balancers: rowsOf((records) => ({
    series: 'balancers',
    measure: 'variance_over_mean',
    scale: 'linear',
    title: 'How unevenly real balancers spread open requests',
    xTitle: 'Variance between servers ÷ mean (0: even)',
    rowTitle: 'Policy and balancer',
    references: [{ axis: 'x', value: 1, label: 'chance alone' }],
    description:
      'Rows for each policy, one for each balancer, with a dot for the variance of open requests between servers over their mean, and a line at one, which is chance alone. Random lies near that line, round robin near the middle, most two choices below it, and least connections near zero.',
    rows: [
      { name: 'random, HAProxy, weight 1', at: haproxy('random', weightOne) },
      { name: 'random, HAProxy, weight 100', at: haproxy('random') },
      { name: 'random, nginx', at: nginx('random') },
      { name: 'round robin, nginx', at: nginx('round-robin') },
      { name: `two choices, ${calledCaddy(records)}`, at: caddy('random-two') },
      { name: 'two choices, nginx, 4 workers', at: nginx('random-two', fourWorkers) },
      { name: 'two choices, nginx, 4 workers, zone', at: nginx('random-two', withZone) },
      { name: 'two choices, HAProxy', at: haproxy('random-two', weightOne) },
      { name: `two choices, ${calledNewestCaddy(records)}`, at: newestCaddy('random-two') },
      { name: 'two choices, nginx', at: nginx('random-two') },
      { name: 'least connections, nginx, 4 workers', at: nginx('least', fourWorkers) },
      { name: 'least connections, nginx, 4 workers, zone', at: nginx('least', withZone) },
      { name: 'least connections, HAProxy', at: haproxy('least', weightOne) },
      { name: 'least connections, nginx', at: nginx('least') },
    ],
  })),
};

export const machines = [
  'overloadBehindRandom',
  'overloadBehindLeast',
  'unevennessOfFourWorkersTwoChoices',
  'unevennessOfFourWorkersLeast',
  'p99BehindRandom',
  'p99BehindLeast',
  'costOfTwoChoices',
];

/** A share that was 0 in every round. */
const never = (value: string, what: string): Expectation => ({
  what,
  check: ({ rangeOf }) => rangeOf(value).high === 0 || 'not so',
});

export const expects: readonly Expectation[] = [
  // The opening: “random put some server over 16 …; least_conn never did in our rounds”.
  verdict('random-overloads-some', 'holds'),
  above('overloadBehindRandom', 0.1),
  never('overloadBehindLeast', 'behind least_conn no server was over its limit in any round'),
  below('overloadBehindRoundRobin', 'overloadBehindRandom'),
  // Chance alone: that is what is left of it.
  meets('unevennessOfRandom', 1),
  verdict('workers-count-apart', 'holds'),
  {
    what: 'least connections is more even than two choices in every balancer that has both',
    check: ({ recordsOf }) => lessEvenPolicies(recordsOf()[0]!).join('; ') || true,
  },
  below('unevennessOfLeast', 'unevennessOfTwoChoices'),
  // “Even with four workers that count apart.”
  below('unevennessOfFourWorkersLeast', 'unevennessOfTwoChoices'),
  below('unevennessOfTwoChoices', 'unevennessOfRoundRobin'),
  below('unevennessOfRoundRobin', 'unevennessOfRandom'),
  verdict('caddy-random-choose', 'holds'),
  verdict('two-choices-cost', 'differs'),
  meets('costOfTwoChoices', 1),
  meets('costOfTwoChoicesInHaproxy', 1),
  below('unevennessOfFourWorkersWithZone', 'unevennessOfFourWorkersLeast'),
  below('unevennessOfFourWorkersLeast', 'modelOfFourWorkersLeast'),
  // “It got … of all requests”, and “have failing servers taken out”.
  above('failedUnderLeast', 0.5),
  below('failedUnderTwoChoices', 'failedUnderLeast'),
  // “Stay with round robin”: its broken server gets one request in 13.
  meets('failedUnderRoundRobin', 1 / 13),
  below('failedUnderRoundRobin', 'failedUnderTwoChoices'),
  below('failedUnderLeast', 'modelOfFailedUnderLeast'),
  verdict('failing-server-draws-requests', 'holds'),
  verdict('next-upstream-mends', 'holds'),
  never('failedWithNextUpstream', 'with proxy_next_upstream no client got an error in any round'),
  // “nginx … agrees.”
  meets('unevennessOfNewestNginxTwoChoices', 'unevennessOfTwoChoices'),
  meets('unevennessOfNewestNginxLeast', 'unevennessOfLeast'),
  // “Random was slowest. Round robin took longer than two choices, but their 95% intervals overlap.”
  ...['', 'InHaproxy'].flatMap((balancer) => [
    ...['RoundRobin', 'TwoChoices', 'Least'].map((other) =>
      below(`p99Behind${other}${balancer}`, `p99BehindRandom${balancer}`),
    ),
    meets(`p99BehindRoundRobin${balancer}`, `p99BehindTwoChoices${balancer}`),
  ]),
  {
    what: 'round robin took longer than two choices behind both balancers, by their medians',
    check({ recordsOf }) {
      const queues = series(recordsOf()[0]!, 'queues');
      const p99 = (at: Settings) => points(queues, at)[0]!.values['p99_seconds']!.value;
      const others = [nginx, haproxy].filter((of) => p99(of('round-robin')) <= p99(of('random-two')));
      return others.length === 0 || `not behind ${others.length}`;
    },
  },
  below('unevennessOfNewestCaddy', 'unevennessOfCaddy'),
  verdict('haproxy-random-ring', 'holds'),
  // “Less even than chance at weight 1”, which “weight 100 mends”.
  above('unevennessOfHaproxyRandom', 1),
  meets('unevennessOfHaproxyRandomWeighted', 1),
];

/** Balancers whose least connections is not more even than their two choices, by intervals that do not meet. */
const lessEvenPolicies = (record: MeasurementRecord): string[] => {
  const table = series(record, 'balancers');
  return points(table, { policy: 'least' }).flatMap(({ at, values: { variance_over_mean: least } }) => {
    const others = points(table, { ...at, policy: 'random-two' });
    const met = others.filter(({ values: { variance_over_mean: two } }) => least!.high >= two!.low);
    return met.map(() => `not so with ${JSON.stringify(at)}`);
  });
};
