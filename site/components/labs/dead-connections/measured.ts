/** What the record says of just the settings of a state. Read from the record when the site is built. */
import { formatInterval, formatSeconds } from '@/lib/charts/format';
import { points } from '@/lib/record/queries';
import type { MeasurementRecord, Point } from '@/lib/record/types';
import { schema, type LabState } from './state';

/** One measured row; times in seconds. Short names, because all of them stand in the page. */
export interface MeasuredRow {
  /** What identifies it: {@link rowKey}. */
  key: string;
  /** Trials, and how many of them noticed it. */
  n: number;
  noticed: number;
  /** From the fault on: median and interval, if any trial noticed it. */
  after?: [median: number, low: number, high: number];
  call: string;
  errno: string;
  /** How long it was watched, if nobody noticed. */
  watched?: number;
  /** Packets that were captured: since the last contact. */
  packets?: number[];
}

export interface Measured {
  machine: string;
  rows: MeasuredRow[];
}

const rowKey = (scenario: string, pattern: string, settings: string) => `${scenario}; ${pattern}; ${settings}`;

/** The programs that a state may stand for: the lab's gRPC is what the specification says, which tonic follows. */
const PROGRAMS = new Set(['tcp', 'tonic']);
/** A path through the kernel only; what goes through a relay has a round trip time of its own. */
const SHORT_PATHS = new Set<unknown>([undefined, 'veth']);

export function measuredFrom(record: MeasurementRecord): Measured {
  const { machine } = record.provenance;
  const fates = record.series.find(({ id }) => id === 'fates');
  const wire = record.series.find(({ id }) => id === 'wire');
  const shown = (point: Point) => PROGRAMS.has(String(point.at['program'])) && SHORT_PATHS.has(point.at['path']);
  const rows = (fates ? points(fates, {}) : []).filter(shown).flatMap((point) => rowOf(point));
  for (const point of wire ? points(wire, {}).filter(shown) : []) {
    const row = rows.find(({ key }) => key === keyOfPoint(point));
    const at = point.values['at_seconds']?.value;
    if (row && at !== undefined) (row.packets ??= []).push(round(at));
  }
  return {
    machine: `${machine.logical_cores}-core ${machine.virtualisation ? 'virtual machine' : 'machine'}`,
    rows,
  };
}

const round = (seconds: number) => Number(seconds.toPrecision(5));

function keyOfPoint({ at }: Point): string {
  const delay = Number(at['delay_seconds'] ?? 0);
  const settings = delay > 0 ? `${at['settings']}; ${delay}` : String(at['settings']);
  return rowKey(String(at['scenario']), String(at['pattern']), settings);
}

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
      ...(after && { after: [after.value, after.low ?? after.value, after.high ?? after.value].map(round) as never }),
      call: String(point.at['call']),
      errno: String(point.at['errno']),
      ...(watched !== undefined && { watched }),
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
const SHORT_RTT_MS = 1;
/** What the experiment leaves as Linux has it. */
const UNTOUCHED = ['rtomin', 'rtoinit', 'rtomax', 'hz', 'reachable', 'requests', 'allowed'] as const;

/** What is known of a state, in microseconds. */
export interface Known {
  machine: string;
  row: MeasuredRow;
  /** On the time line, so from the last contact on. */
  noticed: { us: number; lowUs: number; highUs: number } | null;
  packets: { us: number }[];
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
  return `${where}: ${formatSeconds(median)} (${interval}), from ${call}: ${errno}.`;
}

/** The row that was measured with just these settings, where there is one. */
export function knownOf(state: Readonly<LabState>, measured: Measured | null, faultUs: number): Known | null {
  if (!measured || state.rtt > SHORT_RTT_MS) return null;
  if (UNTOUCHED.some((name) => state[name] !== schema.initial[name])) return null;
  // The experiment's peer that vanishes is on the same link.
  if (state.scenario === 'host-vanishes' && state.link === 'off') return null;
  const pattern = state.pattern === 'writes' ? `writes every ${state.every / 1000} s` : state.pattern;
  const settings = settingsText(state);
  const delay = { 'peer-reboots': state.back, 'firewall-forgets': state.forget, 'firewall-resets': state.forget }[
    state.scenario as string
  ];
  const keys = [settings, ...(delay === undefined ? [] : [`${settings}; ${delay}`])].map((each) =>
    rowKey(state.scenario, pattern, each),
  );
  const row = measured.rows.find(({ key }) => keys.includes(key));
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
    packets: (row.packets ?? []).map((seconds) => ({ us: seconds * 1e6 })),
  };
}
