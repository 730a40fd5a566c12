/** The lab's state, what of it each control sets, and what the model is asked for it. */
import type { Preset } from '@/kit/lab/presets';
import { choice, defineState, integer, real, type Conflict } from '@/kit/lab/state';
import { LIMITS } from '@/wasm-pkg/dead-connections/limits';
import type { PatternName, ScenarioName } from '@/wasm-pkg/dead-connections/models.js';
import type { Durations, EndpointSettings } from './tasks';
import { PATTERNS, SCENARIOS, spacing } from './words';

export const VIEWS = {
  lanes: 'Two lanes',
  line: 'Time line',
  table: 'Events',
} as const;
export type ViewName = keyof typeof VIEWS;
/** The views that show what one pattern makes of a scenario. */
export const ONE_PATTERN = 'line table';

const SWITCH = ['off', 'on'] as const;
export type Switch = (typeof SWITCH)[number];

/** Each time in the unit of the option that it sets. */
export interface LabState {
  scenario: ScenarioName;
  pattern: PatternName;
  /** SO_KEEPALIVE; TCP_KEEPIDLE and TCP_KEEPINTVL in seconds; TCP_KEEPCNT. */
  keepalive: Switch;
  idle: number;
  interval: number;
  probes: number;
  /** TCP_USER_TIMEOUT in milliseconds; 0 is off. */
  timeout: number;
  retries: number;
  synretries: number;
  synlinear: number;
  /** Round trip time in milliseconds. */
  rtt: number;
  /** gRPC's keepalive: the silence before a PING and how long its answer may take, in seconds. */
  grpc: Switch;
  ping: number;
  pong: number;
  /** Whether it pings while no call is open. */
  calls: Switch;
  /** The least time between PINGs that the server allows, in seconds. */
  allowed: number;
  /** From write to write, in milliseconds. */
  every: number;
  /** Writes that fit into the send buffer; 0 for more than will come. */
  buffer: number;
  /** Until a rebooting peer is back, and until a firewall forgets a silent connection, in seconds. */
  back: number;
  forget: number;
  /** Whether the peer is on the same link, so that its address has to be resolved. */
  link: Switch;
  /** Smallest retransmission timeout in milliseconds, the largest in seconds. */
  rtomin: number;
  rtomax: number;
  view: ViewName;
}

export const [, MOST_KEEPALIVE_S] = LIMITS.keepaliveS;

/** Whether a scenario is of its own to a program that does this. */
export const concerns = (scenario: ScenarioName, pattern: PatternName): boolean =>
  (LIMITS.concerns[scenario] as readonly PatternName[]).includes(pattern);

/** A limit in milliseconds for a field in seconds. */
const inSeconds = ([min, max]: readonly [number, number]) => [min / 1000, Math.floor(max / 1000)] as const;
const within = ([min, max]: readonly [number, number]) => ({ min, max });

function conflict({ scenario, pattern }: Readonly<LabState>): Conflict<LabState> | undefined {
  if (concerns(scenario, pattern)) return undefined;
  const patterns = Object.keys(PATTERNS) as PatternName[];
  const value = patterns.find((each) => concerns(scenario, each)) ?? 'idle';
  return { parameter: 'pattern', value, because: 'is not what a program can be doing then' };
}

export const schema = defineState<LabState>(
  {
    scenario: choice('host-vanishes', Object.keys(SCENARIOS) as ScenarioName[]),
    pattern: choice('idle', Object.keys(PATTERNS) as PatternName[]),
    keepalive: choice('on', SWITCH),
    idle: integer({ initial: 15, ...within(LIMITS.keepaliveS) }),
    interval: integer({ initial: 15, ...within(LIMITS.keepaliveS) }),
    probes: integer({ initial: 5, ...within(LIMITS.probes) }),
    timeout: integer({ initial: 0, ...within(LIMITS.userTimeoutMs) }),
    retries: integer({ initial: 15, ...within(LIMITS.retries2) }),
    synretries: integer({ initial: 6, ...within(LIMITS.synRetries) }),
    synlinear: integer({ initial: 4, ...within(LIMITS.synLinearTimeouts) }),
    rtt: real({ initial: 0.05, ...within(LIMITS.rttMs) }),
    grpc: choice('off', SWITCH),
    ping: real({ initial: 300, ...within(inSeconds(LIMITS.grpcMs)) }),
    pong: real({ initial: 20, ...within(inSeconds(LIMITS.grpcMs)) }),
    calls: choice('off', SWITCH),
    allowed: real({ initial: 300, ...within(inSeconds(LIMITS.minPingIntervalMs)) }),
    every: integer({ initial: 1000, ...within(LIMITS.everyMs) }),
    buffer: integer({ initial: 0, min: 0, max: LIMITS.sendBufferWrites[1] }),
    back: real({ initial: 60, ...within(LIMITS.backS) }),
    forget: real({ initial: 350, ...within(LIMITS.forgetS) }),
    link: choice('off', SWITCH),
    rtomin: integer({ initial: 200, ...within(LIMITS.rtoMinMs) }),
    rtomax: integer({ initial: 120, ...within(LIMITS.rtoMaxS) }),
    view: choice('line', Object.keys(VIEWS) as ViewName[]),
  },
  // Both ends of the trap at once, with a loss that was waited for on a machine.
  { opening: { view: 'lanes', scenario: 'drop-outbound' }, conflicts: conflict },
);

/** What stands side by side, where the scenario is of its own to it. */
const LANES = ['idle', 'awaiting'] as const satisfies readonly PatternName[];

/** The patterns that the view in front shows. */
export function patternsOf({ view, scenario, pattern }: Readonly<LabState>): readonly PatternName[] {
  const lanes = view === 'lanes' ? LANES.filter((lane) => concerns(scenario, lane)) : [];
  return lanes.length > 0 ? lanes : [pattern];
}

const whole = (value: number) => Math.round(value);

/** What the model is to simulate: every number in the unit that it takes, and whole. */
export function settingsOf(state: Readonly<LabState>): EndpointSettings {
  const { idle, interval, probes, retries, synretries, synlinear, rtt, rtomin, rtomax } = state;
  return {
    ...(state.keepalive === 'on' && { keepalive: { idleS: idle, intervalS: interval, probes } }),
    userTimeoutMs: state.timeout,
    ...(state.buffer > 0 && { sendBufferWrites: state.buffer }),
    retries: { retries2: retries, synRetries: synretries, synLinearTimeouts: synlinear },
    rto: { minMs: rtomin, maxMs: rtomax * 1000 },
    path: { rttUs: whole(rtt * 1000), rttDeviationUs: 0 },
    onLink: state.link === 'on',
    ...(state.grpc === 'on' && {
      grpc: {
        pingAfterMs: whole(state.ping * 1000),
        timeoutMs: whole(state.pong * 1000),
        withoutCalls: state.calls === 'on',
        minPingIntervalMs: whole(state.allowed * 1000),
      },
    }),
  };
}

export const durationsOf = ({ every, back, forget }: Readonly<LabState>): Durations => ({
  everyMs: every,
  backMs: whole(back * 1000),
  forgetMs: whole(forget * 1000),
});

/** What a preset sets; whatever it does not name goes back to the default, but for what happens and how it is looked at. */
interface Example {
  id: string;
  label: string;
  hint: string;
  values: Partial<LabState>;
}

const OFF = { keepalive: 'off', timeout: 0 } as const;
const LINUX = { keepalive: 'on', idle: 7200, interval: 75, probes: 9 } as const;
const ARTICLE = { keepalive: 'on', idle: 15, interval: 15, probes: 5 } as const;
const QUICK = { keepalive: 'on', idle: 1, interval: 1, probes: 3 } as const;

const EXAMPLES: readonly Example[] = [
  { id: 'nothing', label: 'nothing set', hint: 'a TCP socket as it comes', values: OFF },
  { id: 'linux', label: 'Linux’s keepalive', hint: 'SO_KEEPALIVE and nothing else: 7200 s, 75 s, 9', values: LINUX },
  { id: 'article', label: spacing(ARTICLE), hint: 'the published advice, first half', values: ARTICLE },
  {
    id: 'with-timeout',
    label: '15/15/5 and 90 s',
    hint: 'the published advice in full',
    values: { ...ARTICLE, timeout: 90_000 },
  },
  {
    id: 'timeout-only',
    label: 'user timeout 90 s alone',
    hint: 'TCP_USER_TIMEOUT without keepalive',
    values: { ...OFF, timeout: 90_000 },
  },
  {
    id: 'quick',
    label: spacing(QUICK),
    hint: 'four seconds, as in the article’s first sentences',
    values: QUICK,
  },
];

/** The settings to compare. Each sets every option, and leaves alone what happens. */
export const PRESETS: readonly (Preset<LabState> & { hint: string })[] = EXAMPLES.map(
  ({ id, label, hint, values }) => ({
    id,
    label,
    hint,
    state: ({ scenario, pattern, every, buffer, back, forget, link, view }) => ({
      ...schema.initial,
      ...{ scenario, pattern, every, buffer, back, forget, link, view },
      ...values,
    }),
  }),
);

/** What time lines depend on. */
export const QUESTION = (Object.keys(schema.initial) as (keyof LabState)[]).filter((name) => name !== 'view');
