/** What the record says of just the settings of a state. Read from the record when the site is built. */
import { formatSeconds, intervalInWords } from '@/kit/chart/format';
import { machineOf } from '@/kit/chart/machines';
import { outcomeWords } from '@/kit/chart/settings';
import type { Settings } from '@/kit/record/queries';
import type { Estimate, MeasurementRecord, Point, Series } from '@/kit/record/types';
import type { CallName } from '@/wasm-pkg/dead-connections/models.js';
import { set } from '../settings';
import { endsOf } from '../two-ends';
import { schema, type LabState } from './state';
import type { TimeLine } from './tasks';
import { CALLS, PATTERNS, callWords } from './words';

/** One measured row; times in seconds. Short names, because all of them stand in the page. */
export interface MeasuredRow {
  /** Identifies the row: {@link rowKey}. */
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
  const all = ROWS.flatMap((id) => record.series.filter((series) => series.id === id));
  const rows = all.flatMap((source) => source.points.flatMap((point) => rowOf(source, point)));
  return { machine: machineOf(record), rows };
}

/** The settings that tell rows apart. */
const IDENTITY = [
  ...['program', 'scenario', 'pattern', 'write_interval_seconds', 'round_trip_seconds'],
  ...Object.keys(set()),
  'delay_seconds',
];

/** Identifies a row by its settings; one that the row does not have is left empty. Where nothing else could run, no program is named. */
const rowKey = (at: Settings): string =>
  IDENTITY.map((name) => at[name] ?? (name === 'program' ? 'tcp' : '')).join(';');

function rowOf(source: Series, point: Point): MeasuredRow[] {
  const { noticed_share: share, noticed_after_seconds: after, watched_seconds: watched } = point.values;
  if (!share) return [];
  const calls = Object.keys(CALLS) as CallName[];
  return [
    {
      key: rowKey(point.at),
      n: share.n,
      noticed: Math.round(share.value * share.n),
      ...(after && { after: timesOf(after) }),
      call: calls.find((call) => point.outcomes?.['call']?.[call]) ?? '',
      errno: outcomeWords(source, point, 'errno') ?? '',
      ...(watched && { watched: watched.value }),
    },
  ];
}

/** Five digits are enough to write and to draw. */
const brief = (seconds: number) => Number(seconds.toPrecision(5));

function timesOf({ value, low, high, confidence }: Estimate): NonNullable<MeasuredRow['after']> {
  const times = [brief(value), brief(low), brief(high)] as const;
  return typeof confidence === 'number' ? [...times, confidence] : [...times];
}

/** The round trip time of a path through the kernel only is below this, in milliseconds. */
const SHORT_MS = 1;
/** Settings that the experiment leaves as Linux has them. */
const UNTOUCHED = ['buffer', 'rtomin', 'rtomax'] as const;

/** Tells if the experiment's peer or path differs from the state's in what decides, with whatever is set. */
function isElsewhere(state: Readonly<LabState>): boolean {
  const { scenario, pattern, link, rtt, grpc, allowed, permits } = state;
  if (UNTOUCHED.some((name) => state[name] !== schema.initial[name])) return true;
  // The experiment's peer that vanishes is on the same link, and its short path within one machine,
  // where a refusal comes back during the call.
  if (scenario === 'host-vanishes' && link === 'off') return true;
  if (scenario === 'firewall-rejects' && pattern === 'connecting' && rtt < SHORT_MS) return true;
  // tonic's server permits all pings, and grpcio's rows are none of the lab's.
  return grpc === 'on' && scenario === 'alive' && (allowed > 0 || permits === 'on');
}

/** The key of the row for what a state asks. */
function keyOf(state: Readonly<LabState>): string {
  const { scenario, pattern, every, rtt, back, forget, keepalive, idle, interval, probes, timeout } = state;
  const { retries, synretries, synlinear, grpc, ping, pong, calls } = state;
  const { initial } = schema;
  const forgets = scenario === 'firewall-forgets' || scenario === 'firewall-resets';
  return rowKey({
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
  });
}

/** What was measured of a time line. */
export interface MeasuredOutcome extends Omit<MeasuredRow, 'key' | 'after'> {
  machine: string;
  after?: Pick<Estimate, 'n' | 'value' | 'low' | 'high' | 'confidence'>;
}

function outcomeOf(machine: string, { after: times, ...row }: MeasuredRow): MeasuredOutcome {
  if (!times) return { ...row, machine };
  const [value, low, high, confidence = null] = times;
  return { ...row, machine, after: { n: row.noticed, value, low, high, confidence } };
}

/** What was measured of each time line with just these settings, if anything. */
export const knownLines = (
  state: Readonly<LabState>,
  measured: Measured | null,
  lines: readonly Pick<TimeLine, 'pattern'>[],
): (MeasuredOutcome | null)[] =>
  lines.map(({ pattern }) => {
    const own = { ...state, pattern };
    const key = keyOf(own);
    const row = isElsewhere(own) ? undefined : measured?.rows.find((each) => each.key === key);
    return row ? outcomeOf(measured!.machine, row) : null;
  });

/** When trials ended: the median, or their range where they ended at two times. */
export const timeOf = (after: NonNullable<MeasuredOutcome['after']>): string =>
  endsOf(after)?.range ?? formatSeconds(after.value);

/** The trials of a row in words: how many noticed it, when, and by what. */
function trialsWords({ n, noticed, after, call, errno, watched }: MeasuredOutcome): string {
  const trials = `${noticed} of ${n} trials`;
  if (!after) return `noticed in ${trials}${watched === undefined ? '' : ` within ${formatSeconds(watched)}`}`;
  const interval = endsOf(after)?.most ?? (after.low === after.high ? '' : intervalInWords(after, 's'));
  const known = [interval, trials].filter((words) => words !== '').join('; ');
  return `${timeOf(after)} (${known}), from ${callWords(call)}: ${errno}`;
}

/** What a machine that is laid beside came to, in a sentence. */
export function besideWords(
  machine: string,
  lines: readonly Pick<TimeLine, 'pattern'>[],
  known: readonly (MeasuredOutcome | null)[],
): string {
  const said = lines.flatMap(({ pattern }, index) => {
    const one = known[index];
    return one ? [`${lines.length > 1 ? `${PATTERNS[pattern].title}: ` : ''}${trialsWords(one)}.`] : [];
  });
  return `${machine}: ${said.length === 0 ? 'not measured with these settings.' : said.join(' ')}`;
}
