/** What the labs of dead connections ask of the model: the same code runs in the worker and when the site is built. */
import type { Task } from '@/kit/lab/worker-host';
import type * as labs from '@/wasm-pkg/dead-connections/models.js';

export type Models = Pick<typeof labs, 'Endpoint' | 'stepNames'>;

/** What is set at our end, and the path to the peer. What is missing is Linux's default. */
export interface EndpointSettings {
  keepalive?: { idleS: number; intervalS: number; probes: number };
  userTimeoutMs?: number;
  /** Writes that fit into the send buffer; the next one blocks. Missing: more than will come. */
  sendBufferWrites?: number;
  retries?: { retries2: number; synRetries: number; synLinearTimeouts: number };
  rto?: { minMs: number; maxMs: number; initialMs: number };
  path?: { rttUs: number; rttDeviationUs: number };
  /** The peer is on the same link, so that its address has to be resolved; otherwise it is behind a router. */
  neighbour?: { reachableMs: number; delayMs: number; requests: number; intervalMs: number };
  hz?: number;
  lossProbe?: boolean;
  grpc?: {
    pingAfterMs: number;
    timeoutMs: number;
    withoutCalls: boolean;
    minPingIntervalMs: number;
    strikes: number;
  };
}

/** Durations of scenarios and patterns, in milliseconds. */
export interface Durations {
  /** From write to write. */
  everyMs: number;
  /** Until a rebooting peer is back. */
  backMs: number;
  /** Until a firewall forgets a silent connection. */
  forgetMs: number;
}

/** How it ends. Times are microseconds: infinite for never, NaN where there is nothing to notice. */
export interface Fate {
  scenario: labs.ScenarioName;
  pattern: labs.PatternName;
  ending: labs.EndingName;
  call: labs.CallName;
  errno: labs.SignName;
  /** From the fault on, if timers are never late; and if they are as late as they may be. */
  noticedAfterUs: number;
  latestAfterUs: number;
  /** Writes that succeeded although nothing came of them. */
  vainWrites: number;
  /** By our kernel, after the last contact. */
  segmentsSent: number;
}

/** One thing that happens. Times are microseconds from the last contact. */
export interface Event {
  atUs: number;
  step: labs.StepName;
  /** Which of its kind, from 1. */
  number: number;
  /** Whether, being a segment of ours, it left the machine. */
  onWire: boolean;
  /** When the timer fires that it set. */
  timerUs: number | undefined;
}

export interface TimeLine extends Fate {
  /** When it is noticed from the last contact on; and at the latest. */
  atUs: number;
  latestUs: number;
  /** When the peer is lost: 0, or when the firewall forgets. */
  faultUs: number;
  events: Event[];
  /** How many more there are after the first. */
  eventsLeftOut: number;
}

/** Settings for a deadline, or what would do instead. */
export type Advice =
  | {
      kind: 'found';
      idleS: number;
      intervalS: number;
      probes: number;
      userTimeoutMs: number;
      /** When a lost peer is noticed at the latest, while idle and with data under way, in microseconds. */
      idleLatestUs: number;
      inFlightLatestUs: number;
      /** While the connection is idle and well. A probe and its answer are two packets. */
      probesPerHour: number;
      packetsPerHour: number;
    }
  /** So many probes an hour would do, or so many seconds with as few probes. */
  | { kind: 'too-few-probes'; needed: number; neededS: number }
  /** So many seconds would do. */
  | { kind: 'too-soon'; neededS: number };

export interface LabTasks extends Record<string, { request: unknown; result: unknown }> {
  timeline: {
    request: {
      settings: EndpointSettings;
      scenario: labs.ScenarioName;
      pattern: labs.PatternName;
      durations: Durations;
    };
    result: TimeLine;
  };
  fates: { request: { settings: EndpointSettings; durations: Durations }; result: Fate[] };
  recommend: {
    request: { settings: EndpointSettings; withinS: number; probesPerHour: number };
    result: Advice;
  };
}

function withEndpoint<T>(
  models: Pick<Models, 'Endpoint'>,
  settings: EndpointSettings,
  use: (endpoint: labs.Endpoint) => T,
): T {
  const { keepalive, userTimeoutMs, sendBufferWrites, retries, rto, path, neighbour, hz, lossProbe, grpc } = settings;
  const endpoint = new models.Endpoint();
  try {
    if (keepalive) endpoint.setKeepalive(keepalive.idleS, keepalive.intervalS, keepalive.probes);
    if (userTimeoutMs !== undefined) endpoint.setUserTimeout(userTimeoutMs);
    if (sendBufferWrites !== undefined) endpoint.setSendBuffer(sendBufferWrites);
    if (retries) endpoint.setRetries(retries.retries2, retries.synRetries, retries.synLinearTimeouts);
    if (rto) endpoint.setRto(rto.minMs, rto.maxMs, rto.initialMs);
    if (path) endpoint.setPath(path.rttUs, path.rttDeviationUs);
    if (neighbour) {
      const { reachableMs, delayMs, requests, intervalMs } = neighbour;
      endpoint.setNeighbour(reachableMs, delayMs, requests, intervalMs);
    }
    if (hz !== undefined) endpoint.setHz(hz);
    if (lossProbe !== undefined) endpoint.setLossProbe(lossProbe);
    if (grpc) {
      const { pingAfterMs, timeoutMs, withoutCalls, minPingIntervalMs, strikes } = grpc;
      endpoint.setGrpc(pingAfterMs, timeoutMs, withoutCalls, minPingIntervalMs, strikes);
    }
    return use(endpoint);
  } finally {
    endpoint.free();
  }
}

/** Numbers of an event in `TimeLine.events()`. */
const EVENT_LENGTH = 5;

function eventsOf(flat: Float64Array, steps: readonly labs.StepName[]): Event[] {
  return Array.from({ length: flat.length / EVENT_LENGTH }, (_, i) => {
    const at = EVENT_LENGTH * i;
    const timerUs = flat[at + 4] as number;
    return {
      atUs: flat[at] as number,
      step: steps[flat[at + 1] as number] as labs.StepName,
      number: flat[at + 2] as number,
      onWire: flat[at + 3] === 1,
      timerUs: Number.isNaN(timerUs) ? undefined : timerUs,
    };
  });
}

export function timeLine(
  models: Models,
  { settings, scenario, pattern, durations }: LabTasks['timeline']['request'],
): TimeLine {
  const { everyMs, backMs, forgetMs } = durations;
  return withEndpoint(models, settings, (endpoint) => {
    const line = endpoint.simulate(scenario, pattern, everyMs, backMs, forgetMs);
    const { ending, call, errno, noticedAfterUs, latestAfterUs, vainWrites, segmentsSent } = line;
    const { atUs, latestUs, faultUs, eventsLeftOut } = line;
    const fate = { scenario, pattern, ending, call, errno, noticedAfterUs, latestAfterUs, vainWrites, segmentsSent };
    const events = eventsOf(line.events(), models.stepNames());
    line.free();
    return { ...fate, atUs, latestUs, faultUs, events, eventsLeftOut };
  });
}

export function fates(models: Models, { settings, durations }: LabTasks['fates']['request']): Fate[] {
  const { everyMs, backMs, forgetMs } = durations;
  return withEndpoint(models, settings, (endpoint) => {
    const all = endpoint.fates(everyMs, backMs, forgetMs);
    const [patterns, endings, calls, errnos] = [all.patterns(), all.endings(), all.calls(), all.errnos()];
    const [noticed, latest] = [all.noticedAfterUs(), all.latestAfterUs()];
    const [vain, segments] = [all.vainWrites(), all.segmentsSent()];
    const rows = all.scenarios().map((scenario, row) => ({
      scenario,
      pattern: patterns[row] as labs.PatternName,
      ending: endings[row] as labs.EndingName,
      call: calls[row] as labs.CallName,
      errno: errnos[row] as labs.SignName,
      noticedAfterUs: noticed[row] as number,
      latestAfterUs: latest[row] as number,
      vainWrites: vain[row] as number,
      segmentsSent: segments[row] as number,
    }));
    all.free();
    return rows;
  });
}

export function recommend(
  models: Pick<Models, 'Endpoint'>,
  { settings, withinS, probesPerHour }: LabTasks['recommend']['request'],
): Advice {
  return withEndpoint(models, settings, (endpoint) => {
    const { kind, ...numbers } = adviceOf(endpoint.recommend(withinS, probesPerHour));
    const number = (name: keyof typeof numbers) => numbers[name] as number;
    if (kind === 'too-soon') return { kind, neededS: number('neededS') };
    if (kind === 'too-few-probes') return { kind, needed: number('needed'), neededS: number('neededS') };
    return {
      kind,
      idleS: number('idleS'),
      intervalS: number('intervalS'),
      probes: number('probes'),
      userTimeoutMs: number('userTimeoutMs'),
      idleLatestUs: number('idleLatestUs'),
      inFlightLatestUs: number('inFlightLatestUs'),
      probesPerHour: number('probesPerHour'),
      packetsPerHour: number('packetsPerHour'),
    };
  });
}

/** What a class of WebAssembly says by its getters, as an object of the page's own. */
function adviceOf(advice: labs.Advice) {
  const { kind, idleS, intervalS, probes, userTimeoutMs, idleLatestUs, inFlightLatestUs } = advice;
  const { probesPerHour, packetsPerHour, needed, neededS } = advice;
  advice.free();
  const found = { idleS, intervalS, probes, userTimeoutMs, idleLatestUs, inFlightLatestUs };
  return { kind, ...found, probesPerHour, packetsPerHour, needed, neededS };
}

export function labTasks(models: Models): { [K in keyof LabTasks & string]: Task<never, unknown> } & {
  timeline: Task<LabTasks['timeline']['request'], TimeLine>;
  fates: Task<LabTasks['fates']['request'], Fate[]>;
  recommend: Task<LabTasks['recommend']['request'], Advice>;
} {
  // Each answers within milliseconds, so none lets others have a turn.
  return {
    *timeline(request) {
      return timeLine(models, request);
    },
    *fates(request) {
      return fates(models, request);
    },
    *recommend(request) {
      return recommend(models, request);
    },
  };
}
