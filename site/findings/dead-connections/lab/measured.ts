/** What the record says of just the settings of a state. Read from the record when the site is built. */
import { formatSeconds, intervalInWords } from '@/kit/chart/format';
import { machineOf } from '@/kit/chart/machines';
import { outcomeWords } from '@/kit/chart/settings';
import type { LabOverlay } from '@/kit/lab/overlay';
import type { Settings } from '@/kit/record/queries';
import type { MeasurementRecord, Point, Series } from '@/kit/record/types';
import type { CallName } from '@/wasm-pkg/dead-connections/models.js';
import { set } from '../settings';
import { schema, type LabState } from './state';
import type { TimeLine } from './tasks';
import { CALLS, PATTERNS, callWords } from './words';

/** One measured row; times in seconds. Short names, because all of them stand in the page. */
export interface MeasuredRow {
  /** What identifies it: {@link rowKey}. */
  key: string;
  /** Trials, and how many of them noticed it. */
  n: number;
  noticed: number;
  /** From the fault on: median and interval (of how many percent, where not 95), if any trial noticed it. */
  after?: [median: number, low: number, high: number, confidence?: number];
  call: CallName | '';
  errno: string;
  /** How long it was watched, if nobody noticed. */
  watched?: number;
}

export interface Measured {
  machine: string;
  rows: MeasuredRow[];
}

/** Series whose points are rows: what a run waited minutes for, with a path through the kernel only, and through a relay that delays. */
const ROWS = ['predicted-only', 'fates', 'round-trips'];

export function measuredFrom(record: MeasurementRecord): Measured {
  const seriesOf = (id: string) => record.series.filter((series) => series.id === id);
  return {
    machine: machineOf(record),
    rows: ROWS.flatMap(seriesOf).flatMap((source) => source.points.flatMap((point) => rowOf(source, point))),
  };
}

const round = (seconds: number) => Number(seconds.toPrecision(5));

/** The settings that tell rows apart. */
const IDENTITY = [
  'program',
  'scenario',
  'pattern',
  'write_interval_seconds',
  'round_trip_seconds',
  ...Object.keys(set()),
  'delay_seconds',
];

/** What tells rows apart; a setting that a row does not have is left empty. Where nothing else could run, no program is named. */
const rowKey = (at: Settings): string =>
  IDENTITY.map((name) => at[name] ?? (name === 'program' ? 'tcp' : '')).join(';');

const callOf = ({ outcomes }: Point): CallName | '' =>
  (Object.keys(CALLS) as CallName[]).find((call) => outcomes?.['call']?.[call]) ?? '';

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
const UNTOUCHED = ['buffer', 'rtomin', 'rtomax'] as const;

/** Tells if the experiment's peer or path differs from the state's in what decides, with whatever is set. */
function isElsewhere({ scenario, pattern, link, rtt, grpc, allowed, permits }: Readonly<LabState>): boolean {
  // Its peer that vanishes is on the same link, and its short path within one machine, where a refusal comes back during the call.
  if (scenario === 'host-vanishes' && link === 'off') return true;
  if (scenario === 'firewall-rejects' && pattern === 'connecting' && rtt < SHORT_MS) return true;
  // tonic's server permits all pings, and grpcio's rows are none of the lab's.
  return grpc === 'on' && scenario === 'alive' && (allowed > 0 || permits === 'on');
}

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
  if (!measured || isElsewhere(state) || UNTOUCHED.some((name) => state[name] !== schema.initial[name])) return null;
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
  };
}

/** What is known of each time line. */
export const knownLines = (
  state: Readonly<LabState>,
  measured: Measured | null,
  lines: readonly TimeLine[],
): (MeasuredOutcome | null)[] => lines.map(({ pattern, faultUs }) => knownOf({ ...state, pattern }, measured, faultUs));

/** What a machine that is laid beside came to, of each time line. */
export interface BesideLines {
  machine: string;
  known: readonly (MeasuredOutcome | null)[];
}

/** What is known of machines that are laid beside. */
export const besideLines = (
  state: Readonly<LabState>,
  beside: readonly LabOverlay<Measured>[],
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
