/** What the article on sizes of buffers shows, by name. */
import { machineOf } from '@/kit/chart/machines.ts';
import { rowsOf } from '@/kit/prose/charts.ts';
import { above, below, meets, verdict, type Expectation } from '@/kit/prose/expects.ts';
import { findFigure } from '@/kit/prose/figure.ts';
import type { Charts, Values, Words } from '@/kit/prose/named.ts';
import { measured, published } from '@/kit/prose/values.ts';
import { claim } from '@/kit/record/queries.ts';
import type { Verdict } from '@/kit/record/types.ts';
import { largerBuffers } from './charts/larger-buffers.ts';
import { MODEL_SERIES, modelFigure } from './charts/model-chart.ts';
import { sizeMaps } from './charts/size-maps.ts';

const KIB = 1024;
const MIB = 1024 * KIB;

/** The machines that sentences name. Jones's have processors of the first one's generation. */
const ZEN_3 = 'amd-19-01-2-core-vm';
const EMERALD_RAPIDS = 'intel-06-cf-2-core-vm';

/** Of the law that was fitted to reads of a device: `linear` has two costs, `knee` a cache besides, and `measured` is no law. */
const fit = (source: 'zero' | 'urandom', law: 'linear' | 'knee' | 'measured', measure: string) => ({
  series: 'fits',
  at: { source, law },
  measure,
});

/** How much of a device's best throughput the largest buffer leaves. */
const leftWith16Mib = (device: string) =>
  measured({ claim: 'past-the-peak', figure: `share of the best throughput with 16 MiB, ${device}` });

/** Where the two ends of a connection run. */
type Place = 'one core' | 'near cores' | 'distant cores';

const reads32Kib = (connection: `${'unix' | 'tcp'}, ${Place}`) =>
  measured({
    claim: 'read-32-kib',
    figure: `share of the best throughput with reads of 32 KiB, ${connection}`,
  });

/** How many times as much large writes move, by the socket and the place: `tcp, one core`. */
const largeWrites = (connection: `${'unix' | 'tcp'}, ${Place}`) =>
  measured({
    claim: 'write-256-kib',
    figure: `writes of 256 KiB to 1 MiB over writes of 32 KiB, ${connection}`,
  });

const unixOverTcp = (place: Place, tcp = '') => ({
  claim: 'sockets-unix-over-tcp',
  figure: `Unix over TCP${tcp}, buffers of 64 KiB to 1 MiB, ${place}`,
});
const unixOverCubic = (place: Place) => measured(unixOverTcp(place, ' with cubic'));

/** How many times as much one core moves as two, of which each idles when it has nothing to do, or never. */
const oneCore = (transport: 'unix' | 'tcp', ends: '' | ' that never goes idle' = '') =>
  measured({
    claim: 'one-core',
    figure: `one core over a core for each end${ends}, buffers of 64 KiB to 1 MiB, ${transport}`,
  });

/** The share of reads of 16 KiB from a Unix socket that are short, by the size of writes. */
const shortAfter = (bytes: number) =>
  measured({
    series: 'sockets',
    at: { transport: 'unix', read_bytes: 16 * KIB, write_bytes: bytes },
    measure: 'short_read_share',
  });

const equal = (size: number) => ({ read_bytes: size, write_bytes: size });
const setting = (variant: string, transport: 'unix' | 'tcp', size: number) =>
  measured({ series: 'variants', at: { variant, transport, ...equal(size) }, measure: 'ratio_to_default' });

/** The block that cp and cat read since a year. */
const block = (year: number, bytes: number) =>
  published({
    cited: {
      what: `block of cp and cat, ${year}`,
      value: bytes,
      unit: 'bytes',
      source: {
        title: 'GNU coreutils, ioblksize.h',
        url: 'https://github.com/coreutils/coreutils/blob/master/src/ioblksize.h',
      },
    },
  });

export const values = {
  perCall: measured(fit('zero', 'linear', 'per_call_seconds')),
  perCallPublished: published(fit('zero', 'linear', 'per_call_seconds')),
  perCallWithKnee: measured(fit('zero', 'knee', 'per_call_seconds')),
  perByte: measured(fit('zero', 'linear', 'per_byte_seconds')),
  perBytePublished: published(fit('zero', 'linear', 'per_byte_seconds')),
  perByteOfUrandom: measured(fit('urandom', 'linear', 'per_byte_seconds')),
  deviationFromLine: measured({ claim: 'linear-model', figure: 'RMS deviation from the line' }),
  enoughForZero: measured(fit('zero', 'measured', 'smallest_buffer_bytes')),
  enoughForUrandom: measured(fit('urandom', 'measured', 'smallest_buffer_bytes')),
  zeroLeftWith16Mib: leftWith16Mib('/dev/zero'),
  urandomLeftWith16Mib: leftWith16Mib('/dev/urandom'),
  urandomLeftWith16MibOfZen3: { ...leftWith16Mib('/dev/urandom'), machine: ZEN_3 },
  unixReads32KibOnOneCore: reads32Kib('unix, one core'),
  tcpReads32KibOnOneCore: reads32Kib('tcp, one core'),
  tcpReads32KibOnOneCoreOfZen3: { ...reads32Kib('tcp, one core'), machine: ZEN_3 },
  unixLargeWritesOnOneCore: largeWrites('unix, one core'),
  tcpLargeWritesOnOneCore: largeWrites('tcp, one core'),
  tcpLargeWritesOnNearCores: largeWrites('tcp, near cores'),
  unixOverTcpPublished: published(unixOverTcp('one core')),
  unixOverTcpOnOneCore: measured(unixOverTcp('one core')),
  unixOverTcpOnOneCoreOfZen3: { ...measured(unixOverTcp('one core')), machine: ZEN_3 },
  unixOverTcpOnOneCoreOfEmeraldRapids: { ...measured(unixOverTcp('one core')), machine: EMERALD_RAPIDS },
  unixOverTcpOnNearCores: measured(unixOverTcp('near cores')),
  unixOverTcpOnNearCoresOfZen3: { ...measured(unixOverTcp('near cores')), machine: ZEN_3 },
  unixOverTcpOnNearCoresOfEmeraldRapids: { ...measured(unixOverTcp('near cores')), machine: EMERALD_RAPIDS },
  unixOverCubicOnOneCore: unixOverCubic('one core'),
  unixOverCubicOnNearCores: unixOverCubic('near cores'),
  unixOneCoreOverTwo: oneCore('unix'),
  unixOneCoreOverTwoNeverIdle: oneCore('unix', ' that never goes idle'),
  tcpOneCoreOverTwo: oneCore('tcp'),
  shortAfter1Kib: shortAfter(KIB),
  shortAfter256Kib: shortAfter(256 * KIB),
  shortWithLowWater: measured({
    claim: 'low-water-mark',
    figure: 'share of reads that are short with SO_RCVLOWAT',
  }),
  tcpLowWater256Kib: setting('low-water', 'tcp', 256 * KIB),
  stalledByLowWater: measured({ claim: 'low-water-stalls' }),
  unixLargeBuffers1Mib: setting('large-buffers', 'unix', MIB),
  tcpLargeBuffers1Mib: setting('large-buffers', 'tcp', MIB),
  tcpLargeBuffers1MibOfZen3: { ...setting('large-buffers', 'tcp', MIB), machine: ZEN_3 },
  tcpCubic256Kib: setting('cubic', 'tcp', 256 * KIB),
  tcpCubicOverBbr: measured({ claim: 'congestion-control' }),
  overIperf3: measured({ series: 'iperf3', at: { write_bytes: 128 * KIB }, measure: 'ratio' }),
  blockOf2009: block(2009, 32 * KIB),
  blockOf2014: block(2014, 128 * KIB),
  blockOf2024: block(2024, 256 * KIB),
} satisfies Values;

const variantRows = [
  { says: 'SO_RCVLOWAT', variant: 'low-water' },
  { says: 'SO_SNDBUF and SO_RCVBUF', variant: 'large-buffers' },
  { says: 'cubic', variant: 'cubic' },
  { says: 'bbr', variant: 'bbr' },
].flatMap(({ says, variant }) =>
  [64 * KIB, 256 * KIB, MIB].map((size) => ({
    name: `${says}, ${size < MIB ? `${size / KIB} KiB` : '1 MiB'}`,
    at: { variant, ...equal(size) },
  })),
);

export const charts = {
  zero: {
    series: MODEL_SERIES,
    draw: (records) =>
      modelFigure(records, {
        title: 'Reading /dev/zero: speed by the size of the buffer',
        description:
          'Dots with intervals rise in a straight line from a byte on, bend, are level over several sizes and fall behind them. A dashed line follows them up to the peak and then goes on level, a second one falls with them. The published model is a line of its own, and its best a diamond.',
        source: 'zero',
        laws: { linear: 'two costs', knee: 'and a cache' },
      }),
  },

  largerBuffers: { series: ['devices'], machines: [ZEN_3, EMERALD_RAPIDS], draw: largerBuffers },

  maps: { series: ['sockets'], draw: sizeMaps },

  variants: rowsOf({
    title: 'Other settings, over the system’s own',
    description:
      'One row for each setting and size, with a dot for Unix and a paler one for TCP and their intervals, around a line at one: to the right of it the setting is faster than the system’s own.',
    series: 'variants',
    measure: 'ratio_to_default',
    rows: variantRows,
    // Dark is Unix and pale is TCP, in every chart.
    lanes: [
      { name: 'Unix', at: { transport: 'unix' } },
      { name: 'TCP', at: { transport: 'tcp' }, quiet: true },
    ],
    scale: 'log',
    xTitle: 'Throughput ÷ throughput with the system’s settings',
    rowTitle: 'Setting, and size of reads and writes',
    references: [{ axis: 'x', value: 1 }],
  }),
} satisfies Charts;

export const words = {
  /** The machine whose figures stand in sentences. */
  firstMachine: { of: (record) => `the ${machineOf(record)}` },
  /** The system's own congestion control. */
  ownControl: { of: (record) => record.provenance.machine.congestion_control ?? '' },
} satisfies Words;

export const machines = [
  'perCallWithKnee',
  'enoughForZero',
  'zeroLeftWith16Mib',
  'unixOverCubicOnOneCore',
  'unixOverCubicOnNearCores',
  'unixOneCoreOverTwo',
  'tcpCubicOverBbr',
];

/** A claim's verdict on a machine that a sentence names. */
const verdictOn = (machine: string, id: string, wanted: Verdict): Expectation => ({
  what: `the claim ${id} ${wanted} on ${machine}`,
  check({ recordsOf }) {
    const record = recordsOf().find(({ provenance }) => provenance.machine.id === machine);
    if (!record) return 'there is no such record';
    const found = claim(record, id).verdict;
    return found === wanted || `its verdict is “${found}”`;
  },
});

/** The largest size that the lead names. */
const LARGE = 16 * MIB;
const largeOver256Kib = { claim: 'past-the-peak', figure: 'throughput with 16 MiB over that with 256 KiB, /dev/zero' };

export const expects: readonly Expectation[] = [
  above('enoughForZero', 'enoughForUrandom'),
  below('zeroLeftWith16Mib', 0.9),
  below('urandomLeftWith16MibOfZen3', 0.9),
  {
    what: 'on every machine 16 MiB are slower than 256 KiB, and fit into the L3 cache',
    check: ({ recordsOf }) =>
      recordsOf().every((record) => {
        const { caches = [] } = record.provenance.machine;
        const fits = caches.some(({ level, size_bytes }) => level === 3 && size_bytes > LARGE);
        return fits && findFigure(record, largeOver256Kib).measured!.high < 1;
      }) || 'not so',
  },
  verdict('read-32-kib', 'depends'),
  verdictOn(ZEN_3, 'read-32-kib', 'depends'),
  verdictOn(EMERALD_RAPIDS, 'read-32-kib', 'reproduced'),
  below('tcpReads32KibOnOneCore', 0.9),
  below('tcpReads32KibOnOneCoreOfZen3', 0.9),
  below('tcpLargeWritesOnNearCores', 1),
  above('unixOverTcpOnNearCores', 1),
  below('unixOverTcpOnNearCoresOfEmeraldRapids', 1),
  meets('unixOverCubicOnOneCore', 1),
  verdict('one-core', 'holds'),
  meets('tcpOneCoreOverTwo', 1),
  verdict('short-reads', 'depends'),
  below('shortAfter256Kib', 'shortAfter1Kib'),
  verdict('low-water-stalls', 'holds'),
  above('tcpLowWater256Kib', 1),
  meets('tcpLargeBuffers1Mib', 1),
  below('tcpLargeBuffers1MibOfZen3', 1),
  verdict('congestion-control', 'holds'),
  above('tcpCubic256Kib', 1),
];
