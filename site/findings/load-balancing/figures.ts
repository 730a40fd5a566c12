/** The article's figures, by name. */
import { recordChart, rowsOf } from '@/kit/prose/charts.ts';
import { above, below, meets, verdict, type Expectation } from '@/kit/prose/expects.ts';
import type { FigureReference } from '@/kit/prose/figure.ts';
import type { Charts, Values, Word, Words } from '@/kit/prose/named.ts';
import { measured, published } from '@/kit/prose/values.ts';
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
const caddy = (policy: string): Settings => ({ balancer: 'caddy', policy });
const newestCaddy = (policy: string): Settings => ({ balancer: 'caddy-newest', policy });
const fourWorkers = { workers: 4 };
const withZone = { workers: 4, zone: 'with' };
const weightOne = { weight: 1 };

const uneven = (at: Settings) => ({ series: 'balancers', at, measure: 'variance_over_mean' });
const overCapacity = (at: Settings) => ({ series: 'balancers', at, measure: 'any_over_capacity_share' });
const failing = (policy: string) => ({
  series: 'failing',
  at: nginx(policy, { next_upstream: 'without' }),
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
  ratioOfLeast: measured(uneven(nginx('least'))),
  unevennessOfLeast: measured(uneven(nginx('least'))),
  unevennessOfFourWorkersLeast: measured(uneven(nginx('least', fourWorkers))),
  unevennessOfFourWorkersWithZone: measured(uneven(nginx('least', withZone))),
  unevennessOfFourWorkersTwoChoices: measured(uneven(nginx('random-two', fourWorkers))),
  unevennessOfCaddy: measured(uneven(caddy('random-two'))),
  unevennessOfNewestCaddy: measured(uneven(newestCaddy('random-two'))),
  costOfTwoChoices: measured({ claim: 'two-choices-cost', figure: 2 }),
  costOfTwoChoicesInHaproxy: measured({ claim: 'two-choices-cost', figure: 3 }),
  failedUnderLeast: measured(failing('least')),
  failedUnderTwoChoices: measured(failing('random-two')),
  failedUnderRoundRobin: measured(failing('round-robin')),
  failedUnderRandom: measured(failing('random')),
  p99BehindRandom: measured(queueing(nginx('random'))),
  p99BehindRoundRobin: measured(queueing(nginx('round-robin'))),
  p99BehindTwoChoices: measured(queueing(nginx('random-two'))),
  p99BehindLeast: measured(queueing(nginx('least'))),

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
  newestCaddyVersion: version('Caddy, newest'),
  balancersWithVersions: {
    of(record) {
      const programs = ['nginx, newest', 'HAProxy', 'Caddy', 'Caddy, newest'];
      const [newestNginx, proxy, old, newest] = programs.map((name) => versionIn(record, name));
      return [
        `nginx ${versionIn(record, 'nginx') ?? ''}`,
        newestNginx && ` and ${newestNginx}`,
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

export const expects: readonly Expectation[] = [
  // The opening: “some server was over its limit … of the time; behind least_conn, never”.
  verdict('random-overloads-some', 'holds'),
  above('overloadBehindRandom', 0.1),
  {
    what: 'behind least_conn no server was over its limit in any round',
    check: ({ rangeOf }) => rangeOf('overloadBehindLeast').high === 0 || 'not so',
  },
  below('overloadBehindRoundRobin', 'overloadBehindRandom'),
  // Chance alone: that is what is left of it.
  meets('unevennessOfRandom', 1),
  verdict('workers-count-apart', 'holds'),
  {
    what: 'least connections is more even than two choices in every balancer that has both',
    check: ({ recordsOf }) => lessEvenPolicies(recordsOf()[0]!).join('; ') || true,
  },
  below('unevennessOfLeast', 'unevennessOfTwoChoices'),
  below('unevennessOfTwoChoices', 'unevennessOfRoundRobin'),
  below('unevennessOfRoundRobin', 'unevennessOfRandom'),
  verdict('caddy-random-choose', 'holds'),
  verdict('two-choices-cost', 'differs'),
  meets('costOfTwoChoices', 1),
  meets('costOfTwoChoicesInHaproxy', 1),
  below('unevennessOfFourWorkersWithZone', 'unevennessOfFourWorkersLeast'),
  // “It answered … of all requests”, and “take failing servers out”.
  above('failedUnderLeast', 0.5),
  below('failedUnderTwoChoices', 'failedUnderLeast'),
  // The model, in which an error takes no time, sends it more.
  below('failedUnderLeast', 0.9),
  verdict('failing-server-draws-requests', 'holds'),
  verdict('next-upstream-mends', 'holds'),
  below('p99BehindLeast', 'p99BehindRandom'),
  below('unevennessOfNewestCaddy', 'unevennessOfCaddy'),
  verdict('haproxy-random-ring', 'holds'),
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
