/** What the reverse tool asks of the model: the same code runs in the worker and when the site is built. */
import { plain } from '@/kit/lab/plain';
import type { Task } from '@/kit/lab/worker-host';
import { recommend, type Advice, type EndpointSettings, type Models } from '../tasks';
import { PROBES, WITHIN } from './limits';
import type { ReverseState } from './state';

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

/** Settings to hold one's own against, as a socket takes them; 0 for no user timeout. */
export const KNOWN: readonly {
  label: string;
  idleS: number;
  intervalS: number;
  probes: number;
  userTimeoutMs: number;
}[] = [
  { label: '15, 15, 5 and 90 s', idleS: 15, intervalS: 15, probes: 5, userTimeoutMs: 90_000 },
  { label: 'Linux’s defaults, turned on', idleS: 7200, intervalS: 75, probes: 9, userTimeoutMs: 0 },
];

/** How far a round trip strays from its mean, as a share of it. */
const STRAYS = 0.25;
/** Points of the curve, spaced evenly by ratio. */
const POINTS = 48;

function pathOf(rtt: number): NonNullable<EndpointSettings['path']> {
  const rttUs = Math.round(rtt * 1000);
  return { rttUs, rttDeviationUs: Math.round(rttUs * STRAYS) };
}

/** For numbers of probes an hour the soonest that each can notice. */
function curve(models: Models, settings: EndpointSettings): Pick<Plan, 'probes' | 'soonest'> {
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

/** When known settings notice at the latest, in seconds, be the connection idle or data under way. */
function latest(models: Models, { rttUs, rttDeviationUs }: ReturnType<typeof pathOf>, known: (typeof KNOWN)[number]) {
  const endpoint = new models.Endpoint();
  endpoint.setPath(rttUs, rttDeviationUs);
  endpoint.setKeepalive(known.idleS, known.intervalS, known.probes);
  endpoint.setUserTimeout(known.userTimeoutMs);
  const at = (pattern: 'idle' | 'awaiting') => {
    // Neither the scenario nor the patterns have durations; the model wants them anyway.
    const line = endpoint.simulate('drop-outbound', pattern, 1000, 1000, 1000);
    return plain(line).latestUs;
  };
  const both = [at('idle'), at('awaiting')];
  endpoint.free();
  return Math.max(...both) / 1e6;
}

export function reverseTasks(models: Models): { plan: Task<Asked, Plan> } {
  return {
    *plan({ within, probes, rtt }) {
      const path = pathOf(rtt);
      return {
        advice: recommend(models, { settings: { path }, withinS: within, probesPerHour: probes }),
        ...curve(models, { path }),
        known: Float64Array.from(KNOWN, (known) => latest(models, path, known)),
      };
    },
  };
}
