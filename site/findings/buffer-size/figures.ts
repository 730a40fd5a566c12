/** What the article on sizes of buffers shows, by name. */
import { machineOf } from '@/kit/chart/machines.ts';
import { rowsOf } from '@/kit/prose/charts.ts';
import type { Charts, Values, Words } from '@/kit/prose/named.ts';
import { measured, published } from '@/kit/prose/values.ts';

const KIB = 1024;
const MIB = 1024 * KIB;

/** Of the law that was fitted to reads of a device: `linear` has two costs, `knee` a cache besides, and `measured` is no law. */
const fit = (source: 'zero' | 'urandom', law: 'linear' | 'knee' | 'measured', measure: string) => ({
  series: 'fits',
  at: { source, law },
  measure,
});

const zeroWith = (bytes: number) =>
  measured({
    series: 'devices',
    at: { source: 'zero', buffer_bytes: bytes },
    measure: 'throughput_bytes_per_second',
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
export const largeWrites = (connection: `${'unix' | 'tcp'}, ${Place}`) =>
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
  zeroWith16MibOver256Kib: measured({
    claim: 'past-the-peak',
    figure: 'throughput with 16 MiB over that with 256 KiB, /dev/zero',
  }),
  zeroWith32Kib: zeroWith(32 * KIB),
  zeroWith512Kib: zeroWith(512 * KIB),
  zeroWith2Mib: zeroWith(2 * MIB),
  zeroWith16Mib: zeroWith(16 * MIB),
  zeroWith64Mib: zeroWith(64 * MIB),
  unixReads32KibOnOneCore: reads32Kib('unix, one core'),
  tcpReads32KibOnOneCore: reads32Kib('tcp, one core'),
  unixLargeWritesOnOneCore: largeWrites('unix, one core'),
  tcpLargeWritesOnOneCore: largeWrites('tcp, one core'),
  unixOverTcpPublished: published(unixOverTcp('one core')),
  unixOverTcpOnOneCore: measured(unixOverTcp('one core')),
  unixOverTcpOnNearCores: measured(unixOverTcp('near cores')),
  unixOverTcpOnDistantCores: measured(unixOverTcp('distant cores')),
  unixOverCubicOnOneCore: unixOverCubic('one core'),
  unixOverCubicOnNearCores: unixOverCubic('near cores'),
  unixOneCoreOverTwo: oneCore('unix'),
  unixOneCoreOverTwoNeverIdle: oneCore('unix', ' that never goes idle'),
  tcpOneCoreOverTwo: oneCore('tcp'),
  tcpOneCoreOverTwoNeverIdle: oneCore('tcp', ' that never goes idle'),
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
  tcpCubic256Kib: setting('cubic', 'tcp', 256 * KIB),
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
  /** The machine whose figures stand in sentences and whose curves are drawn. */
  firstMachine: { of: (record) => `the ${machineOf(record)}` },
  /** The system's own congestion control. */
  ownControl: { of: (record) => record.provenance.machine.congestion_control ?? '' },
} satisfies Words;
