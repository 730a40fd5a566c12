/** What the article on Unix sockets shows by name. */
import { machineOf } from '@/kit/chart/machines.ts';
import type { NamedRow } from '@/kit/chart/rows-of.ts';
import { rowsOf, stripChart } from '@/kit/prose/charts.ts';
import { above, below, meets, verdict, type Expectation } from '@/kit/prose/expects.ts';
import { findFigure } from '@/kit/prose/figure.ts';
import type { Charts, Value, Values, Words } from '@/kit/prose/named.ts';
import { points, series, type Settings } from '@/kit/record/queries.ts';
import type { MeasurementRecord } from '@/kit/record/types.ts';

/** The machines that the article contrasts with the page's own. */
const ZEN_3 = 'amd-19-01-2-core-vm';
const EMERALD_RAPIDS = 'intel-06-cf-2-core-vm';

/** Exchanges, as series of ratios have them. */
const each = { pattern: 'per-message', bytes: 12 };
const turns = { pattern: 'ping-pong', bytes: 64 };
const tiny = { pattern: 'bulk', bytes: 256 };
const small = { pattern: 'bulk', bytes: 1024 };
const large = { pattern: 'bulk', bytes: 65536 };
/** TCP that sends small writes at once, against TCP as it is. */
const withoutGathering = { transport: 'tcp-nodelay', over: 'tcp', cores: 'one' };
/** Round trips over a Unix socket, with a core for each end. */
const apart = { pattern: 'ping-pong', transport: 'unix', cores: 'apart' };
/** The part of a request that wakes the other end of a Unix socket. */
const wake = (cores: string) => ({ transport: 'unix', cores, part: 'wake' });
/** Gunicorn in a container, with connections kept. */
const keptGunicorn = (path: string) => ({ server: 'gunicorn', path, connection: 'kept' });

/** Where both ends are; figures of two cores are of a core for each end. */
const PLACES: Readonly<Record<string, string>> = {
  one: 'one core',
  apart: 'a core for each end',
  all: 'wherever the scheduler puts them',
};
const EXCHANGES: Readonly<Record<string, string>> = { 'per-message': 'A connection each', 'ping-pong': 'Round trips' };

const measured = (series: string, measure: string, at: Settings): Value => ({ kind: 'measured', series, at, measure });
/** How many times as fast as TCP, … */
const ratio = (exchange: Settings, cores: string) => measured('ratios', 'ratio', { ...exchange, cores });
/** … with another congestion control than the machine's own, … */
const ratioOverCubic = (exchange: Settings, cores: string) =>
  measured('other-ratios', 'ratio', { ...exchange, transport: 'unix', over: 'tcp-cubic', cores });
/** … behind nginx, and into a container against its published port. */
const behind = (server: string, keepalive: string) => measured('proxy-ratios', 'ratio', { server, keepalive });
const container = (at: Settings) => measured('docker-ratios', 'ratio', at);
const messages = (transport: string, cores: string) =>
  measured('per-message', 'messages_per_second', { transport, cores });
const requests = (server: string, socket: string, keepalive: string) =>
  measured('proxy', 'requests_per_second', { server, socket, keepalive });
const publishedMessages = (transport: string): Value => ({ ...messages(transport, 'all'), kind: 'published' });
const waking = (cores: string) => measured('parts', 'seconds', wake(cores));
/** The time of a request in two small writes, until its answer has come. */
const twoWrites = (transport: string) => measured('two-writes', 'round_trip_s', { transport, cores: 'one' });
/** The median time of a round trip of 64 B. */
const trip = (transport: string, cores: string) =>
  measured('ping-pong', 'p50_seconds', { transport, cores, message_bytes: 64 });
/** How many times as fast as with ends that sleep on one core. */
const waited = (waiting: string) => measured('waiting', 'ratio_to_sleeping_on_one_core', { ...apart, waiting });
/** How many times as fast as with cores that may go idle. */
const awake = measured('waiting', 'ratio_to_sleeping', { ...apart, waiting: 'block-awake' });

export const values = {
  messagesByTcpOnOneCore: messages('tcp', 'one'),
  messagesByUnixOnOneCore: messages('unix', 'one'),
  messagesByTcpOnTwoCores: messages('tcp', 'apart'),
  messagesByUnixOnTwoCores: messages('unix', 'apart'),
  publishedMessagesByTcp: publishedMessages('tcp'),
  publishedMessagesByUnix: publishedMessages('unix'),
  ratioOfMessagesOnOneCore: ratio(each, 'one'),
  ratioOfMessagesOnTwoCores: ratio(each, 'apart'),
  ratioOfLargeTripsOnTwoCores: ratio({ ...turns, bytes: 65536 }, 'apart'),
  wakingOnOneCore: waking('one'),
  wakingOnTwoCores: waking('apart'),

  roundTripsAsleep: waited('block'),
  roundTripsAsleepOnAwakeCores: waited('block-awake'),
  roundTripsSpinning: waited('spin'),
  roundTripsSpinningOnEmeraldRapids: { ...waited('spin'), machine: EMERALD_RAPIDS },
  gainOfAwakeCores: awake,
  gainOfAwakeCoresOnZen3: { ...awake, machine: ZEN_3 },
  roundTripByUnixOnOneCore: trip('unix', 'one'),
  roundTripByUnixOnTwoCores: trip('unix', 'apart'),
  roundTripByTcpOnOneCore: trip('tcp', 'one'),
  roundTripByTcpOnTwoCores: trip('tcp', 'apart'),

  twoWritesByTcp: twoWrites('tcp'),
  twoWritesByUnix: twoWrites('unix'),
  twoWritesWithoutDelay: twoWrites('tcp-nodelay'),

  ratioOfLargeWritesOnOneCore: ratio(large, 'one'),
  ratioOfLargeWritesOnTwoCores: ratio(large, 'apart'),
  ratioOfLargeWritesOverCubicOnOneCore: ratioOverCubic(large, 'one'),
  ratioOfLargeWritesOverCubicOnTwoCores: ratioOverCubic(large, 'apart'),
  ratioOfSmallWritesOnOneCore: ratioOverCubic(small, 'one'),
  ratioOfTinyWritesOnOneCore: ratioOverCubic(tiny, 'one'),
  ratioOfSmallWritesOnTwoCores: ratioOverCubic(small, 'apart'),
  gainOfNotGathering: measured('other-ratios', 'ratio', { ...withoutGathering, ...small }),
  gainOfNotGatheringTinyWrites: measured('other-ratios', 'ratio', { ...withoutGathering, ...tiny }),

  ratioOfRustNew: behind('rust', 'without'),
  ratioOfRustKept: behind('rust', 'with'),
  ratioOfGunicornNew: behind('gunicorn', 'without'),
  ratioOfGunicornKept: behind('gunicorn', 'with'),
  publishedRatioBehindNginx: { kind: 'published', claim: 'proxy-five-to-ten-percent' },
  requestsOfNginxAlone: requests('nginx-static', 'none', 'none'),
  requestsOfRustByTcpNew: requests('rust', 'tcp', 'without'),
  requestsOfRustByTcpKept: requests('rust', 'tcp', 'with'),
  requestsOfRustByUnixNew: requests('rust', 'unix', 'without'),
  requestsOfGunicornByTcpNew: requests('gunicorn', 'tcp', 'without'),
  requestsOfGunicornByTcpKept: requests('gunicorn', 'tcp', 'with'),
  requestsOfThreadedGunicornByTcpNew: requests('gunicorn-threads', 'tcp', 'without'),
  requestsOfThreadedGunicornOnOneCore: requests('gunicorn-threads-one-core', 'tcp', 'with'),

  publishedRatioIntoContainer: { kind: 'published', claim: 'docker-forty-percent' },
  gunicornByUnixIntoContainerNew: container({ server: 'gunicorn', path: 'bind-mounted', connection: 'new' }),
  gunicornByUnixIntoContainerKept: container(keptGunicorn('bind-mounted')),
  gunicornByContainersAddressNew: container({ server: 'gunicorn', path: 'container-address', connection: 'new' }),
  gunicornByContainersAddressKept: container(keptGunicorn('container-address')),
  gunicornByHostNetworkKept: container(keptGunicorn('host-network')),
  rustByUnixIntoContainerNew: container({ server: 'rust', path: 'bind-mounted', connection: 'new' }),
  rustByUnixIntoContainerKept: container({ server: 'rust', path: 'bind-mounted', connection: 'kept' }),
  rustByContainersAddressNew: container({ server: 'rust', path: 'container-address', connection: 'new' }),
  rustByContainersAddressKept: container({ server: 'rust', path: 'container-address', connection: 'kept' }),
  rustByHostNetworkNew: container({ server: 'rust', path: 'host-network', connection: 'new' }),
  rustByHostNetworkKept: container({ server: 'rust', path: 'host-network', connection: 'kept' }),

  ownClientAgainstWrk: measured('cross-check', 'ratio', { server: 'nginx-static' }),
} satisfies Values;

const SERVERS: readonly NamedRow[] = [
  { name: 'Gunicorn, a new connection each', at: { server: 'gunicorn', keepalive: 'without' } },
  { name: 'Gunicorn, connections kept', at: { server: 'gunicorn', keepalive: 'with' } },
  { name: 'Rust, a new connection each', at: { server: 'rust', keepalive: 'without' } },
  { name: 'Rust, connections kept', at: { server: 'rust', keepalive: 'with' } },
];

const onEither = (name: string, at: Settings): NamedRow[] =>
  ['one', 'apart'].map((cores) => ({ name: `${name}, ${PLACES[cores]}`, at: { ...at, cores } }));

/** Every way into a container. */
const waysTo = (name: string, at: Settings): NamedRow[] =>
  [
    { way: 'Unix socket', path: 'bind-mounted' },
    { way: 'TCP, container’s address', path: 'container-address' },
    { way: 'TCP, host network', path: 'host-network' },
    { way: 'TCP, published port', path: 'published-port' },
  ].map(({ way, path }) => ({ name: `${name}: ${way}`, at: { ...at, path } }));

const WAITS = [
  { name: 'asleep', waiting: 'block' },
  { name: 'asleep, cores awake', waiting: 'block-awake' },
  { name: 'spinning', waiting: 'spin' },
];

export const charts = {
  ratios: rowsOf({
    title: 'How many times as fast as TCP a Unix socket is',
    description:
      'A row for each way to use a socket, with a dot on a logarithmic axis, and a line at one where both are equal.',
    series: 'ratios',
    measure: 'ratio',
    scale: 'log',
    ticks: [0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 6],
    xTitle: 'Unix ÷ TCP (logarithmic)',
    rowTitle: 'Pattern',
    references: [{ axis: 'x', value: 1, label: 'equal' }],
    rows: [
      ...onEither('A connection for each message', each),
      ...onEither('Round trips of 64 B', turns),
      ...onEither('Round trips of 64 KiB', { ...turns, bytes: 65536 }),
      ...onEither('One way, writes of 1 KiB', small),
      ...onEither('One way, writes of 64 KiB', large),
      ...SERVERS.map(({ name, at }) => ({ name: `nginx to ${name}`, series: 'proxy-ratios', at })),
      {
        name: 'nginx into a container, over its published port',
        series: 'docker-ratios',
        at: { server: 'gunicorn', path: 'bind-mounted', connection: 'new' },
      },
    ],
  }),

  rounds: stripChart('ratios', 'rounds', {
    title: 'How many times as fast as TCP, round by round',
    description:
      'A strip for each exchange and each choice of cores, with a pale dot for every round. Where the ends are pinned, to one core or to one each, the median with its interval is below, and a dash for what the parts add up to. Where the scheduler puts them there are the rounds alone, and a diamond for the published ratio.',
    rows: ['pattern', 'bytes', 'cores'],
    modes: { cores: 'all' },
    measure: 'ratio',
    xTitle: 'Unix ÷ TCP',
    rowTitle: 'Exchange, and where its ends are',
    references: [{ axis: 'x', value: 1, label: 'equal' }],
    nameOf: ({ pattern, cores }) => `${EXCHANGES[String(pattern)]}, ${PLACES[String(cores)]}`,
  }),

  waiting: rowsOf(
    {
      title: 'How many times as fast as on one core, with a core for each end',
      description:
        'Six rows on a logarithmic axis, three for a connection for each message and three for round trips: with ends that sleep, with ends that sleep on cores kept awake, and with ends that spin. Each has a dot for the Unix socket and one for TCP, and a line at one stands for both ends asleep on one core.',
      series: 'waiting',
      measure: 'ratio_to_sleeping_on_one_core',
      scale: 'log',
      ticks: [0.2, 0.3, 0.5, 1, 2, 3, 5],
      xTitle: 'Times as fast as asleep on one core (logarithmic)',
      rowTitle: 'Exchange, and what its ends do until the other is done',
      references: [{ axis: 'x', value: 1, label: 'one core' }],
      lanes: [
        { name: 'Unix', at: { transport: 'unix' } },
        { name: 'TCP', at: { transport: 'tcp' }, quiet: true },
      ],
      rows: Object.entries(EXCHANGES).flatMap(([pattern, exchange]) =>
        WAITS.map(({ name, waiting }) => ({ name: `${exchange}, ${name}`, at: { pattern, waiting, cores: 'apart' } })),
      ),
    },
    { machines: [ZEN_3, EMERALD_RAPIDS] },
  ),

  proxy: rowsOf({
    title: 'Requests a second through nginx',
    description: 'A row for each application behind nginx, with a dot by Unix socket and one by TCP.',
    series: 'proxy',
    measure: 'requests_per_second',
    scale: 'log',
    xTitle: 'Requests per second (logarithmic)',
    rowTitle: 'Behind nginx',
    lanes: [
      { name: 'by Unix socket', at: { socket: 'unix' } },
      { name: 'by TCP', at: { socket: 'tcp' }, quiet: true },
    ],
    rows: SERVERS,
  }),

  containers: rowsOf({
    title: 'Requests a second through nginx into a container, by the way in',
    description:
      'Rows for each way into a container, for a server in Rust and for Gunicorn, with new and with kept connections.',
    series: 'docker',
    measure: 'requests_per_second',
    scale: 'log',
    xTitle: 'Requests per second (logarithmic)',
    rowTitle: 'Way in',
    rows: [
      ...waysTo('Rust, new', { server: 'rust', connection: 'new' }),
      ...waysTo('Rust, kept', { server: 'rust', connection: 'kept' }),
      ...waysTo('Gunicorn, new', { server: 'gunicorn', connection: 'new' }),
      ...waysTo('Gunicorn, kept', { server: 'gunicorn', connection: 'kept' }),
    ],
  }),
} satisfies Charts;

export const words = {
  /** The machine whose figures stand in sentences. */
  machine: { of: (record) => `the ${machineOf(record)}` },
  congestionControl: {
    of: (record) => record.provenance.machine.congestion_control ?? '',
  },
} satisfies Words;

export const machines = [
  'ratioOfMessagesOnTwoCores',
  'ratioOfGunicornNew',
  'ratioOfLargeWritesOnTwoCores',
  'ratioOfSmallWritesOnTwoCores',
  'roundTripsAsleep',
  'gainOfAwakeCores',
  'roundTripsSpinning',
];

/** What a machine's parts predict of a value. */
const predictedOf = (record: MeasurementRecord, value: Value): number => findFigure(record, value).predicted!;

export const expects: readonly Expectation[] = [
  verdict('two-cores-are-slower', 'holds'),
  verdict('waking-is-the-price', 'holds'),
  verdict('idle-cores-cost', 'holds'),
  below('ratioOfMessagesOnTwoCores', 'ratioOfMessagesOnOneCore'),
  above('wakingOnTwoCores', 'wakingOnOneCore'),
  {
    what: 'by the parts the ratio of messages is smaller on two cores',
    check({ recordsOf }) {
      const [one, two] = [values.ratioOfMessagesOnOneCore, values.ratioOfMessagesOnTwoCores].map((value) =>
        predictedOf(recordsOf()[0]!, value),
      );
      return two! < one! || `it is ${two} there, and ${one} on one core`;
    },
  },
  below('gainOfAwakeCoresOnZen3', 1),
  meets('roundTripsSpinningOnEmeraldRapids', 1),
  {
    what: 'on the Emerald Rapids VM all but round trips over a Unix socket are slower on two cores even if ends spin',
    check({ recordsOf }) {
      const record = recordsOf().find(({ provenance }) => provenance.machine.id === EMERALD_RAPIDS)!;
      const spinning = points(series(record, 'waiting'), { cores: 'apart', waiting: 'spin' });
      const others = spinning.filter(
        ({ at }) => at['pattern'] !== apart.pattern || at['transport'] !== apart.transport,
      );
      return others.every(({ values }) => values['ratio_to_sleeping_on_one_core']!.high < 1) || 'not so';
    },
  },
  verdict('two-small-writes', 'holds'),
  above('twoWritesByTcp', 0.04),
  below('twoWritesWithoutDelay', 0.001),
  meets('ratioOfLargeWritesOverCubicOnOneCore', 1),
  above('ratioOfLargeWritesOverCubicOnTwoCores', 1),
  above('ratioOfLargeWritesOnOneCore', 1),
  above('ratioOfLargeWritesOnTwoCores', 1),
  below('ratioOfSmallWritesOnOneCore', 1),
  below('ratioOfTinyWritesOnOneCore', 1),
  below('gainOfNotGathering', 1),
  meets('gainOfNotGatheringTinyWrites', 1),
  {
    what: 'TCP’s congestion control is bbr',
    check({ recordsOf }) {
      const name = words.congestionControl.of(recordsOf()[0]!);
      return name === 'bbr' || `it is ${name}`;
    },
  },
  above('ratioOfRustNew', 'ratioOfGunicornNew'),
  above('ratioOfRustKept', 1),
  meets('ratioOfGunicornNew', 1),
  meets('ratioOfGunicornKept', 1),
  below('requestsOfGunicornByTcpKept', 'requestsOfGunicornByTcpNew'),
  below('requestsOfThreadedGunicornByTcpNew', 'requestsOfGunicornByTcpNew'),
  above('requestsOfThreadedGunicornOnOneCore', 'requestsOfGunicornByTcpKept'),
  {
    what: 'the parts predict less than was measured of the fast server with new connections',
    check({ recordsOf, rangeOf }) {
      const predicted = predictedOf(recordsOf()[0]!, values.ratioOfRustNew);
      return predicted < rangeOf('ratioOfRustNew').low || `they predict ${predicted}`;
    },
  },
  {
    what: 'the parts predict less than was measured of round trips of 64 KiB with a core for each end',
    check({ recordsOf, rangeOf }) {
      const predicted = predictedOf(recordsOf()[0]!, values.ratioOfLargeTripsOnTwoCores);
      return predicted < rangeOf('ratioOfLargeTripsOnTwoCores').low || `they predict ${predicted}`;
    },
  },
  {
    what: 'the parts predict a larger ratio than was measured of messages with a core for each end',
    check({ recordsOf, rangeOf }) {
      const predicted = predictedOf(recordsOf()[0]!, values.ratioOfMessagesOnTwoCores);
      return predicted > rangeOf('ratioOfMessagesOnTwoCores').high || `they predict ${predicted}`;
    },
  },
  // The published port is slower than either, …
  above('rustByUnixIntoContainerNew', 1),
  above('rustByContainersAddressNew', 1),
  above('rustByUnixIntoContainerKept', 1),
  above('rustByContainersAddressKept', 1),
  above('gunicornByUnixIntoContainerNew', 1),
  above('gunicornByContainersAddressNew', 1),
  // … but for Gunicorn with connections kept.
  meets('gunicornByUnixIntoContainerKept', 1),
  meets('gunicornByContainersAddressKept', 1),
  meets('gunicornByHostNetworkKept', 1),
  meets('ownClientAgainstWrk', 1),
];
