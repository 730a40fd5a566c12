/** The lab's state, its lanes, and the question that it asks of the model. */
import { choice, defineState, integer, real, type Conflict } from '@/kit/lab/state';
import { LIMITS } from '@/wasm-pkg/dead-connections/limits';
import type { PatternName, ScenarioName } from '@/wasm-pkg/dead-connections/models.js';
import { PATTERNS, SCENARIOS } from './words';

const SWITCH = ['off', 'on'] as const;
type Switch = (typeof SWITCH)[number];

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
  /** Whether the client pings while no call is open, and whether the server permits that. */
  calls: Switch;
  permits: Switch;
  /** The least time between PINGs that the server permits while a call is open, in seconds. */
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
}

/** Tells if a scenario is of its own to a program that does this. */
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

const timeout = integer({ initial: 0, ...within(LIMITS.userTimeoutMs) });

export const schema = defineState<LabState>(
  {
    scenario: choice('host-vanishes', Object.keys(SCENARIOS) as ScenarioName[]),
    pattern: choice('idle', Object.keys(PATTERNS) as PatternName[]),
    keepalive: choice('on', SWITCH),
    idle: integer({ initial: 15, ...within(LIMITS.keepaliveS) }),
    interval: integer({ initial: 15, ...within(LIMITS.keepaliveS) }),
    probes: integer({ initial: 5, ...within(LIMITS.probes) }),
    // The ruler writes and takes “off” for 0.
    timeout: { ...timeout, read: (text) => timeout.read(text.trim() === 'off' ? '0' : text) },
    retries: integer({ initial: 15, ...within(LIMITS.retries2) }),
    synretries: integer({ initial: 6, ...within(LIMITS.synRetries) }),
    synlinear: integer({ initial: 4, ...within(LIMITS.synLinearTimeouts) }),
    rtt: real({ initial: 0.05, ...within(LIMITS.rttMs) }),
    grpc: choice('off', SWITCH),
    ping: real({ initial: 300, ...within(inSeconds(LIMITS.grpcMs)) }),
    pong: real({ initial: 20, ...within(inSeconds(LIMITS.grpcMs)) }),
    calls: choice('off', SWITCH),
    permits: choice('off', SWITCH),
    allowed: real({ initial: 300, ...within(inSeconds(LIMITS.minPingIntervalMs)) }),
    every: integer({ initial: 1000, ...within(LIMITS.everyMs) }),
    buffer: integer({ initial: 0, min: 0, max: LIMITS.sendBufferWrites[1] }),
    back: real({ initial: 60, ...within(LIMITS.backS) }),
    forget: real({ initial: 350, ...within(LIMITS.forgetS) }),
    link: choice('off', SWITCH),
    rtomin: integer({ initial: 200, ...within(LIMITS.rtoMinMs) }),
    rtomax: integer({ initial: 120, ...within(LIMITS.rtoMaxS) }),
  },
  // Keepalive that is to give up after four seconds, and a request that is not acknowledged: a run waited for its end.
  {
    opening: { scenario: 'drop-outbound', pattern: 'awaiting', idle: 1, interval: 1, probes: 3 },
    conflicts: conflict,
  },
);

/** Moments at which the cable may be cut, in the order of the conversation: before the request, and before and after its acknowledgement. */
export const CUTS = ['idle', 'awaiting', 'acknowledged'] as const satisfies readonly PatternName[];

/** Scenario and pattern where the cable is cut then: once the request has been acknowledged, only the reply can be lost. */
export function cutAt({ scenario }: Readonly<LabState>, pattern: PatternName): Pick<LabState, 'scenario' | 'pattern'> {
  const isReply = pattern === 'acknowledged';
  if (isReply && !concerns(scenario, pattern)) return { scenario: 'drop-inbound', pattern };
  return { scenario: !isReply && scenario === 'drop-inbound' ? 'drop-outbound' : scenario, pattern };
}

/** The lanes: an idle connection above, and what the program does below, or else a request under way; as far as the scenario has them. */
export function patternsOf({ scenario, pattern }: Readonly<LabState>): readonly PatternName[] {
  const lanes = ['idle', pattern === 'idle' ? 'awaiting' : pattern] as const;
  return lanes.filter((lane) => concerns(scenario, lane));
}

/** The lane of what the program does. */
export const chosenOf = <T extends { pattern: PatternName }>(
  { pattern }: Readonly<LabState>,
  lines: readonly T[],
): T | undefined => lines.find((line) => line.pattern === pattern) ?? lines[0];

/** The question of a state: the model answers with a time line for each lane. */
export const questionOf = (state: Readonly<LabState>) => ({ state, patterns: patternsOf(state) });
