/** The lab's question to the model: the same code runs in the worker and when the site is built. */
import type { Task } from '@/kit/lab/worker-host';
import { toPlain, toPlainValue, type Plain } from '@/kit/lab/plain';
import type * as labs from '@/wasm-pkg/dead-connections/models.js';
import type { LabState } from './state';

export type Models = Pick<typeof labs, 'Endpoint'>;

/** One thing that happens. Times are microseconds from the last contact. */
export type Event = Plain<labs.Event>;

/** What happens, and how it ends. Times are microseconds: infinite for never, NaN where there is nothing to notice. */
export interface TimeLine extends Plain<labs.TimeLine> {
  scenario: labs.ScenarioName;
  pattern: labs.PatternName;
  events: Event[];
}

export interface LabTasks extends Record<string, { request: unknown; result: unknown }> {
  /** The time line of each of these patterns, with all else as the state has it. */
  lines: {
    request: { state: Readonly<LabState>; patterns: readonly labs.PatternName[] };
    result: TimeLine[];
  };
}

/** A quantity in a unit a thousand times smaller, which the model takes whole. */
const thousands = (value: number): number => Math.round(value * 1000);

function timeLine(models: Models, state: Readonly<LabState>, pattern: labs.PatternName): TimeLine {
  const { scenario, every, back, forget, buffer } = state;
  const endpoint = new models.Endpoint();
  try {
    if (state.keepalive === 'on') endpoint.setKeepalive(state.idle, state.interval, state.probes);
    endpoint.setUserTimeout(state.timeout);
    if (buffer > 0) endpoint.setSendBuffer(buffer);
    endpoint.setRetries(state.retries, state.synretries, state.synlinear);
    endpoint.setRto(state.rtomin, thousands(state.rtomax));
    endpoint.setPath(thousands(state.rtt), 0);
    if (state.link === 'on') endpoint.setNeighbour();
    if (state.grpc === 'on') {
      const [ping, pong, allowed] = [state.ping, state.pong, state.allowed].map(thousands) as [number, number, number];
      endpoint.setGrpc(ping, pong, state.calls === 'on', state.permits === 'on', allowed);
    }
    const line = endpoint.simulate(scenario, pattern, every, thousands(back), thousands(forget));
    const events = toPlainValue(line.events());
    return { scenario, pattern, ...toPlain(line), events };
  } finally {
    endpoint.free();
  }
}

export const timeLines = (models: Models, { state, patterns }: LabTasks['lines']['request']): TimeLine[] =>
  patterns.map((pattern) => timeLine(models, state, pattern));

export function labTasks(models: Models): { lines: Task<LabTasks['lines']['request'], TimeLine[]> } {
  // The model answers within milliseconds, and lets no other task have a turn.
  return {
    *lines(request) {
      return timeLines(models, request);
    },
  };
}
