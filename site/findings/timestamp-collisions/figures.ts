/** Figures of the article on collisions of timestamps, by name. */
import { recordChart, rowChart, stripChart } from '@/kit/prose/charts.ts';
import { above, below, verdict, type Expectation, type Known } from '@/kit/prose/expects.ts';
import { findFigure } from '@/kit/prose/figure.ts';
import type { Charts, Value, Values, Words } from '@/kit/prose/named.ts';
import { measured, predicted, published } from '@/kit/prose/values.ts';
import { points, series } from '@/kit/record/queries.ts';
import type { MeasurementRecord, Point } from '@/kit/record/types.ts';
import { isInOrder, remedies } from './charts/remedies.ts';

/** A machine whose counter jumps, as that of the page's own does, … */
const ZEN_3 = 'amd-19-01-2-core-vm';
/** … and two where it advances by no more than the clock's unit: with as many cores, and with a core for each of eight threads. */
const EVEN = 'intel-06-cf-2-core-vm';
const EVEN_WITH_16_CORES = 'intel-06-cf-16-core-vm';

const WALL = { clock: 'realtime' };
const TWO = 'two-percent-with-two-threads';
const EIGHT = 'five-percent-with-eight-threads';

const colliding = { claim: TWO, figure: 'share of samples that collide, two threads' };
/** Published count's share of threads with a core each. */
const pinned = (threads: number) => ({
  series: 'collisions',
  at: { ...WALL, threads, placement: 'pinned' },
  measure: 'published_share',
});
/** Cost of an identifier for one thread. */
const costOf = (scheme: string) =>
  measured({ series: 'identifiers', at: { scheme, threads: 1 }, measure: 'seconds_per_identifier' });
const wallClock = (measure: string) => measured({ series: 'clocks', at: WALL, measure });
const onMacos = (figure?: string) => published({ claim: 'microsecond-steps-on-macos', figure });
const cited = (what: string, value: number, title: string, url: string) =>
  published({ cited: { what, value, unit: 's', source: { title, url } } });

const ARM_TIMER = {
  title: 'Arm, What is the Generic Timer?',
  url: 'https://developer.arm.com/architectures/learn-the-architecture/generic-timer/what-is-the-generic-timer',
};

/** Rounds in which two threads read in three manners, each the one in the middle of those whose residues were a tick apart. */
const MIDDLE_ROUNDS = { ours: 5, 'two-clocks': 1, 'no-barrier': 0 };
const ONE_APART = { residue_difference: 1 };
const middleOf = (manner: keyof typeof MIDDLE_ROUNDS) =>
  measured({
    series: 'manners',
    at: { manner, ...ONE_APART, round: MIDDLE_ROUNDS[manner] },
    measure: 'published_share',
  });

/** A value as the sentence has it of another machine than the page's own. */
const on = (machine: string, value: Value): Value => ({ ...value, machine });

const COUNTED_ONCE = {
  least: measured({ claim: TWO, part: 'min' }),
  most: measured({ claim: TWO, part: 'max' }),
};
const ANY_ROUND = measured(colliding);
const ALL_COUNTED = {
  least: measured({ ...colliding, part: 'min' }),
  most: measured({ ...colliding, part: 'max' }),
};
const step = measured({ claim: 'residues-decide', figure: 'step of the counter' });
const smallestStep = wallClock('increment_min_seconds');

export const values = {
  collidingLeast: ALL_COUNTED.least,
  collidingMost: ALL_COUNTED.most,
  collidingLeastWhereEven: on(EVEN, ALL_COUNTED.least),
  collidingMostWhereEven: on(EVEN, ALL_COUNTED.most),
  stepOfCounter: step,
  stepOfCounterWhereEven: on(EVEN, step),
  stepOfCounterOnZen3: on(ZEN_3, step),
  costOfUuidV7: costOf('uuid-v7'),
  outOfOrderOfUuidV7: measured({
    series: 'identifiers',
    at: { scheme: 'uuid-v7', threads: 1 },
    measure: 'out_of_order_share',
  }),
  costOfUuidV7Buffered: costOf('uuid-v7-buffered'),
  duplicatesOfRemedies: measured({ claim: 'remedies-hold' }),
  duplicatesOfTimestamps: measured({ claim: 'remedies-hold', figure: 1 }),
  readingOfWallClockWhereEven: on(EVEN, wallClock('read_cost_seconds')),
  resolutionOfWallClock: wallClock('resolution_reported_seconds'),
  smallestStepOfWallClock: smallestStep,
  smallestStepOfWallClockWhereEven: on(EVEN, smallestStep),
  equalNeighboursOfCoarseClock: measured({
    series: 'clocks',
    at: { clock: 'realtime-coarse' },
    measure: 'equal_neighbour_share',
  }),
  equalNeighbours: measured({ claim: 'always-increases' }),
  equalNeighboursPublished: published({ claim: 'always-increases' }),
  twoThreadsPublished: published({ claim: TWO }),
  twoThreadsLeast: COUNTED_ONCE.least,
  twoThreadsMost: COUNTED_ONCE.most,
  twoThreadsLeastWhereEven: on(EVEN, COUNTED_ONCE.least),
  twoThreadsMostWhereEven: on(EVEN, COUNTED_ONCE.most),
  eightThreadsOn16Cores: on(EVEN_WITH_16_CORES, measured({ claim: EIGHT })),
  eightThreadsPublished: published({ claim: EIGHT }),
  eightThreadsPredicted: predicted({ claim: EIGHT }),
  eightPinnedPredictedOn16Cores: on(EVEN_WITH_16_CORES, predicted(pinned(8))),
  shareReadOurWay: middleOf('ours'),
  shareReadWithTwoClocks: middleOf('two-clocks'),
  shareReadWithoutBarrier: middleOf('no-barrier'),
  stepOnMacos: onMacos(),
  equalOnMacos: onMacos('share of equal neighbours, wall clock'),
  equalOnMacosMonotonic: onMacos('share of equal neighbours, monotonic clock'),
  tickOfM1: cited(
    'Tick of Mach absolute time on an M1',
    41.67e-9,
    'The Eclectic Light Company, Inside M1 Macs: Time and logs',
    'https://eclecticlight.co/2020/11/27/inside-m1-macs-time-and-logs/',
  ),
  unitOfFiletime: cited(
    'Unit of a FILETIME',
    1e-7,
    'Microsoft, FILETIME',
    'https://learn.microsoft.com/en-us/windows/win32/api/minwinbase/ns-minwinbase-filetime',
  ),
  microsecondsOfJava: cited(
    'Step of Instant.now() in Java 9 to 14 on Linux',
    1e-6,
    'Mark Kralj-Taylor, nanosecond precision for os::javaTimeSystemUTC (JDK-8242504, in Java 15)',
    'https://mail.openjdk.org/pipermail/hotspot-runtime-dev/2020-April/038975.html',
  ),
  stepOnHyperV: cited(
    'Unit of Hyper-V’s reference time, which Linux registers at 10 MHz',
    1e-7,
    'Linux, drivers/clocksource/hyperv_timer.c',
    'https://github.com/torvalds/linux/blob/v6.6/drivers/clocksource/hyperv_timer.c',
  ),
  shortTickOfArm: cited('Tick of ARM’s counter at 50 MHz', 2e-8, ARM_TIMER.title, ARM_TIMER.url),
  longTickOfArm: cited('Tick of ARM’s counter at 1 MHz', 1e-6, ARM_TIMER.title, ARM_TIMER.url),
  windowsTimer: cited(
    'Resolution of the system timer, up to',
    0.016,
    'Microsoft, GetTickCount64',
    'https://learn.microsoft.com/en-us/windows/win32/api/sysinfoapi/nf-sysinfoapi-gettickcount64',
  ),
} satisfies Values;

/** True if a machine's counter advances by more than the clock's unit at a time: elsewhere residues make no difference. */
const jumps = (record: MeasurementRecord): boolean => (findFigure(record, step).measured?.value ?? 0) > 1e-9;

export const charts = {
  remedies: { series: ['identifiers'], draw: remedies },
  residues: recordChart(
    'residues',
    (records) => ({
      title: 'Measured collisions by the difference of the cores’ residues',
      description:
        'A dot for every round of two pinned threads, at the difference of their cores’ residues, with a dashed mark for the model’s prediction.',
      where: WALL,
      x: 'residue_difference',
      xValues: records.flatMap((record) => byResidues(record).map(differenceOf)).filter(Number.isFinite),
      y: 'collision_share',
      show: ['predicted', 'measured'],
      predictedAs: 'dashes',
      xAxis: {
        title: 'Difference of the two cores’ residues (ticks)',
        // Half a step is as far as they can be apart; half a tick beside either end leaves room for dots.
        domain: [-0.5, Math.max(...records.map(ticksOf)) / 2 + 0.5],
      },
      yAxis: { title: 'Readings that collide' },
    }),
    { proportion: 0.46, keep: jumps },
  ),
  rounds: stripChart(
    'collisions',
    'collision-rounds',
    {
      title: 'Collisions of the wall clock, round by round',
      description:
        'One strip for each number of threads, free or pinned to cores, with a dot for every round and the published value as a diamond.',
      where: WALL,
      rows: ['threads', 'placement'],
      modes: WALL,
      measure: 'published_share',
      xTitle: 'Coincidences ÷ readings, as published',
      rowTitle: 'Threads',
      nameOf: ({ threads, placement }: Point['at']) => `${threads} threads, ${placement}`,
    },
    { machines: [EVEN, EVEN_WITH_16_CORES] },
  ),
  resolution: rowChart('clocks', {
    title: 'What clocks say of themselves, and what they do',
    description:
      'One row for each clock, with a diamond at the resolution that the system reports and a dot at the smallest step between two readings, on a logarithmic axis. For the fine clocks they lie far apart; for the coarse ones they agree.',
    rows: 'clock',
    names: {
      realtime: 'Wall clock (REALTIME)',
      monotonic: 'MONOTONIC',
      'monotonic-raw': 'MONOTONIC_RAW',
      boottime: 'BOOTTIME',
      'realtime-coarse': 'REALTIME_COARSE',
      'monotonic-coarse': 'MONOTONIC_COARSE',
      'system-time': 'Rust SystemTime',
      instant: 'Rust Instant',
      counter: 'Bare counter',
    },
    measure: 'resolution_observed_seconds',
    lanes: [
      { measure: 'resolution_reported_seconds', figure: 'published', says: 'as the system reports it' },
      { says: 'smallest step between two readings, measured' },
    ],
    scale: 'log',
    domain: [2e-10, 2e-2],
    xTitle: 'Resolution',
  }),
} satisfies Charts;

/** A machine's rounds of two pinned threads. */
const byResidues = (record: MeasurementRecord) => points(series(record, 'residues'), WALL);

/** Difference of a round's residues, in ticks; NaN where a core moved. */
const differenceOf = ({ at }: Point): number => Number(at['residue_difference']);

/** Ticks that a machine's counter advances by: a whole number, or one more or less from time to time. */
const ticksOf = (record: MeasurementRecord): number => Number(byResidues(record)[0]!.at['counter_step']);

/** Counts of a core whose counter began at `first`. */
const countsFrom = (first: number, ticks: number): string => [0, 1, 2].map((times) => first + times * ticks).join(', ');

/** In how many rounds that kept their residues the model expects collisions, and in how many of those fewer than half as many came. */
function offTheModel(record: MeasurementRecord) {
  const expected = byResidues(record).flatMap(({ at, values, predicted }) => {
    const share = predicted?.['collision_share'] ?? 0;
    return at['residue_difference'] === 'moved' || share === 0 ? [] : [values['collision_share']!.value / share];
  });
  return { rounds: expected.length, fewer: expected.filter((ratio) => ratio < 0.5).length };
}

/** The version of a program or library as a sentence has it: `1.29`. */
const minorOf = ({ provenance }: MeasurementRecord, name: string): string =>
  provenance.programs![name]!.split('.').slice(0, 2).join('.');

export const words = {
  /** Rounds of two threads, behind the ranges in sentences. */
  rounds: { of: (record) => String(findFigure(record, ANY_ROUND).measured!.n) },
  ticksOfStep: { of: (record) => String(ticksOf(record)) },
  countsOfOneCore: { of: (record) => countsFrom(4, ticksOf(record)) },
  countsOfAnotherCore: { of: (record) => countsFrom(7, ticksOf(record)) },
  ticksOfStepOnZen3: { machine: ZEN_3, of: (record) => String(ticksOf(record)) },
  ticksAtATimeOnZen3: {
    machine: ZEN_3,
    of: (record) => `${Math.floor(ticksOf(record))} or ${Math.ceil(ticksOf(record))}`,
  },
  versionOfUuid: { of: (record) => minorOf(record, 'uuid') },
  versionOfUlid: { of: (record) => minorOf(record, 'ulid') },
  roundsOffTheModelOnZen3: {
    machine: ZEN_3,
    of(record) {
      const { rounds, fewer } = offTheModel(record);
      return `${fewer} of ${rounds}`;
    },
  },
} satisfies Words;

export const machines = [
  'stepOfCounter',
  'smallestStepOfWallClock',
  'collidingLeast',
  'collidingMost',
  'duplicatesOfTimestamps',
  'costOfUuidV7',
  'costOfUuidV7Buffered',
];

/** Points of identifiers, by scheme and threads, of all machines. */
const ofIdentifiers = ({ recordsOf }: Known) =>
  recordsOf().flatMap((record) => points(series(record, 'identifiers'), {}));

/** The page's own record, and that of the other machine whose counter jumps. */
function jumping({ recordsOf }: Known) {
  const [own, ...others] = recordsOf() as [MeasurementRecord, ...MeasurementRecord[]];
  return { own, zen3: others.find(({ provenance }) => provenance.machine.id === ZEN_3)! };
}

export const expects: readonly Expectation[] = [
  {
    what: 'max(now, last + 1) and a thread’s number are unique within a process, random bits across machines',
    check: (known) =>
      ofIdentifiers(known).every(
        ({ at: { scheme, certain, probable } }) =>
          (scheme !== 'thread-bits' || certain === 'within a process') &&
          (scheme !== 'uuid-v7' || probable === 'everywhere'),
      ) || 'not so',
  },
  {
    what: 'an atomic counter costs least of all that is unique, for one thread and for two',
    check: (known) =>
      [1, 2].every((threads) =>
        known.recordsOf().every((record) => {
          const unique = points(series(record, 'identifiers'), { threads }).filter(
            ({ at }) => at['scheme'] !== 'timestamp',
          );
          const costOf = ({ values }: Point) => values['seconds_per_identifier']!.value;
          return unique.toSorted((one, other) => costOf(one) - costOf(other))[0]?.at['scheme'] === 'counter';
        }),
      ) || 'not so',
  },
  {
    what: 'identifiers that are said to be in order never fell behind, as far as that was measured',
    check(known) {
      const behind = ofIdentifiers(known).filter(
        ({ at, values }) => isInOrder(String(at['scheme'])) && (values['out_of_order_share']?.value ?? 0) > 0,
      );
      return behind.length === 0 || `those of ${behind.map(({ at }) => at['scheme']).join(', ')} did`;
    },
  },
  {
    what: 'ranges of two threads are of as many rounds on the Emerald Rapids VM with 2 cores as on the page’s machine',
    check({ recordsOf }) {
      const [own, ...others] = recordsOf();
      const even = others.find(({ provenance }) => provenance.machine.id === EVEN)!;
      const [here, there] = [own!, even].map((record) => words.rounds.of(record));
      return here === there || `${here}, and ${there}`;
    },
  },
  above('stepOfCounter', 1e-9),
  above('stepOfCounterOnZen3', 1e-9),
  below('stepOfCounterWhereEven', 1e-9),
  below('collidingMostWhereEven', 0.05),
  above('eightThreadsOn16Cores', 'eightPinnedPredictedOn16Cores'),
  verdict('always-increases', 'reproduced'),
  verdict('residues-decide', 'holds'),
  verdict('remedies-hold', 'holds'),
  {
    what: 'the counter advances by whole ticks on the page’s machine, and not on the other one that jumps',
    check(known) {
      const { own, zen3 } = jumping(known);
      return (Number.isInteger(ticksOf(own)) && !Number.isInteger(ticksOf(zen3))) || 'not so';
    },
  },
  {
    what: 'residues are equal in every round on the other machine that jumps, and the model explains all rounds but some of these',
    check(known) {
      const { own, zen3 } = jumping(known);
      const isEqual = byResidues(zen3).every(({ at }) => at['residue_difference'] === 0);
      return (isEqual && offTheModel(zen3).fewer > 0 && offTheModel(own).fewer === 0) || 'not so';
    },
  },
  {
    what: 'each manner’s round is the one in the middle',
    check({ recordsOf }) {
      return (
        Object.entries(MIDDLE_ROUNDS).every(([manner, round]) => {
          const shareOf = ({ values }: Point) => values['published_share']!.value;
          const found = points(series(recordsOf()[0]!, 'manners'), { manner, ...ONE_APART });
          const inOrder = found.toSorted((one, other) => shareOf(one) - shareOf(other));
          return inOrder[Math.floor(found.length / 2)]?.at['round'] === round;
        }) || 'not so'
      );
    },
  },
  {
    what: 'a second clock halves the share, or nearly, at the same difference of residues',
    check({ rangeOf }) {
      const [two, one] = [rangeOf('shareReadWithTwoClocks'), rangeOf('shareReadOurWay')];
      return (two.high / one.low < 0.6 && two.low / one.high > 0.4) || 'not so';
    },
  },
];
