/** What the reverse tool asks of the model: the same code runs in the worker and when the site is built. */
import type { Task } from '@/lib/lab/worker-host';
import { recommend, timeLine, type Advice, type EndpointSettings, type Models } from '../tasks';
import { PROBES, WITHIN, type ReverseState } from './state';

export type Asked = Pick<ReverseState, 'within' | 'probes' | 'rtt'>;

export interface Plan {
  advice: Advice;
  /** The soonest, in seconds, that so many probes an hour can notice. */
  probes: Float64Array;
  soonest: Float64Array;
  /** When settings that others gave notice at the latest, in seconds, in the order of {@link KNOWN}. */
  known: Float64Array;
}

export interface ReverseTasks extends Record<string, { request: unknown; result: unknown }> {
  plan: { request: Asked; result: Plan };
}

/** Settings to hold one's own against. */
export const KNOWN: readonly { label: string; settings: EndpointSettings }[] = [
  {
    label: '15, 15, 5 and 90 s',
    settings: { keepalive: { idleS: 15, intervalS: 15, probes: 5 }, userTimeoutMs: 90_000 },
  },
  { label: 'Linux’s defaults, turned on', settings: { keepalive: { idleS: 7200, intervalS: 75, probes: 9 } } },
];

/** How far a round trip strays from its mean, as a share of it. */
const STRAYS = 0.25;
/** Probes that the model's advice has, where there is time for them. */
const ADVISED_PROBES = 3;
const HOUR = 3600;
/** Points of the curve, spaced evenly by ratio. */
const POINTS = 48;

function pathOf(rtt: number): NonNullable<EndpointSettings['path']> {
  const rttUs = Math.round(rtt * 1000);
  return { rttUs, rttDeviationUs: Math.round(rttUs * STRAYS) };
}

/**
 * Allowing many probes is no wish for them. So no more are taken than leave the silence before the first probe about as long
 * as that between two: with fewer, the probes that show a peer to be lost would follow each other too closely.
 */
function advise(models: Models, { within, probes, rtt }: Asked): Advice {
  const settings = { path: pathOf(rtt) };
  const balanced = Math.ceil((HOUR * (ADVISED_PROBES + 1)) / within);
  if (balanced < probes) {
    const calm = recommend(models, { settings, withinS: within, probesPerHour: balanced });
    if (calm.kind === 'found') return calm;
  }
  return recommend(models, { settings, withinS: within, probesPerHour: probes });
}

/** The soonest that any settings notice, and for each number of probes an hour the soonest that it can. */
function curve(models: Models, rtt: number): Pick<Plan, 'probes' | 'soonest'> {
  const settings = { path: pathOf(rtt) };
  const ask = (withinS: number, probesPerHour: number) => recommend(models, { settings, withinS, probesPerHour });
  // Within so short a time even the most probes are too few, unless it can be done at all.
  const first = ask(WITHIN[0], PROBES[1]);
  const least = first.kind === 'too-soon' ? first.neededS : WITHIN[0];
  const spaced = Array.from({ length: POINTS + 1 }, (_, index) => Math.round(PROBES[1] ** (index / POINTS)));
  const probes = Float64Array.from(new Set(spaced));
  const soonest = probes.map((count) => {
    const advice = ask(least, count);
    return advice.kind === 'found' ? least : advice.neededS;
  });
  return { probes, soonest };
}

/** When a peer is noticed at the latest, in seconds, be the connection idle or data under way. */
function latest(models: Models, settings: EndpointSettings): number {
  // No path of these has a duration.
  const durations = { everyMs: 1000, backMs: 1000, forgetMs: 1000 };
  const at = (pattern: 'idle' | 'awaiting') =>
    timeLine(models, { settings, scenario: 'drop-outbound', pattern, durations }).latestUs;
  return Math.max(at('idle'), at('awaiting')) / 1e6;
}

export function reverseTasks(models: Models): { plan: Task<Asked, Plan> } {
  return {
    *plan(asked) {
      const path = pathOf(asked.rtt);
      return {
        advice: advise(models, asked),
        ...curve(models, asked.rtt),
        known: Float64Array.from(KNOWN, ({ settings }) => latest(models, { ...settings, path })),
      };
    },
  };
}
