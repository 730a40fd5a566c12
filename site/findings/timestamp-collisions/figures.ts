/** What the article on collisions of timestamps shows, by name. */
import { recordChart, rowChart, stripChart } from '@/kit/prose/charts.ts';
import { findFigure } from '@/kit/prose/figure.ts';
import type { Chart, Charts, Values } from '@/kit/prose/named.ts';
import { measured, predicted, published } from '@/kit/prose/values.ts';
import type { MeasurementRecord, Point } from '@/kit/record/types.ts';
import { comparable, type Comparable } from './charts/manners.ts';

const WALL = { clock: 'realtime' };
const TWO = 'two-percent-with-two-threads';
const EIGHT = 'five-percent-with-eight-threads';

const colliding = { claim: TWO, figure: 'share of samples that collide, two threads' };
/** Of threads with a core each. */
const pinned = (threads: number) => ({
  series: 'collisions',
  at: { ...WALL, threads, placement: 'pinned' },
  measure: 'published_share',
});
/** What an identifier costs one thread. */
const costOf = (scheme: string) =>
  measured({ series: 'identifiers', at: { scheme, threads: 1 }, measure: 'seconds_per_identifier' });
const wallClock = (measure: string) => measured({ series: 'clocks', at: WALL, measure });
const onMacos = (figure?: string) => published({ claim: 'microsecond-steps-on-macos', figure });
const cited = (what: string, value: number, title: string, url: string) =>
  published({ cited: { what, value, unit: 's', source: { title, url } } });

export const values = {
  collidingLeast: measured({ ...colliding, part: 'min' }),
  collidingMost: measured({ ...colliding, part: 'max' }),
  stepOfCounter: measured({ claim: 'residues-decide', figure: 'step of the counter' }),
  costOfUuidV7: costOf('uuid-v7'),
  costOfUuidV7Buffered: costOf('uuid-v7-buffered'),
  duplicatesOfRemedies: measured({ claim: 'remedies-hold' }),
  duplicatesOfTimestamps: measured({ claim: 'remedies-hold', figure: 1 }),
  readingOfWallClock: wallClock('read_cost_seconds'),
  resolutionOfWallClock: wallClock('resolution_reported_seconds'),
  smallestStepOfWallClock: wallClock('increment_min_seconds'),
  equalNeighboursOfCoarseClock: measured({
    series: 'clocks',
    at: { clock: 'realtime-coarse' },
    measure: 'equal_neighbour_share',
  }),
  equalNeighbours: measured({ claim: 'always-increases' }),
  equalNeighboursPublished: published({ claim: 'always-increases' }),
  twoThreadsPublished: published({ claim: TWO }),
  twoThreadsLeast: measured({ claim: TWO, part: 'min' }),
  twoThreadsMost: measured({ claim: TWO, part: 'max' }),
  twoPinned: measured(pinned(2)),
  twoPinnedPredicted: predicted(pinned(2)),
  eightThreads: measured({ claim: EIGHT }),
  eightThreadsPublished: published({ claim: EIGHT }),
  eightThreadsPredicted: predicted({ claim: EIGHT }),
  eightPinnedPredicted: predicted(pinned(8)),
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
  windowsTimer: cited(
    'Resolution of the system timer, up to',
    0.016,
    'Microsoft, GetTickCount64',
    'https://learn.microsoft.com/en-us/windows/win32/api/sysinfoapi/nf-sysinfoapi-gettickcount64',
  ),
} satisfies Values;

/** How far a machine’s counter advances at a time, in seconds; 0 where a record, a reader’s say, doesn’t tell. */
const stepOf = (record: MeasurementRecord): number =>
  findFigure(record, values.stepOfCounter).measured?.value ?? 0;

/** Whether a machine’s counter advances by more than the clock’s unit at a time. */
export const jumps = (record: MeasurementRecord): boolean => stepOf(record) > 1e-9;

/** Rounds of these manners that can be compared, where a machine has any. */
export const mannersOf = (record: MeasurementRecord): Comparable | undefined =>
  comparable(record, ['ours', 'two-clocks', 'no-barrier']);

/** The share of a manner's round in the middle. */
export const middleOf = ({ middle }: Comparable, manner: string) =>
  measured({ series: 'manners', at: middle(manner).at, measure: 'published_share' });

/** Rounds by the residues of their cores. */
const byResidues = (keep?: Chart['keep']) =>
  recordChart(
    'residues',
    {
      title: 'Measured collisions by the difference of the cores’ residues',
      description:
        'A dot for every round of two pinned threads, at the difference of their cores’ residues, with a dashed mark for the model’s prediction.',
      where: WALL,
      x: 'residue_difference',
      y: 'collision_share',
      show: ['predicted', 'measured'],
      predictedAs: 'dashes',
      xAxis: { kind: 'band', title: 'Difference of the two cores’ residues (ticks)' },
      yAxis: { title: 'Readings that collide' },
    },
    { proportion: 0.46, ...(keep && { keep }) },
  );

export const charts = {
  residues: byResidues(),
  residuesWhereItJumps: byResidues(jumps),
  rounds: stripChart('collisions', 'collision-rounds', {
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
  }),
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
