/** What the record says of just the settings of a state. Read from the record when the site is built. */
import { formatSeconds, intervalInWords } from '@/kit/chart/format';
import { machineOf } from '@/kit/chart/machines';
import { outcomeWords } from '@/kit/chart/settings';
import type { Beside } from '@/kit/lab/beside';
import type { Settings } from '@/kit/record/queries';
import type { MeasurementRecord, Point, Series } from '@/kit/record/types';
import type { CallName } from '@/wasm-pkg/dead-connections/models.js';
import { set } from '../settings';
import { schema, type LabState } from './state';
import type { TimeLine } from './tasks';
import { PATTERNS, callWords } from './words';

/** One measured row; times in seconds. Short names, because all of them stand in the page. */
export interface MeasuredRow {
  /** What identifies it: {@link rowKey}. */
  key: string;
  /** Trials, and how many of them noticed it. */
  n: number;
  noticed: number;
  /** From the fault on: median and interval (of how many percent, where not 95), if any trial noticed it. */
  after?: [median: number, low: number, high: number, confidence?: number];
  call: CallName;
  errno: string;
  /** How long it was watched, if nobody noticed. */
  watched?: number;
  /** Packets that were captured, since the last contact: ours, and the peer's. */
  sent?: number[];
  heard?: number[];
}

export interface Measured {
  machine: string;
  rows: MeasuredRow[];
}

/** Series whose points are rows: what a run waited minutes for, with a path through the kernel only, and through a relay that delays. */
const ROWS = ['predicted-only', 'fates', 'round-trips'];

export function measuredFrom(record: MeasurementRecord): Measured {
  const seriesOf = (id: string) => record.series.filter((series) => series.id === id);
  const found = ROWS.flatMap(seriesOf).flatMap((source) =>
    source.points.flatMap((point) => rowOf(source, point).map((row) => ({ identity: keyOf(point.at), row }))),
  );
  const captured = Map.groupBy(found, ({ identity }) => identity);
  for (const point of seriesOf('wire').flatMap(({ points }) => points)) {
    // Captures don't say how long the peer took to be back: there is one of each such row.
    const row = captured.get(keyOf(point.at))?.[0]?.row;
    const at = point.values['at_seconds']?.value;
    if (row && at !== undefined) (row[point.at['direction'] === 'in' ? 'heard' : 'sent'] ??= []).push(round(at));
  }
  return {
    machine: machineOf(record),
    rows: found.map(({ row }) => row),
  };
}

const round = (seconds: number) => Number(seconds.toPrecision(5));

/** The settings that tell rows apart, but for how long the peer takes to be back, which captures don't say. */
const IDENTITY = [
  'program',
  'scenario',
  'pattern',
  'write_interval_seconds',
  'round_trip_seconds',
  ...Object.keys(set()),
];

/** What tells rows apart; a setting that a row does not have is left empty. Where nothing else could run, no program is named. */
const keyOf = (at: Settings): string => IDENTITY.map((name) => at[name] ?? (name === 'program' ? 'tcp' : '')).join(';');

const rowKey = (at: Settings): string => `${keyOf(at)};${at['delay_seconds'] ?? ''}`;

const CALLS: readonly CallName[] = ['read', 'write', 'connect', 'rpc'];
const callOf = ({ outcomes }: Point): CallName => CALLS.find((call) => outcomes?.['call']?.[call]) ?? '';

function rowOf(source: Series, point: Point): MeasuredRow[] {
  const share = point.values['noticed_share'];
  if (!share) return [];
  const after = point.values['noticed_after_seconds'];
  const watched = point.values['watched_seconds']?.value;
  return [
    {
      key: rowKey(point.at),
      n: share.n,
      noticed: Math.round(share.value * share.n),
      ...(after && { after: rowTimes(after) }),
      call: callOf(point),
      errno: outcomeWords(source, point, 'errno') ?? '',
      ...(watched !== undefined && { watched: round(watched) }),
    },
  ];
}

function rowTimes({
  value,
  low,
  high,
  confidence,
}: NonNullable<Point['values'][string]>): NonNullable<MeasuredRow['after']> {
  const times = [round(value), round(low ?? value), round(high ?? value)] as const;
  return typeof confidence === 'number' ? [...times, confidence] : [...times];
}

/** The round trip time of a path through the kernel only is below this, in milliseconds. */
const SHORT_MS = 1;
/** What the experiment leaves as Linux has it. */
const UNTOUCHED = ['buffer', 'rtomin', 'rtomax', 'allowed'] as const;

/** The record's settings for what a state asks. */
function settingsOf(state: Readonly<LabState>): Settings {
  const { scenario, pattern, every, rtt, back, forget, keepalive, idle, interval, probes, timeout } = state;
  const { retries, synretries, synlinear, grpc, ping, pong, calls } = state;
  const { initial } = schema;
  const forgets = scenario === 'firewall-forgets' || scenario === 'firewall-resets';
  return {
    program: grpc === 'on' ? 'tonic' : 'tcp',
    scenario,
    pattern,
    write_interval_seconds: pattern === 'writes' ? every / 1000 : null,
    round_trip_seconds: rtt < SHORT_MS ? null : rtt / 1000,
    delay_seconds: scenario === 'peer-reboots' ? back : forgets ? forget : null,
    ...set({
      ...(keepalive === 'on' && { keepalive: { idle, interval, probes } }),
      ...(timeout > 0 && { userTimeout: timeout / 1000 }),
      ...(retries !== initial.retries && { retries2: retries }),
      ...(synretries !== initial.synretries && { synRetries: synretries }),
      ...(synlinear !== initial.synlinear && { synLinearTimeouts: synlinear }),
      ...(grpc === 'on' && { grpc: { pingAfter: ping, timeout: pong, withoutCalls: calls === 'on' } }),
    }),
  };
}

/** What is known of a state, in microseconds. */
export interface MeasuredOutcome {
  machine: string;
  row: MeasuredRow;
  /** On the time line, so from the last contact on. */
  noticed: { us: number; lowUs: number; highUs: number } | null;
  /** Packets that were captured: ours, and the peer's. */
  sentUs: number[];
  heardUs: number[];
}

/** What was measured, in a sentence; of several time lines each has its title. */
export function knownSentence({ machine, row }: MeasuredOutcome, title?: string): string {
  const where = `${title === undefined ? 'Measured' : `${title}, measured`} with these settings on ${machine}`;
  return `${where}: ${rowWords(row)}.`;
}

function rowWords({ n, noticed, after, call, errno, watched }: MeasuredRow): string {
  if (!after) {
    const long = watched === undefined ? '' : ` within ${formatSeconds(watched)}`;
    return `noticed in ${noticed} of ${n} trials${long}`;
  }
  const [median, low, high, confidence] = after;
  const interval = low === high ? '' : `${intervalInWords({ low, high, confidence }, 's')}; `;
  return `${formatSeconds(median)} (${interval}${noticed} of ${n} trials), from ${callWords(call)}: ${errno}`;
}

/** The row that was measured with just these settings, where there is one. */
export function knownOf(state: Readonly<LabState>, measured: Measured | null, faultUs: number): MeasuredOutcome | null {
  if (!measured || UNTOUCHED.some((name) => state[name] !== schema.initial[name])) return null;
  // The experiment's peer that vanishes is on the same link.
  if (state.scenario === 'host-vanishes' && state.link === 'off') return null;
  const key = rowKey(settingsOf(state));
  const row = measured.rows.find((each) => each.key === key);
  if (!row) return null;
  const onLine = (seconds: number) => faultUs + seconds * 1e6;
  const [median, low, high] = row.after ?? [];
  return {
    machine: measured.machine,
    row,
    noticed:
      median === undefined || low === undefined || high === undefined
        ? null
        : { us: onLine(median), lowUs: onLine(low), highUs: onLine(high) },
    sentUs: (row.sent ?? []).map((seconds) => seconds * 1e6),
    heardUs: (row.heard ?? []).map((seconds) => seconds * 1e6),
  };
}

/** What is known of each time line. */
export const knownLines = (
  state: Readonly<LabState>,
  measured: Measured | null,
  lines: readonly TimeLine[],
): (MeasuredOutcome | null)[] => lines.map(({ pattern, faultUs }) => knownOf({ ...state, pattern }, measured, faultUs));

/** What was measured of them, a sentence each. */
export const knownSentences = (lines: readonly TimeLine[], known: readonly (MeasuredOutcome | null)[]): string =>
  lines
    .flatMap(({ pattern }, index) => {
      const one = known[index];
      return one ? [knownSentence(one, lines.length > 1 ? PATTERNS[pattern].title : undefined)] : [];
    })
    .join(' ');

/** What a machine that is laid beside came to, of each time line. */
export interface BesideLines {
  machine: string;
  known: readonly (MeasuredOutcome | null)[];
}

/** What is known of machines that are laid beside. */
export const besideLines = (
  state: Readonly<LabState>,
  beside: readonly Beside<Measured>[],
  lines: readonly TimeLine[],
): BesideLines[] =>
  beside.map(({ name: machine, measured }) => ({ machine, known: knownLines(state, measured, lines) }));

/** What these came to, a sentence each. */
export const besideWords = (lines: readonly TimeLine[], beside: readonly BesideLines[]): string[] =>
  beside.map(({ machine, known }) => {
    const said = lines.flatMap(({ pattern }, index) => {
      const one = known[index];
      return one ? [`${lines.length > 1 ? `${PATTERNS[pattern].title}: ` : ''}${rowWords(one.row)}.`] : [];
    });
    return `${machine}: ${said.length === 0 ? 'not measured with these settings.' : said.join(' ')}`;
  });
