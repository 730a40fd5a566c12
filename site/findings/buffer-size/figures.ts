/** What the article on sizes of buffers shows, by name. */
import { rowsOf } from '@/kit/prose/charts.ts';
import { above, below, meets, verdict, type Expectation } from '@/kit/prose/expects.ts';
import { findFigure } from '@/kit/prose/figure.ts';
import { recordFor, type Charts, type Values } from '@/kit/prose/named.ts';
import { measured, published } from '@/kit/prose/values.ts';
import { point, points, series } from '@/kit/record/queries.ts';
import type { MeasurementRecord } from '@/kit/record/types.ts';

/** The machines that the article contrasts with the page's own; the second is of the generation of the original's. */
const [EMERALD_RAPIDS, ZEN_4, ZEN_3] = ['intel-06-cf-2-core-vm', 'amd-19-11-2-core-vm', 'amd-19-01-2-core-vm'];
const CONTRASTED = [ZEN_4, ZEN_3];

const KIB = 1024;

/** A figure of the law of two costs that was fitted to reads of /dev/zero; `measured` is no law. */
const fit = (law: 'linear' | 'measured', measure: string) => ({ series: 'fits', at: { source: 'zero', law }, measure });
const best = fit('measured', 'best_buffer_bytes');
const perCall = fit('linear', 'per_call_seconds');

/** How much of the best throughput of /dev/zero 16 MiB leaves. */
const zeroLeftWith16Mib = measured({
  claim: 'past-the-peak',
  figure: '16 MiB over the fastest other buffer, /dev/zero',
});

/** Where the two ends of a connection run. */
type Place = 'one core' | 'near cores' | 'distant cores';
type Connection = `${'unix' | 'tcp' | 'tcp with cubic'}, ${Place}`;

const reads32Kib = (connection: Connection) =>
  measured({ claim: 'read-32-kib', figure: `reads of 32 KiB over the fastest others, ${connection}` });
const reads16Kib = (connection: Connection) =>
  measured({ claim: 'read-16-kib', figure: `reads of 16 KiB over the fastest others, ${connection}` });

/** How many times as much large writes move. */
const largeWrites = (connection: Connection) =>
  measured({ claim: 'write-256-kib', figure: `writes of 256 KiB to 1 MiB over writes of 32 KiB, ${connection}` });

/** The gain of reads of 256 KiB over reads of 32 KiB, of a reader that sums every byte, over that of one that looks at none. */
const gainOfSumming = (source: 'zero' | 'unix') =>
  measured({
    claim: 'processing-gains-more',
    figure: `gain of 256 KiB over 32 KiB with every byte summed over that without, ${source}`,
  });

/** The smallest read buffer of which one read in a hundred comes back short. */
const shortFrom = (transport: 'unix' | 'tcp') =>
  measured({ claim: 'short-reads', figure: `smallest read buffer with 1% of short reads, ${transport}` });

/** The throughput of a reader that sums every byte, or looks at none. */
const worked = (source: 'unix' | 'zero' | 'tcp', work: 'sum' | 'none', kib: number) =>
  measured({
    series: 'work',
    at: { source, work, read_bytes: kib * KIB },
    measure: 'throughput_bytes_per_second',
  });

/** Short reads over TCP with cubic beside writes of 256 KiB. */
const shortWithCubic = (kib: number) =>
  measured({
    series: 'sockets',
    at: { transport: 'tcp-cubic', read_bytes: kib * KIB, write_bytes: 256 * KIB },
    measure: 'short_read_share',
  });

const tcpCubicOverBbr = measured({ claim: 'congestion-control' });

const largerSocketBuffers = measured({
  claim: 'larger-socket-buffers',
  figure: "throughput with buffers of 4 MiB over the system's, tcp",
});

/** A figure that somebody else published and no record has. */
const cited = (what: string, value: number, unit: string, [title, url]: readonly [string, string]) =>
  published({ cited: { what, value, unit, source: { title, url } } });

const COREUTILS = [
  'GNU coreutils, ioblksize.h',
  'https://github.com/coreutils/coreutils/blob/master/src/ioblksize.h',
] as const;
const LADYBIRD = ['Ladybird, pull request 8430', 'https://github.com/LadybirdBrowser/ladybird/pull/8430'] as const;
const BUILDBUDDY = [
  'BuildBuddy, pull request 10392',
  'https://github.com/buildbuddy-io/buildbuddy/pull/10392',
] as const;

/** The block that cp and cat read since a year. */
const block = (year: number, bytes: number) => cited(`block of cp and cat, ${year}`, bytes, 'bytes', COREUTILS);

/** The fetch of 25 MB over Unix sockets on macOS, with the system's buffers and with larger ones. */
const fetched = (buffers: string, seconds: number) =>
  cited(`25 MB over Unix sockets on macOS, buffers of ${buffers}`, seconds, 's', LADYBIRD);

export const values = {
  best: measured(best),
  bestOfZen3: { ...measured(best), machine: ZEN_3 },
  bestPublished: published(best),
  savedByBuildBuddy: cited(
    'time of reads of more than 5 MB that 256 KiB instead of 4 MB saved',
    0.33,
    'share',
    BUILDBUDDY,
  ),
  fetchedWith8Kib: fetched('8 KiB', 0.85),
  fetchedWith512Kib: fetched('512 KiB', 0.025),

  cubicLargeWritesOnNearCores: largeWrites('tcp with cubic, near cores'),
  cubicLargeWritesOnNearCoresOfZen4: { ...largeWrites('tcp with cubic, near cores'), machine: ZEN_4 },
  cubicLargeWritesOnOneCore: largeWrites('tcp with cubic, one core'),
  cubicLargeWritesOnOneCoreOfZen4: { ...largeWrites('tcp with cubic, one core'), machine: ZEN_4 },
  unixLargeWritesOnNearCores: largeWrites('unix, near cores'),
  tcpLargeWritesOnNearCores: largeWrites('tcp, near cores'),
  tcpLargeWritesOnNearCoresOfZen3: { ...largeWrites('tcp, near cores'), machine: ZEN_3 },
  tcpLargeWritesOnNearCoresOfZen4: { ...largeWrites('tcp, near cores'), machine: ZEN_4 },
  tcpLargeWritesOnNearCoresOfEmeraldRapids: { ...largeWrites('tcp, near cores'), machine: EMERALD_RAPIDS },
  tcpReads32KibOnOneCore: reads32Kib('tcp, one core'),
  tcpReads32KibOnOneCoreOfZen4: { ...reads32Kib('tcp, one core'), machine: ZEN_4 },
  cubicReads16KibOnNearCores: reads16Kib('tcp with cubic, near cores'),
  cubicReads16KibOnOneCore: reads16Kib('tcp with cubic, one core'),
  cubicReads32KibOnNearCores: reads32Kib('tcp with cubic, near cores'),
  cubicReads32KibOnOneCore: reads32Kib('tcp with cubic, one core'),
  shortOf32Kib: shortWithCubic(32),
  shortOf256Kib: shortWithCubic(256),
  tcpCubicOverBbr,
  tcpCubicOverBbrOfZen3: { ...tcpCubicOverBbr, machine: ZEN_3 },
  tcpCubicOverBbrOfZen4: { ...tcpCubicOverBbr, machine: ZEN_4 },
  tcpCubicOverBbrOfEmeraldRapids: { ...tcpCubicOverBbr, machine: EMERALD_RAPIDS },
  summedWith32Kib: worked('unix', 'sum', 32),
  summedWith256Kib: worked('unix', 'sum', 256),
  ignoredWith32Kib: worked('unix', 'none', 32),
  ignoredWith256Kib: worked('unix', 'none', 256),
  zeroSummedWith32Kib: worked('zero', 'sum', 32),
  zeroSummedWith256Kib: worked('zero', 'sum', 256),
  zeroIgnoredWith32Kib: worked('zero', 'none', 32),
  zeroIgnoredWith256Kib: worked('zero', 'none', 256),
  tcpSummedWith32Kib: worked('tcp', 'sum', 32),
  tcpSummedWith256Kib: worked('tcp', 'sum', 256),
  gainOfSummingUnix: gainOfSumming('unix'),
  gainOfSummingZero: gainOfSumming('zero'),
  shortFromUnix: shortFrom('unix'),
  shortFromTcp: shortFrom('tcp'),
  largerSocketBuffers,
  largerSocketBuffersOfZen3: { ...largerSocketBuffers, machine: ZEN_3 },
  largerSocketBuffersOfZen4: { ...largerSocketBuffers, machine: ZEN_4 },
  largerSocketBuffersOfEmeraldRapids: { ...largerSocketBuffers, machine: EMERALD_RAPIDS },
  tcpWithLowWater: measured({ claim: 'low-water-mark', figure: 'throughput with SO_RCVLOWAT over without, tcp' }),
  stalledByLowWater: measured({ claim: 'low-water-stalls' }),

  perCall: measured(perCall),
  perCallOfZen3: { ...measured(perCall), machine: ZEN_3 },
  perCallPublished: published(perCall),
  perByte: measured(fit('linear', 'per_byte_seconds')),
  zeroWith256Kib: measured({ claim: 'zero-peak', figure: '256 KiB over the fastest other buffer, /dev/zero' }),
  zeroLeftWith16Mib,
  zeroLeftWith16MibOfZen3: { ...zeroLeftWith16Mib, machine: ZEN_3 },
  deviationFromLine: measured({ claim: 'linear-model', figure: 'RMS deviation from the line' }),
  overIperf3: measured({ series: 'iperf3', at: { write_bytes: 128 * KIB }, measure: 'ratio' }),

  blockOf2009: block(2009, 32 * KIB),
  blockOf2024: block(2024, 256 * KIB),
} satisfies Values;

/** Transports in the record’s words, and for readers: all of these machines use bbr by default. */
const TRANSPORTS = { 'tcp with cubic': 'TCP with cubic', tcp: 'TCP with bbr', unix: 'Unix' };
const PLACES = ['one core', 'near cores', 'distant cores'] as const;

/** A row for each connection and place: what it is called, and where it stands in the record. */
const connectionRows = (figure: string, unit: string) =>
  Object.entries(TRANSPORTS).flatMap(([transport, name]) =>
    PLACES.map((place) => ({
      name: `${name}, ${place}`,
      at: { figure: `${figure}, ${transport}, ${place}`, unit },
    })),
  );

const READS_OF_32_KIB = 'share of the best throughput with reads of 32 KiB';

const connections = {
  series: 'figures',
  measure: 'value',
  scale: 'linear',
  rowTitle: 'Connection, and where its ends run',
} as const;

export const charts = {
  writes: rowsOf(
    {
      ...connections,
      title: 'Do writes gain beyond 32 KiB?',
      description:
        'A row for each kind of connection and place, with a mark for each machine: the throughput of writes of 256 KiB to 1 MiB over that of writes of 32 KiB, around a line at one. Most marks lie to the right of it, those of TCP farthest apart.',
      rows: connectionRows('writes of 256 KiB to 1 MiB over writes of 32 KiB', '1'),
      references: [{ axis: 'x', value: 1, label: 'no gain' }],
      domain: [0.7, 2.1],
      xTitle: 'Writes of 256 KiB to 1 MiB ÷ writes of 32 KiB',
    },
    { machines: CONTRASTED },
  ),
  reads: rowsOf(
    {
      ...connections,
      title: 'Is 32 KiB enough to read from a socket?',
      description:
        'A row for each kind of connection and place, with a mark for each machine: the throughput of reads of 32 KiB over that of the fastest other size, around a line at one. Most marks lie above 0.9; those below are of TCP.',
      rows: connectionRows(READS_OF_32_KIB, 'share'),
      references: [{ axis: 'x', value: 1, label: 'as fast as any' }],
      domain: [0.65, 1.15],
      xTitle: 'Reads of 32 KiB ÷ the fastest other size',
    },
    { machines: CONTRASTED },
  ),
} satisfies Charts;

export const machines = [
  'unixLargeWritesOnNearCores',
  'tcpLargeWritesOnNearCores',
  'tcpReads32KibOnOneCore',
  'tcpCubicOverBbr',
  'perCall',
  'perByte',
  'best',
  'zeroLeftWith16Mib',
];

/** A figure of every kind of connection and place, of those that a record has. */
const ofConnections = (record: MeasurementRecord, figure: string) =>
  points(series(record, 'figures'), {}).flatMap(({ at, values: { value } }) =>
    value && String(at['figure']).startsWith(figure) ? [value] : [],
  );

/** Throughput of writes beside reads of 64 KiB, as the lab's curve has it. */
const writesOf = (record: MeasurementRecord, transport: string, bytes: number) =>
  point(series(record, 'sockets'), { transport, read_bytes: 64 * KIB, write_bytes: bytes }).values[
    'throughput_bytes_per_second'
  ]!;

/** Seconds of a read of /dev/zero. */
const zeroSeconds = (record: MeasurementRecord, bytes: number) =>
  findFigure(record, { series: 'devices', at: { source: 'zero', buffer_bytes: bytes }, measure: 'seconds_per_call' })
    .measured!;

export const expects: readonly Expectation[] = [
  {
    what: 'the page is drawn from the Zen 5 VM, which its sentences name',
    check: ({ recordsOf }) => recordsOf()[0]!.machineName === 'Zen 5 VM' || recordsOf()[0]!.machineName,
  },
  {
    what: 'bbr is the default of all machines, as the charts and advice say',
    check: ({ recordsOf }) =>
      recordsOf().every(({ provenance }) => provenance.machine.congestion_control === 'bbr') || 'not so',
  },
  above('cubicLargeWritesOnNearCores', 1),
  above('cubicLargeWritesOnNearCoresOfZen4', 1),
  above('cubicLargeWritesOnOneCore', 1),
  above('cubicLargeWritesOnOneCoreOfZen4', 1),
  // Where a read size is above one, no other is as fast.
  above('cubicReads16KibOnNearCores', 1),
  below('cubicReads32KibOnNearCores', 1),
  below('cubicReads16KibOnOneCore', 'cubicReads32KibOnOneCore'),
  {
    what: 'in the lab’s opening, writes of 256 KiB are faster than those of 32 KiB',
    check({ recordsOf }) {
      const [small, large] = [32, 256].map((kib) => writesOf(recordsOf()[0]!, 'tcp-cubic', kib * KIB));
      return large!.low > small!.high || 'not so';
    },
  },
  {
    what: 'in the lab, no larger writes than 256 KiB are faster with cubic or over a Unix socket',
    check: ({ recordsOf }) =>
      ['tcp-cubic', 'unix'].every((transport) =>
        [512, 1024, 2048, 4096].every((kib) => {
          const [usual, larger] = [256, kib].map((size) => writesOf(recordsOf()[0]!, transport, size * KIB));
          return larger!.low <= usual!.high;
        }),
      ) || 'not so',
  },
  verdict('write-256-kib', 'depends'),
  above('unixLargeWritesOnNearCores', 1),
  below('tcpLargeWritesOnNearCores', 1),
  above('tcpLargeWritesOnNearCoresOfZen3', 1.5),
  above('tcpLargeWritesOnNearCoresOfZen4', 1),
  above('tcpLargeWritesOnNearCoresOfEmeraldRapids', 1),
  verdict('read-32-kib', 'depends'),
  {
    what: 'reads of 32 KiB come off worst over TCP with bbr on one core of the Zen 4 VM, among all machines',
    check({ recordsOf }) {
      const of = values.tcpReads32KibOnOneCoreOfZen4;
      const worst = findFigure(recordFor(of, recordsOf()), of).measured!.value;
      const all = recordsOf().flatMap((record) => ofConnections(record, READS_OF_32_KIB));
      return (all.length > 10 && all.every(({ value }) => value >= worst)) || 'not so';
    },
  },
  below('shortOf32Kib', 0.2),
  above('shortOf256Kib', 0.9),
  verdict('congestion-control', 'holds'),
  above('tcpCubicOverBbrOfZen3', 1),
  above('tcpCubicOverBbrOfZen4', 1),
  meets('tcpCubicOverBbrOfZen4', 'tcpCubicOverBbrOfEmeraldRapids'),
  above('tcpCubicOverBbrOfEmeraldRapids', 1),
  above('summedWith256Kib', 'summedWith32Kib'),
  meets('tcpSummedWith256Kib', 'tcpSummedWith32Kib'),
  above('gainOfSummingUnix', 1),
  below('gainOfSummingZero', 1),
  below('largerSocketBuffersOfZen3', 1),
  below('largerSocketBuffersOfZen4', 1),
  meets('largerSocketBuffers', 1),
  meets('largerSocketBuffersOfEmeraldRapids', 1),
  above('tcpWithLowWater', 1),
  verdict('low-water-stalls', 'holds'),
  {
    what: 'of a read of 1 KiB the call is nearly all, and of one of 256 KiB less than a tenth',
    check({ recordsOf }) {
      const [record] = recordsOf();
      const { low, high } = findFigure(record!, perCall).measured!;
      const [small, large] = [KIB, 256 * KIB].map((bytes) => zeroSeconds(record!, bytes));
      return (low / small!.high > 0.9 && high / large!.low < 0.1) || 'not so';
    },
  },
  {
    what: 'on all machines 16 MiB has lost a quarter of the best speed',
    check: ({ recordsOf }) =>
      recordsOf().every((record) => findFigure(record, zeroLeftWith16Mib).measured!.high < 0.75) || 'not so',
  },
  meets('bestOfZen3', 256 * KIB),
];
