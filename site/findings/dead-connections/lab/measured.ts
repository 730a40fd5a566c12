/** What the record says of just the settings of a state. Read from the record when the site is built. */
import { formatInterval, formatSeconds } from '@/kit/chart/format';
import { points } from '@/kit/record/queries';
import type { MeasurementRecord, Point } from '@/kit/record/types';
import type { CallName } from '@/wasm-pkg/dead-connections/models.js';
import { schema, type LabState } from './state';
import { callWords } from './words';

/** One measured row; times in seconds. Short names, because all of them stand in the page. */
export interface MeasuredRow {
  /** What identifies it: {@link rowKey}. */
  key: string;
  /** Trials, and how many of them noticed it. */
  n: number;
  noticed: number;
  /** From the fault on: median and interval, if any trial noticed it. */
  after?: [median: number, low: number, high: number];
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

const rowKey = (...parts: readonly (string | number)[]) => parts.join('; ');

/** Series whose points are rows: with a path through the kernel only, and through a relay that delays. */
const ROWS = ['fates', 'round-trips'];

export function measuredFrom(record: MeasurementRecord): Measured {
  const { machine } = record.provenance;
  const pointsOf = (id: string) => record.series.filter((series) => series.id === id).flatMap((all) => points(all, {}));
  const rows = ROWS.flatMap(pointsOf).flatMap((point) => rowOf(point));
  for (const point of pointsOf('wire')) {
    // Captures don't say how long the peer took to be back: there is one of each such row.
    const row = rows.find(({ key }) => key.startsWith(keyOfPoint(point)));
    const at = point.values['at_seconds']?.value;
    if (row && at !== undefined) (row[point.at['direction'] === 'in' ? 'heard' : 'sent'] ??= []).push(round(at));
  }
  return {
    machine: `${machine.logical_cores}-core ${machine.virtualisation ? 'virtual machine' : 'machine'}`,
    rows,
  };
}

const round = (seconds: number) => Number(seconds.toPrecision(5));

/** The nominal round trip of a path, in milliseconds: none through the kernel only. */
const tripOf = (path: unknown): number => Number(/relay, (\d+) ms/.exec(String(path))?.[1] ?? 0);

function keyOfPoint({ at }: Point): string {
  const words = (name: string) => String(at[name]);
  const row = [words('program'), words('scenario'), words('pattern'), words('settings'), tripOf(at['path'])];
  return rowKey(...row, ...('delay_seconds' in at ? [Number(at['delay_seconds'])] : []));
}

const CALLS: readonly CallName[] = ['read', 'write', 'connect', 'rpc'];
const callOf = ({ at }: Point): CallName => CALLS.find((call) => call === at['call']) ?? '';

function rowOf(point: Point): MeasuredRow[] {
  const share = point.values['noticed_share'];
  if (!share) return [];
  const after = point.values['noticed_after_seconds'];
  const watched = point.values['watched_seconds']?.value;
  return [
    {
      key: keyOfPoint(point),
      n: share.n,
      noticed: Math.round(share.value * share.n),
      ...(after && { after: [round(after.value), round(after.low ?? after.value), round(after.high ?? after.value)] }),
      call: callOf(point),
      errno: String(point.at['errno']),
      ...(watched !== undefined && { watched: round(watched) }),
    },
  ];
}

/** What the experiment calls a state's settings. */
function settingsText(state: Readonly<LabState>): string {
  const { keepalive, idle, interval, probes, timeout, retries, synretries, synlinear, grpc, ping, pong, calls } = state;
  const { initial } = schema;
  const parts = [
    keepalive === 'on' ? `keepalive ${idle}/${interval}/${probes}` : '',
    timeout > 0 ? `user timeout ${timeout / 1000} s` : '',
    retries === initial.retries ? '' : `tcp_retries2 ${retries}`,
    synretries === initial.synretries ? '' : `tcp_syn_retries ${synretries}`,
    synlinear === initial.synlinear ? '' : `tcp_syn_linear_timeouts ${synlinear}`,
    grpc === 'on' ? `gRPC keepalive ${ping}/${pong} s${calls === 'on' ? ' without calls' : ''}` : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? 'nothing' : parts.join(', ');
}

/** The round trip time of a path through the kernel only is below this, in milliseconds. */
const SHORT_MS = 1;
/** What the experiment leaves as Linux has it. */
const UNTOUCHED = ['buffer', 'rtomin', 'rtoinit', 'rtomax', 'hz', 'reachable', 'requests', 'allowed'] as const;

function keyOfState(state: Readonly<LabState>): string {
  const { scenario, pattern, every, rtt, back, forget, grpc } = state;
  const program = grpc === 'on' ? 'tonic' : 'tcp';
  const does = pattern === 'writes' ? `writes every ${every / 1000} s` : pattern;
  const forgets = scenario === 'firewall-forgets' || scenario === 'firewall-resets';
  const delay = scenario === 'peer-reboots' ? back : forgets ? forget : 0;
  return rowKey(program, scenario, does, settingsText(state), rtt < SHORT_MS ? 0 : rtt, delay);
}

/** What is known of a state, in microseconds. */
export interface Known {
  machine: string;
  row: MeasuredRow;
  /** On the time line, so from the last contact on. */
  noticed: { us: number; lowUs: number; highUs: number } | null;
  /** Packets that were captured: ours, and the peer's. */
  sentUs: number[];
  heardUs: number[];
}

/** What was measured, in a sentence. */
export function knownSentence({ machine, row }: Known): string {
  const { n, noticed, after, call, errno, watched } = row;
  const where = `Measured with these settings on a ${machine}`;
  if (!after) {
    const long = watched === undefined ? '' : ` within ${formatSeconds(watched)}`;
    return `${where}: noticed in ${noticed} of ${n} trials${long}.`;
  }
  const [median, low, high] = after;
  const interval = `95% interval ${formatInterval({ low, high }, 's')}; ${noticed} of ${n} trials`;
  return `${where}: ${formatSeconds(median)} (${interval}), from ${callWords(call)}: ${errno}.`;
}

/** The row that was measured with just these settings, where there is one. */
export function knownOf(state: Readonly<LabState>, measured: Measured | null, faultUs: number): Known | null {
  if (!measured || UNTOUCHED.some((name) => state[name] !== schema.initial[name])) return null;
  // The experiment's peer that vanishes is on the same link.
  if (state.scenario === 'host-vanishes' && state.link === 'off') return null;
  const key = keyOfState(state);
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
