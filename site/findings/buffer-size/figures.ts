/** What the article on sizes of buffers shows, by name. */
import { formatBytes } from '@/kit/chart/format.ts';
import { rowsOf } from '@/kit/prose/charts.ts';
import { above, below, meets, verdict, type Expectation } from '@/kit/prose/expects.ts';
import { findFigure } from '@/kit/prose/figure.ts';
import type { Charts, Values, Words } from '@/kit/prose/named.ts';
import { measured, published } from '@/kit/prose/values.ts';
import { claim } from '@/kit/record/queries.ts';
import type { MeasurementRecord, Verdict } from '@/kit/record/types.ts';
import { CONTRASTED, EMERALD_RAPIDS, ZEN_3 } from './machines.ts';

const KIB = 1024;

/** A figure of the law of two costs that was fitted to reads of a device; `measured` is no law. */
const fit = (source: 'zero' | 'urandom', law: 'linear' | 'measured', measure: string) => ({
  series: 'fits',
  at: { source, law },
  measure,
});
const best = fit('zero', 'measured', 'best_buffer_bytes');
const perCall = fit('zero', 'linear', 'per_call_seconds');

/** How much of a device's best throughput the largest buffer leaves. */
const leftWith16Mib = (device: string) =>
  measured({ claim: 'past-the-peak', figure: `16 MiB over the fastest other buffer, ${device}` });

/** Where the two ends of a connection run. */
type Place = 'one core' | 'near cores' | 'distant cores';
type Connection = `${'unix' | 'tcp' | 'tcp with cubic'}, ${Place}`;

const reads32Kib = (connection: Connection) =>
  measured({ claim: 'read-32-kib', figure: `reads of 32 KiB over the fastest others, ${connection}` });

/** How many times as much large writes move. */
const largeWrites = (connection: Connection) =>
  measured({ claim: 'write-256-kib', figure: `writes of 256 KiB to 1 MiB over writes of 32 KiB, ${connection}` });

const unixOverTcp = (place: Place, tcp = '') => ({
  claim: 'sockets-unix-over-tcp',
  figure: `Unix over TCP${tcp}, buffers of 64 KiB to 1 MiB, ${place}`,
});

/** The gain of reads of 256 KiB over reads of 32 KiB, of a reader that sums every byte, over that of one that looks at none. */
const gainOfSumming = (source: 'zero' | 'unix' | 'tcp') =>
  measured({
    claim: 'processing-gains-more',
    figure: `gain of 256 KiB over 32 KiB with every byte summed over that without, ${source}`,
  });

/** The smallest read buffer of which one read in a hundred comes back short. */
const shortFrom = (transport: 'unix' | 'tcp') =>
  measured({ claim: 'short-reads', figure: `smallest read buffer with 1% of short reads, ${transport}` });

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
  bestOfEmeraldRapids: { ...measured(best), machine: EMERALD_RAPIDS },
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

  perCall: measured(perCall),
  perCallOfZen3: { ...measured(perCall), machine: ZEN_3 },
  perCallPublished: published(perCall),
  perByte: measured(fit('zero', 'linear', 'per_byte_seconds')),
  perByteOfUrandom: measured(fit('urandom', 'linear', 'per_byte_seconds')),
  enoughForZero: measured(fit('zero', 'measured', 'smallest_buffer_bytes')),
  enoughForUrandom: measured(fit('urandom', 'measured', 'smallest_buffer_bytes')),
  zeroLeftWith16Mib: leftWith16Mib('/dev/zero'),
  zeroLeftWith16MibOfZen3: { ...leftWith16Mib('/dev/zero'), machine: ZEN_3 },
  urandomLeftWith16Mib: leftWith16Mib('/dev/urandom'),
  zeroWith256Kib: measured({ claim: 'zero-peak', figure: '256 KiB over the fastest other buffer, /dev/zero' }),
  secondsWith256Kib: measured({
    series: 'devices',
    at: { source: 'zero', buffer_bytes: 256 * KIB },
    measure: 'seconds_per_call',
  }),
  deviationFromLine: measured({ claim: 'linear-model', figure: 'RMS deviation from the line' }),

  tcpReads32KibOnOneCore: reads32Kib('tcp, one core'),
  unixLargeWritesOnNearCores: largeWrites('unix, near cores'),
  tcpLargeWritesOnNearCores: largeWrites('tcp, near cores'),
  tcpLargeWritesOnNearCoresOfZen3: { ...largeWrites('tcp, near cores'), machine: ZEN_3 },
  tcpLargeWritesOnNearCoresOfEmeraldRapids: { ...largeWrites('tcp, near cores'), machine: EMERALD_RAPIDS },
  cubicLargeWritesOnNearCores: largeWrites('tcp with cubic, near cores'),
  unixOverTcpPublished: published(unixOverTcp('one core')),
  unixOverTcpOnOneCore: measured(unixOverTcp('one core')),
  unixOverCubicOnOneCore: measured(unixOverTcp('one core', ' with cubic')),
  tcpCubicOverBbr: measured({ claim: 'congestion-control' }),
  shortFromUnix: shortFrom('unix'),
  shortFromTcp: shortFrom('tcp'),
  stalledByLowWater: measured({ claim: 'low-water-stalls' }),
  gainOfSummingZero: gainOfSumming('zero'),
  gainOfSummingUnix: gainOfSumming('unix'),
  overIperf3: measured({ series: 'iperf3', at: { write_bytes: 128 * KIB }, measure: 'ratio' }),

  blockOf2009: block(2009, 32 * KIB),
  blockOf2024: block(2024, 256 * KIB),
} satisfies Values;

/** Transports in the record’s words, and for readers: all of these machines use bbr by default. */
const TRANSPORTS = { unix: 'Unix', tcp: 'TCP with bbr', 'tcp with cubic': 'TCP with cubic' };

/** A row for each connection and place: what it is called, and where it stands in the record. */
const connectionRows = (figure: string, unit: string) =>
  Object.entries(TRANSPORTS).flatMap(([transport, name]) =>
    (['one core', 'near cores', 'distant cores'] as const).map((place) => ({
      name: `${name}, ${place}`,
      at: { figure: `${figure}, ${transport}, ${place}`, unit },
    })),
  );

const connections = {
  series: 'figures',
  measure: 'value',
  scale: 'linear',
  rowTitle: 'Connection, and where its ends run',
  references: [{ axis: 'x', value: 1 }],
} as const;

export const charts = {
  reads: rowsOf(
    {
      ...connections,
      title: 'Is 32 KiB enough to read from a socket?',
      description:
        'A row for each kind of connection and place, with a mark for each machine: the throughput of reads of 32 KiB over that of the fastest other size, around a line at one. Most marks lie above 0.9; those of TCP lie lower on one core of two machines, and with cubic.',
      rows: connectionRows('share of the best throughput with reads of 32 KiB', 'share'),
      domain: [0.65, 1.15],
      xTitle: 'Reads of 32 KiB ÷ the fastest other size',
    },
    { machines: CONTRASTED },
  ),
  writes: rowsOf(
    {
      ...connections,
      title: 'Do writes gain beyond 32 KiB?',
      description:
        'A row for each kind of connection and place, with a mark for each machine: the throughput of writes of 256 KiB to 1 MiB over that of writes of 32 KiB, around a line at one. Most marks lie to the right of it, those of TCP farthest apart.',
      rows: connectionRows('writes of 256 KiB to 1 MiB over writes of 32 KiB', '1'),
      domain: [0.7, 2.1],
      xTitle: 'Writes of 256 KiB to 1 MiB ÷ writes of 32 KiB',
    },
    { machines: CONTRASTED },
  ),
} satisfies Charts;

/** The size of a data cache, in bytes. */
const cacheOf = ({ provenance }: MeasurementRecord, wanted: number): number =>
  provenance.machine.caches?.find(({ level, holds }) => level === wanted && holds !== 'instructions')?.size_bytes ?? 0;

export const words = {
  /** A second figure in the lead, without a mark: two would look like bullets. */
  bestOfEmeraldRapids: {
    machine: EMERALD_RAPIDS,
    of: (record) => formatBytes(findFigure(record, best).measured!.value),
  },
  firstCacheOfEmeraldRapids: { machine: EMERALD_RAPIDS, of: (record) => formatBytes(cacheOf(record, 1)) },
} satisfies Words;

export const machines = [
  'perCall',
  'perByte',
  'best',
  'enoughForZero',
  'zeroLeftWith16Mib',
  'unixOverTcpOnOneCore',
  'tcpCubicOverBbr',
];

/** A claim's verdict on a machine that a sentence names. */
const verdictOn = (machine: string, id: string, wanted: Verdict): Expectation => ({
  what: `the claim ${id} ${wanted} on ${machine}`,
  check({ recordsOf }) {
    const found = claim(recordOn(recordsOf(), machine), id).verdict;
    return found === wanted || `its verdict is “${found}”`;
  },
});

const recordOn = (records: readonly MeasurementRecord[], machine: string): MeasurementRecord =>
  records.find(({ provenance }) => provenance.machine.id === machine)!;

/** Reads of /dev/zero with so many bytes, by a measure. */
const zeroWith = (record: MeasurementRecord, bytes: number, measure: string) =>
  findFigure(record, { series: 'devices', at: { source: 'zero', buffer_bytes: bytes }, measure }).measured!;

export const expects: readonly Expectation[] = [
  {
    what: 'the page is drawn from the Zen 5 VM, which its sentences name',
    check: ({ recordsOf }) => recordsOf()[0]!.machineName === 'Zen 5 VM' || recordsOf()[0]!.machineName,
  },
  {
    what: 'bbr is the default of all three machines, as the charts and advice say',
    check: ({ recordsOf }) =>
      recordsOf().every(({ provenance }) => provenance.machine.congestion_control === 'bbr') || 'not so',
  },
  // The opening, and the advice to stop at 256 KiB.
  above('best', 'bestOfEmeraldRapids'),
  meets('bestOfEmeraldRapids', 32 * KIB),
  meets('bestOfZen3', 256 * KIB),
  {
    what: 'on all three machines 16 MiB has lost a quarter of the best speed',
    check: ({ recordsOf }) =>
      [recordsOf()[0]!, ...CONTRASTED.map((machine) => recordOn(recordsOf(), machine))].every(
        (record) => findFigure(record, values.zeroLeftWith16Mib).measured!.high < 0.75,
      ) || 'not so',
  },
  {
    what: 'of a read of 1 KiB the call is nearly all, and of one of 256 KiB less than a tenth',
    check({ recordsOf }) {
      const [record] = recordsOf();
      const { low, high } = findFigure(record!, perCall).measured!;
      const [small, large] = [KIB, 256 * KIB].map((bytes) => zeroWith(record!, bytes, 'seconds_per_call'));
      return (low / small!.high > 0.9 && high / large!.low < 0.1) || 'not so';
    },
  },
  {
    what: 'the Emerald Rapids VM drops between 32 and 64 KiB, between which its first cache ends',
    check({ recordsOf }) {
      const record = recordOn(recordsOf(), EMERALD_RAPIDS);
      const ends = cacheOf(record, 1);
      const drops = rateWith(record, 64 * KIB) < 0.85 * rateWith(record, 32 * KIB);
      return (drops && ends > 32 * KIB && ends < 64 * KIB) || 'not so';
    },
  },
  above('perByteOfUrandom', 'perByte'),
  below('enoughForUrandom', 'enoughForZero'),
  above('urandomLeftWith16Mib', 0.95),

  verdict('read-32-kib', 'depends'),
  verdictOn(ZEN_3, 'read-32-kib', 'depends'),
  verdictOn(EMERALD_RAPIDS, 'read-32-kib', 'reproduced'),
  below('tcpReads32KibOnOneCore', 0.9),
  above('unixLargeWritesOnNearCores', 1),
  below('tcpLargeWritesOnNearCores', 1),
  above('tcpLargeWritesOnNearCoresOfZen3', 1),
  above('tcpLargeWritesOnNearCoresOfEmeraldRapids', 1),
  above('cubicLargeWritesOnNearCores', 1),
  above('unixOverTcpOnOneCore', 2),
  meets('unixOverCubicOnOneCore', 1),
  verdict('congestion-control', 'holds'),
  verdict('low-water-stalls', 'holds'),
  above('gainOfSummingUnix', 1),
  below('gainOfSummingZero', 1),
];

const rateWith = (record: MeasurementRecord, bytes: number): number =>
  zeroWith(record, bytes, 'throughput_bytes_per_second').value;
