/** The article's figures, by name. */
import { rowsOf } from '@/kit/prose/charts.ts';
import { above, below, verdict, type Expectation } from '@/kit/prose/expects.ts';
import { findFigure } from '@/kit/prose/figure.ts';
import type { Charts, Value, Values, Word, Words } from '@/kit/prose/named.ts';
import { point, series, type Settings } from '@/kit/record/queries.ts';
import type { MeasurementRecord } from '@/kit/record/types.ts';
import { rarerThan } from './charts/bounds.ts';
import { crashMatrix } from './charts/crash-matrix.ts';
import { FAILED, MEDIAN_SECONDS } from './charts/crashes.ts';
import { survivalPanels } from './charts/survival.ts';

/** The threads of a C program, but for the call of its reader. */
const adding = { language: 'c', writer: 'new-names', fix: 'none' };
const addingInRust = { ...adding, language: 'rust' };
const repeating = { ...adding, writer: 'same-names' };
const replacing = { ...adding, writer: 'replaced-value' };
const twoWriters = { ...adding, reader: 'none', writer: 'two-writers' };

const measured = (series: string, measure: string, at: Settings): Value => ({ kind: 'measured', series, measure, at });

/** The share that failed of programs that call `getenv`. */
const failed = (library: string, threads: Settings = adding): Value =>
  measured('cells', FAILED, { ...threads, reader: 'getenv', library });

/** Until half of the failures in a batch had happened, by where the two threads ran. */
const halfFailed = (library: string, cores: 'apart' | 'together'): Value =>
  measured('placement', MEDIAN_SECONDS, { library, cores });

/** How many changes moved the array. */
const moved = (writer: string): Value => measured('moves', 'moving_share', { library: 'glibc', writer });

/** How many times as long a call of `getenv` takes as with nothing held. */
const costOf = (guard: string, threads: number, library = 'glibc'): Value =>
  measured('getenv-costs', 'times_unguarded', { library, guard, threads });

const RUNTIMES = 'runtimes';
/** The machine that the article names: a program that read in Java failed on it. */
const ZEN_4 = 'amd-19-11-2-core-vm';

export const values = {
  failedOnGlibc: failed('glibc'),
  failedOnMusl: failed('musl'),
  failedOnNewerGlibc: failed('glibc-newer'),
  failedOnCurrentMusl: failed('musl-current'),
  failedWithLock: { kind: 'measured', claim: 'lock-fixes' },
  failedInFourConditionsOnNewerGlibc: { kind: 'measured', claim: 'newer-glibc-fixes' },
  failedRepeatingNames: failed('glibc', repeating),
  halfFailedOnGlibcOnTwoCores: halfFailed('glibc', 'apart'),
  halfFailedOnGlibcOnOneCore: halfFailed('glibc', 'together'),
  halfFailedOnMuslOnTwoCores: halfFailed('musl', 'apart'),
  halfFailedOnMuslOnOneCore: halfFailed('musl', 'together'),
  lockedAlone: costOf('mutex', 1),
  lockedBoth: costOf('mutex', 2),
  movedBySameNames: moved('same-names'),
  movedByNewNames: moved('new-names'),
  failedReadingInPython: measured(RUNTIMES, FAILED, { language: 'python', reader: 'own' }),
  failedReadingInNode: measured(RUNTIMES, FAILED, { language: 'node', reader: 'own' }),
  failedResolvingOnGlibc: measured('cells', FAILED, { ...adding, reader: 'getaddrinfo', library: 'glibc' }),
  failedResolvingOnMusl: measured('cells', FAILED, { ...adding, reader: 'getaddrinfo', library: 'musl' }),
  failedReplacingOnMusl: failed('musl', replacing),
  failedResolvingInGo: { kind: 'measured', claim: 'go-resolver' },
  failedReadingInJavaOnZen4: { ...measured(RUNTIMES, FAILED, { language: 'java', reader: 'own' }), machine: ZEN_4 },
} satisfies Values;

export const charts = {
  leakRates: rowsOf({
    title: 'What a call of setenv leaves behind',
    description:
      'Rows for four things to set, each with a dot for glibc and one for musl. New values leave memory behind on glibc and none on musl; ever new names do so on both.',
    series: 'leak-rates',
    measure: 'bytes_per_call',
    scale: 'linear',
    xTitle: 'Memory per call',
    rowTitle: 'Each call',
    lanes: [
      { name: 'glibc', at: { library: 'glibc' } },
      { name: 'musl', at: { library: 'musl' }, quiet: true },
    ],
    rows: [
      { name: 'a new value for one name', at: { operation: 'replace-with-new-values' } },
      { name: 'one of eight values', at: { operation: 'replace-with-known-values' } },
      { name: 'a new value, then unset', at: { operation: 'set-and-unset' } },
      { name: 'a new name', at: { operation: 'new-names' } },
    ],
  }),

  survival: survivalPanels({
    title: 'Programs that still run',
    description:
      'Four panels by what the reading thread calls, each with a curve for each C library. Curves of musl and glibc fall where programs fail; the others stay at the top.',
    panels: [
      { name: 'getenv', at: { ...adding, reader: 'getenv' } },
      { name: 'localtime', at: { ...adding, reader: 'localtime' } },
      { name: 'getaddrinfo, in new threads', at: { ...adding, reader: 'getaddrinfo' } },
      { name: 'no reader, two writers', at: twoWriters },
    ],
    curves: [
      { name: 'newer glibc', at: { library: 'glibc-newer' } },
      { name: 'glibc', at: { library: 'glibc' } },
      { name: 'musl', at: { library: 'musl' } },
    ],
  }),

  cells: crashMatrix('cells', {
    title: 'How many programs failed, and how',
    rowTitle: 'One thread calls',
    columns: [
      { head: 'glibc', at: { library: 'glibc' } },
      { head: 'musl', at: { library: 'musl' } },
      { head: 'glibc', at: { library: 'glibc-newer' } },
    ],
    groups: [
      {
        title: 'Another keeps setting new names',
        rows: [
          { says: 'getenv', at: { ...adding, reader: 'getenv' } },
          { says: 'localtime', at: { ...adding, reader: 'localtime' } },
          { says: 'getaddrinfo, in new threads', at: { ...adding, reader: 'getaddrinfo' } },
          { says: 'nothing', at: { ...adding, reader: 'none' } },
        ],
      },
      {
        title: 'Another keeps setting new names by Rust’s set_var',
        rows: [
          { says: 'C’s getenv', at: { ...addingInRust, reader: 'getenv' } },
          { says: 'Rust’s env::var', at: { ...addingInRust, reader: 'rust-env-var' } },
        ],
      },
      {
        title: 'Another sets and unsets the same eight names',
        rows: [{ says: 'getenv', at: { ...repeating, reader: 'getenv' } }],
      },
      {
        title: 'Another replaces the value that is read',
        rows: [{ says: 'getenv', at: { ...replacing, reader: 'getenv' } }],
      },
      {
        title: 'Two others keep setting new names',
        rows: [{ says: 'no reader', at: twoWriters }],
      },
    ],
  }),

  go: crashMatrix('go', {
    title: 'Go programs that failed',
    rowTitle: 'Beside os.Setenv, the program calls',
    columns: [
      { head: 'with cgo', at: { cgo: 'with' } },
      { head: 'without', at: { cgo: 'without' } },
    ],
    groups: [
      {
        title: 'One goroutine keeps setting new names',
        rows: [
          { says: 'C’s getenv', at: { access: 'cgo-getenv' } },
          { says: 'the resolver', at: { access: 'resolver' } },
          { says: 'os.Getenv', at: { access: 'os-getenv' } },
        ],
      },
    ],
  }),

  runtimes: crashMatrix(RUNTIMES, {
    title: 'Programs in Python, Node.js and Java that failed',
    rowTitle: 'Another thread calls',
    columns: [
      { head: 'Python', at: { language: 'python' } },
      { head: 'Node.js', at: { language: 'node' } },
      { head: 'Java', at: { language: 'java' } },
    ],
    groups: [
      {
        title: 'One thread keeps setting new names: by os.environ, by process.env, and in Java by C’s setenv',
        rows: [
          { says: 'C’s getenv', at: { reader: 'c-getenv' } },
          { says: 'the resolver', at: { reader: 'resolver' } },
          { says: 'os.environ, process.env, System.getenv', at: { reader: 'own' } },
        ],
      },
    ],
  }),
} satisfies Charts;

/** The version of a program that was measured. */
const version = (program: string) => ({
  of({ provenance }: MeasurementRecord) {
    const first = provenance.programs?.[program];
    if (first === undefined) throw new Error(`the record of setenv names no version of ${program}`);
    // Some say after it where it came from.
    return first.split(' ')[0]!;
  },
});

/** How many of such programs failed: `1 of 80`; of none, with the bound: `0 of 80 (rarer than 4.6%)`. */
const failures = (language: string, reader: string, machine?: string): Word => ({
  ...(machine !== undefined && { machine }),
  of(record) {
    const failed = point(series(record, RUNTIMES), { language, reader }).values[FAILED]!;
    const counted = `${Math.round(failed.n * failed.value)} of ${failed.n}`;
    return failed.value === 0 ? `${counted} (${rarerThan(failed)})` : counted;
  },
});

/** The bound behind a value of 0%: `0 of 200: rarer than 1.9%`. A sentence that says so stops the build where some failed. */
const boundOfNone = (name: keyof typeof values): Word => ({
  of(record) {
    const { measured: failed } = findFigure(record, values[name]);
    if (failed?.value !== 0) throw new Error(`${name} is no longer 0%`);
    return `0 of ${failed.n.toLocaleString('en-US')}: ${rarerThan(failed)}`;
  },
});

export const words = {
  glibcVersion: version('glibc'),
  newerGlibcVersion: version('newer glibc'),
  muslVersion: version('musl'),
  currentMuslVersion: version('current musl'),
  goVersion: version('Go'),
  boundOnNewerGlibc: boundOfNone('failedOnNewerGlibc'),
  boundWithLock: boundOfNone('failedWithLock'),
  boundInFourConditionsOnNewerGlibc: boundOfNone('failedInFourConditionsOnNewerGlibc'),
  failuresReadingInJava: failures('java', 'own'),
  failuresReadingInJavaOnZen4: failures('java', 'own', ZEN_4),
} satisfies Words;

export const machines = [
  'halfFailedOnGlibcOnTwoCores',
  'halfFailedOnGlibcOnOneCore',
  'halfFailedOnMuslOnTwoCores',
  'halfFailedOnMuslOnOneCore',
  'failedResolvingOnGlibc',
  'failedReplacingOnMusl',
  'failedResolvingInGo',
];

export const expects: readonly Expectation[] = [
  verdict('setenv-crashes-getenv', 'reproduced'),
  above('failedOnGlibc', 0.9),
  above('failedOnMusl', 0.9),
  verdict('lock-fixes', 'holds'),
  below('failedWithLock', 0.05),
  verdict('newer-glibc-fixes', 'reproduced'),
  below('failedOnNewerGlibc', 0.05),
  below('halfFailedOnGlibcOnTwoCores', 'halfFailedOnGlibcOnOneCore'),
  below('halfFailedOnMuslOnTwoCores', 'halfFailedOnMuslOnOneCore'),
  below('failedResolvingOnMusl', 0.05),
  verdict('current-musl-crashes', 'holds'),
  above('failedOnCurrentMusl', 0.9),
  verdict('locked-readers-wait', 'holds'),
  verdict('same-names-crash', 'holds'),
  above('movedBySameNames', 'movedByNewNames'),
  verdict('glibc-never-frees', 'reproduced'),
  below('failedReadingInPython', 0.05),
  below('failedReadingInNode', 0.05),
  above('failedReadingInJavaOnZen4', 0),
];
