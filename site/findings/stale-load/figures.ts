/** What the article shows, by name. */
import { recordChart } from '@/kit/prose/charts.ts';
import { above, below, meets, verdict, type Expectation } from '@/kit/prose/expects.ts';
import type { Charts, Values } from '@/kit/prose/named.ts';
import { points, series, type Settings } from '@/kit/record/queries.ts';
import type { Estimate } from '@/kit/record/types.ts';

const tenAtNinety = { servers: 10, utilisation: 0.9 };
const hundredAtNinety = { servers: 100, utilisation: 0.9 };

/** From which age of the copy on a policy loses to random, in service times, for ten servers. */
const losesByLoad = (policy: string, utilisation: number, servers = 10) =>
  ({
    kind: 'measured',
    series: 'crossings-by-load',
    at: { servers, utilisation, policy },
    measure: 'crossing_age',
  }) as const;
/** … and to round robin. */
const losesToTurns = (policy: string, utilisation: number, servers = 10) =>
  ({ ...losesByLoad(policy, utilisation, servers), measure: 'round_robin_crossing_age' }) as const;

/** A policy's mean time with several balancers, each with a copy of its own. */
const shared = (balancers: number, at: Settings) =>
  ({ kind: 'measured', series: 'by-balancers', at: { balancers, ...at }, measure: 'mean_time' }) as const;

/** The age in seconds from which a policy loses, in a setting like Brooker's. */
const loses = (policy: string, setting: string) =>
  ({ kind: 'measured', series: 'crossings', at: { setting, policy }, measure: 'crossing_age_seconds' }) as const;

/** The mean time of a policy that knows all queues as they are. */
const fresh = (policy: string, at: Settings = tenAtNinety) => ({
  series: 'fresh',
  at: { ...at, policy },
  measure: 'mean_time',
});
const freshTail = (policy: string) => ({ kind: 'measured', ...fresh(policy), measure: 'p99_time' }) as const;

/** A policy's mean time with a copy of some age. */
const aged = (policy: string, age: number, information = 'renewed') =>
  ({
    kind: 'measured',
    series: 'by-age',
    at: { ...tenAtNinety, policy, information, age },
    measure: 'mean_time',
  }) as const;

export const values: Values = {
  twoLosesFrom: { kind: 'measured', claim: 'two-loses-from-seventy' },
  twoLosesFromIfMaybeTheSame: { kind: 'measured', claim: 'two-loses-from-seventy', figure: 1 },
  publishedTwoLosesFrom: { kind: 'published', claim: 'two-loses-from-seventy' },

  allLosesFromAtFifty: losesByLoad('least', 0.5),
  allLosesFromAtEighty: losesByLoad('least', 0.8),
  allLosesFromAtNinetyFive: losesByLoad('least', 0.95),
  twoLosesFromAtFifty: losesByLoad('best-of-2', 0.5),
  twoLosesFromAtEighty: losesByLoad('best-of-2', 0.8),
  twoLosesFromAtNinetyFive: losesByLoad('best-of-2', 0.95),
  twoLosesToTurnsAtFifty: losesToTurns('best-of-2', 0.5),
  twoLosesToTurnsAtEighty: losesToTurns('best-of-2', 0.8),
  twoLosesToTurnsAtNinetyFive: losesToTurns('best-of-2', 0.95),

  allOfFiveLosesFrom: losesByLoad('least', 0.8, 5),
  twoOfFiveLosesFrom: losesByLoad('best-of-2', 0.8, 5),
  twoOfFiveLosesToTurns: losesToTurns('best-of-2', 0.8, 5),
  allOfTwoLosesFrom: losesByLoad('least', 0.8, 2),
  allOfTwoLosesToTurns: losesToTurns('least', 0.8, 2),

  turnsOfSixteen: shared(16, { policy: 'round-robin' }),
  allOfSixteenAfterEight: shared(16, { policy: 'least', information: 'renewed', age: 8 }),
  twoOfSixteenAfterEight: shared(16, { policy: 'best-of-2', information: 'renewed', age: 8 }),
  twoOfSixteenAfterSixteen: shared(16, { policy: 'best-of-2', information: 'renewed', age: 16 }),
  allOfSixteenWithOwnSends: shared(16, { policy: 'least', information: 'own', age: 64 }),

  timeAtTwentySeconds: { kind: 'measured', claim: 'whole-ticks-spare-the-herd', figure: 1 },
  timeAtThirdTick: { kind: 'measured', claim: 'whole-ticks-spare-the-herd', figure: 2 },

  timeOfAllFresh: { kind: 'measured', ...fresh('least') },
  timeOfTwoFresh: { kind: 'measured', ...fresh('best-of-2') },
  timeOfIdleFresh: { kind: 'measured', ...fresh('idle') },
  timeOfRandom: { kind: 'exact', ...fresh('random') },
  timeOfRoundRobin: { kind: 'exact', ...fresh('round-robin') },
  tailOfIdle: freshTail('idle'),
  tailOfTwo: freshTail('best-of-2'),

  timeOfAllAfterOne: aged('least', 1),
  timeOfTwoAfterOne: aged('best-of-2', 1),
  timeOfAllAfterEight: aged('least', 8),
  timeOfTwoAfterEight: aged('best-of-2', 8),
  timeOfTwoAfterSixteen: aged('best-of-2', 16),
  timeOfAllWithOwnSendsAfterSixtyFour: aged('least', 64, 'own'),

  timeOfFirstOfTies: { kind: 'measured', claim: 'first-of-ties-herds' },
  timeOfAnyOfTies: { kind: 'measured', claim: 'first-of-ties-herds', figure: 1 },

  twoLosesAsPublished: loses('best-of-2', 'published'),
  threeLosesAsPublished: loses('best-of-3', 'published'),
  allLosesAsPublished: loses('least', 'published'),
  twoLosesAsPublishedAlwaysOld: loses('best-of-2', 'tick-aged'),
  threeLosesAsPublishedAlwaysOld: loses('best-of-3', 'tick-aged'),
  allLosesAsPublishedAlwaysOld: loses('least', 'tick-aged'),
  twoLosesServedOneByOne: loses('best-of-2', 'fixed'),
  threeLosesServedOneByOne: loses('best-of-3', 'fixed'),
  allLosesServedOneByOne: loses('least', 'fixed'),
  twoLosesByPoisson: loses('best-of-2', 'poisson'),
  threeLosesByPoisson: loses('best-of-3', 'poisson'),
  allLosesByPoisson: loses('least', 'poisson'),
  twoLosesByPoissonAlwaysOld: loses('best-of-2', 'poisson-aged'),
  threeLosesByPoissonAlwaysOld: loses('best-of-3', 'poisson-aged'),
  allLosesByPoissonAlwaysOld: loses('least', 'poisson-aged'),
};

export const charts: Charts = {
  published: recordChart('published-curves', {
    title: 'Brooker’s setting: mean time in system by the age of the copy',
    description:
      'Three rising curves on a logarithmic axis over ages from 0 to 100 s. Shortest of all starts lowest and soon is by far the highest. Best of three and best of two start higher and rise less; best of two stays below the line of random for longest.',
    where: { setting: 'published' },
    x: 'age_seconds',
    xValues: [0, 2.5, 5, 7.5, 10, 15, 20, 30, 40, 50, 60, 70, 80, 90, 100],
    y: 'mean_time_seconds',
    by: 'policy',
    byValues: ['best-of-2', 'best-of-3', 'least'],
    names: { 'best-of-2': 'best of 2', 'best-of-3': 'best of 3', least: 'shortest of all' },
    show: ['measured'],
    joined: true,
    xAxis: { domain: [0, 100], ticks: [0, 20, 40, 60, 80, 100] },
    yAxis: {
      kind: 'log',
      domain: [4, 200],
      ticks: [5, 10, 20, 50, 100, 200],
      title: 'Mean time in system (logarithmic)',
    },
    references: [
      {
        axis: 'y',
        from: {
          series: 'published-curves',
          at: { setting: 'published', policy: 'random', age_seconds: 0 },
          measure: 'mean_time_seconds',
        },
        label: 'random',
        end: 'left',
      },
    ],
  }),

  ownSends: recordChart('by-age', {
    title: 'Shortest of all on 100 servers at 90%, with and without counting its own sends',
    description:
      'Two curves over ages from 0 to 64 service times on a logarithmic axis. Without counting, the mean time climbs past random within a few service times and goes on climbing; with counting it rises slowly and stays below.',
    where: { ...hundredAtNinety, policy: 'least' },
    x: 'age',
    y: 'mean_time',
    by: 'information',
    byValues: ['own', 'renewed'],
    names: { own: 'copy plus own sends', renewed: 'copy alone' },
    nameAt: { own: { side: 'left' }, renewed: { side: 'left' } },
    show: ['measured'],
    joined: true,
    xAxis: { domain: [0, 65], ticks: [0, 16, 32, 48, 64] },
    yAxis: { kind: 'log', domain: [1, 1000], title: 'Mean time in system (mean service times, logarithmic)' },
    references: [{ axis: 'y', from: fresh('random', hundredAtNinety), label: 'random' }],
  }),
};

/** The lead's example: a copy of five seconds, in service times of 50 ms. */
const EXAMPLE_AGE = 5 / 0.05;

export const expects: readonly Expectation[] = [
  // The lead's advice stands on the table: what it allows at half load is the least, and its example is older than all of it.
  below('allLosesFromAtEighty', 'twoLosesFromAtEighty'),
  // “For shortest of all of ten, it must be youngest at 80%.”
  below('allLosesFromAtEighty', 'allLosesFromAtFifty'),
  below('allLosesFromAtEighty', 'allLosesFromAtNinetyFive'),
  below('twoLosesFromAtFifty', 'twoLosesFromAtEighty'),
  below('twoLosesFromAtEighty', 'twoLosesFromAtNinetyFive'),
  below('twoLosesFromAtNinetyFive', EXAMPLE_AGE),
  below('twoLosesToTurnsAtFifty', 'twoLosesToTurnsAtEighty'),
  below('twoLosesToTurnsAtEighty', 'twoLosesFromAtEighty'),
  below('twoLosesToTurnsAtNinetyFive', 'twoLosesFromAtNinetyFive'),
  verdict('few-servers-cross-sooner', 'holds'),
  verdict('copies-apart-herd-less', 'holds'),
  below('twoOfSixteenAfterEight', 'allOfSixteenAfterEight'),
  below('allOfSixteenAfterEight', 'timeOfAllAfterEight'),
  below('twoOfSixteenAfterSixteen', 'turnsOfSixteen'),
  verdict('own-sends-of-several', 'holds'),
  below('allOfSixteenWithOwnSends', 'timeOfRandom'),
  // “About as long as turns.”
  meets('allOfSixteenWithOwnSends', 'turnsOfSixteen'),
  verdict('whole-ticks-spare-the-herd', 'holds'),
  below('timeAtThirdTick', 'timeAtTwentySeconds'),
  below('timeOfAllFresh', 'timeOfTwoFresh'),
  below('timeOfAllFresh', 'timeOfIdleFresh'),
  below('timeOfTwoAfterOne', 'timeOfAllAfterOne'),
  {
    what: 'with five or ten servers best of two beats shortest of all, at every load, with a copy renewed every two service times',
    check({ recordsOf }) {
      const meanTimes = series(recordsOf()[0]!, 'by-age');
      const not = [5, 10]
        .flatMap((servers) => points(meanTimes, { servers, policy: 'best-of-2', information: 'renewed', age: 2 }))
        .filter(({ at, values: two }) => {
          const [all] = points(meanTimes, { ...at, policy: 'least' });
          return two['mean_time']!.high >= all!.values['mean_time']!.low;
        });
      return not.length === 0 || not.map(({ at }) => `${at['servers']} servers at ${at['utilisation']}`).join(', ');
    },
  },
  below('timeOfTwoAfterEight', 'timeOfAllAfterEight'),
  below('timeOfTwoAfterEight', 'timeOfRandom'),
  above('timeOfTwoAfterSixteen', 'timeOfRoundRobin'),
  below('timeOfTwoAfterSixteen', 'timeOfRandom'),
  above('tailOfIdle', 'tailOfTwo'),
  {
    what: 'one balancer that adds its own sends stays below random at every age that was tried',
    check({ recordsOf, rangeOf }) {
      const tried = points(series(recordsOf()[0]!, 'by-age'), { ...tenAtNinety, policy: 'least', information: 'own' });
      const not = tried.filter(({ values }) => values['mean_time']!.high >= rangeOf('timeOfRandom').low);
      const oldest = Math.max(...tried.map(({ at }) => Number(at['age'])));
      return (
        (not.length === 0 && oldest === 64) || `not at ${not.map(({ at }) => at['age']).join()} of up to ${oldest}`
      );
    },
  },
  above('timeOfFirstOfTies', 'timeOfAnyOfTies'),
  verdict('own-sends-cure', 'holds'),
  verdict('exact-age-is-harsher', 'holds'),
  {
    what: 'every machine has the same figures, as far as records share them',
    check({ recordsOf }) {
      const [own, ...others] = recordsOf();
      const differing = others.flatMap((record) =>
        record.series.flatMap(({ id, points: all }) =>
          all.filter(({ at, values: other }) => {
            const mine = points(series(own!, id), at)[0]?.values;
            const differs = ([name, value]: [string, Estimate]) =>
              mine?.[name] !== undefined && JSON.stringify(mine[name]) !== JSON.stringify(value);
            return Object.entries(other).some(differs);
          }),
        ),
      );
      return differing.length === 0 || JSON.stringify(differing[0]);
    },
  },
];
