/** What the lab of dead connections asks of the model: the same code runs in the worker and when the site is built. */
import type { Task } from '@/kit/lab/worker-host';
import { toPlain, toPlainValue, type Plain } from '@/kit/lab/plain';
import type * as labs from '@/wasm-pkg/dead-connections/models.js';

export type Models = Pick<typeof labs, 'Endpoint'>;

/** What is set at our end, and the path to the peer. What is missing is Linux's default. */
export interface EndpointSettings {
  keepalive?: { idleS: number; intervalS: number; probes: number };
  userTimeoutMs?: number;
  /** Writes that fit into the send buffer; the next one blocks. Missing: more than will come. */
  sendBufferWrites?: number;
  retries?: { retries2: number; synRetries: number; synLinearTimeouts: number };
  rto?: { minMs: number; maxMs: number };
  path?: { rttUs: number; rttDeviationUs: number };
  /** The peer is on the same link, so that its address has to be resolved; otherwise it is behind a router. */
  onLink?: boolean;
  grpc?: {
    pingAfterMs: number;
    timeoutMs: number;
    withoutCalls: boolean;
    /** Whether the server permits that. */
    permitsWithoutCalls: boolean;
    minPingIntervalMs: number;
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

/** One thing that happens. Times are microseconds from the last contact. */
export type Event = Plain<labs.Event>;

/** What happens, and how it ends. Times are microseconds: infinite for never, NaN where there is nothing to notice. */
export interface TimeLine extends Plain<labs.TimeLine> {
  scenario: labs.ScenarioName;
  pattern: labs.PatternName;
  events: Event[];
}

/** What is simulated. */
interface Played {
  settings: EndpointSettings;
  scenario: labs.ScenarioName;
  pattern: labs.PatternName;
  durations: Durations;
}

export interface LabTasks extends Record<string, { request: unknown; result: unknown }> {
  /** What each of these patterns makes of a scenario. */
  lines: {
    request: Omit<Played, 'pattern'> & { patterns: readonly labs.PatternName[] };
    result: TimeLine[];
  };
}

function withEndpoint<T>(models: Models, settings: EndpointSettings, use: (endpoint: labs.Endpoint) => T): T {
  const { keepalive, userTimeoutMs, sendBufferWrites, retries, rto, path, onLink, grpc } = settings;
  const endpoint = new models.Endpoint();
  try {
    if (keepalive) endpoint.setKeepalive(keepalive.idleS, keepalive.intervalS, keepalive.probes);
    if (userTimeoutMs !== undefined) endpoint.setUserTimeout(userTimeoutMs);
    if (sendBufferWrites !== undefined) endpoint.setSendBuffer(sendBufferWrites);
    if (retries) endpoint.setRetries(retries.retries2, retries.synRetries, retries.synLinearTimeouts);
    if (rto) endpoint.setRto(rto.minMs, rto.maxMs);
    if (path) endpoint.setPath(path.rttUs, path.rttDeviationUs);
    if (onLink) endpoint.setNeighbour();
    if (grpc) {
      const { pingAfterMs, timeoutMs, withoutCalls, permitsWithoutCalls, minPingIntervalMs } = grpc;
      endpoint.setGrpc(pingAfterMs, timeoutMs, withoutCalls, permitsWithoutCalls, minPingIntervalMs);
    }
    return use(endpoint);
  } finally {
    endpoint.free();
  }
}

export function timeLine(models: Models, { settings, scenario, pattern, durations }: Played): TimeLine {
  const { everyMs, backMs, forgetMs } = durations;
  return withEndpoint(models, settings, (endpoint) => {
    const line = endpoint.simulate(scenario, pattern, everyMs, backMs, forgetMs);
    const events = toPlainValue(line.events());
    return { scenario, pattern, ...toPlain(line), events };
  });
}

export const timeLines = (models: Models, { patterns, ...played }: LabTasks['lines']['request']): TimeLine[] =>
  patterns.map((pattern) => timeLine(models, { ...played, pattern }));

export function labTasks(models: Models): { lines: Task<LabTasks['lines']['request'], TimeLine[]> } {
  // It answers within milliseconds, and lets no other have a turn.
  return {
    *lines(request) {
      return timeLines(models, request);
    },
  };
}
