/** Servers at a number of moments: of a round that was measured, or that the model replays; or placements, one after the other. */
import { formatInterval, formatShare } from '@/kit/chart/format';
import { machineOf } from '@/kit/chart/machines';
import { hasSeries, point, points, series } from '@/kit/record/queries';
import type { Estimate, MeasurementRecord } from '@/kit/record/types';
import { LIMITS } from '@/wasm-pkg/load-balancing/limits';
import type { StrategyName } from '@/wasm-pkg/load-balancing/models.js';
import { STRATEGIES, strategyNames } from './state';

export interface Moments {
  servers: number;
  /** The load of each server, moment after moment. */
  loads: ArrayLike<number>;
  /** Where the first server fails: how many errors it has answered in the last 100 ms, moment after moment. */
  failed?: ArrayLike<number>;
}

/** The moments of each policy, with the same arrivals. */
export type Rounds = Readonly<Record<StrategyName, Moments>>;

export const countOf = ({ loads, servers }: Moments): number => loads.length / servers;

const loadAt = ({ loads, servers }: Moments, moment: number, server: number): number =>
  loads[moment * servers + server]!;

export const loadsAt = (moments: Moments, moment: number): number[] =>
  Array.from({ length: moments.servers }, (_, server) => loadAt(moments, moment, server));

/** The most that each server has had up to a moment. */
export const peaksAt = (moments: Moments, moment: number): number[] =>
  Array.from({ length: moments.servers }, (_, server) => {
    let peak = 0;
    for (let each = 0; each <= moment; each++) peak = Math.max(peak, loadAt(moments, each, server));
    return peak;
  });

/** Moments at which some server has more than the limit. */
export const momentsOver = (moments: Moments, limit: number): boolean[] =>
  Array.from({ length: countOf(moments) }, (_, moment) => loadsAt(moments, moment).some((load) => load > limit));

export const shareOver = (moments: Moments, limit: number): number =>
  momentsOver(moments, limit).filter(Boolean).length / countOf(moments);

/** The most that any server has at any moment. */
export const largestOf = (all: readonly Moments[]): number =>
  Math.max(...all.map(({ loads }) => Math.max(...Array.from(loads))));

/** Requests that arrive within 100 ms, on average. */
const ARRIVALS = 130;

/** The share of a round's requests that met the failing server, near enough: as many arrive as are expected to. */
export const shareFailed = ({ failed = [] }: Moments): number =>
  Array.from(failed).reduce((sum, each) => sum + each, 0) / failed.length / ARRIVALS;

/** A share that was measured. Its interval is of how many rounds. */
export type Share = Pick<Estimate, 'n' | 'value' | 'low' | 'high' | 'max'>;

/** What a record has of nginx. */
export interface Measured {
  machine: string;
  balancer: string;
  /** The share of the time with any server over 16 requests. */
  over: Readonly<Record<StrategyName, Share>>;
  /** The share of requests that met a failing server, and rounds moment by moment, where it has them. */
  failed?: Readonly<Record<StrategyName, Share>>;
  rounds?: { healthy: Rounds; failing: Rounds };
}

const ofEach = <T>(of: (policy: string) => T): Record<StrategyName, T> =>
  Object.fromEntries(strategyNames.map((name) => [name, of(STRATEGIES[name].policy)])) as Record<StrategyName, T>;

export function measuredFrom(record: MeasurementRecord): Measured {
  const share = (id: string, measure: string, more = {}) =>
    ofEach((policy) => {
      const at = { balancer: 'nginx', policy, workers: 1, zone: 'without', ...more };
      const { n, value, low, high, max } = point(series(record, id), at).values[measure]!;
      return { n, value, low, high, ...(max != null && { max }) };
    });
  const version = /\d+\.\d+\.\d+/.exec(record.provenance.programs?.['nginx'] ?? '')?.[0];
  const has = (id: string) => hasSeries(record, [id]) && series(record, id).points.length > 0;
  return {
    machine: machineOf(record),
    balancer: ['nginx', version].filter(Boolean).join(' '),
    over: share('balancers', 'any_over_capacity_share'),
    ...(has('failing') && { failed: share('failing', 'failed_share', { next_upstream: 'without' }) }),
    ...(has('rounds') && { rounds: { healthy: roundsFrom(record, 0), failing: roundsFrom(record, 1) } }),
  };
}

function roundsFrom(record: MeasurementRecord, failing: number): Rounds {
  const { servers } = LIMITS.round;
  return ofEach((policy) => {
    const moments = points(series(record, 'rounds'), { policy, failing });
    const counts = moments.map(({ outcomes = {} }) => outcomes);
    const loads = counts.flatMap(({ held = {} }) =>
      Array.from({ length: servers }, (_, at) => held[String(at + 1)] ?? 0),
    );
    return { servers, loads, ...(failing > 0 && { failed: counts.map(({ failed = {} }) => failed['1'] ?? 0) }) };
  });
}

/** “the median of 9 rounds; 95% interval 25 to 51%”. */
export const shareWords = ({ n, low, high }: Share): string =>
  `median of ${n} rounds${low === high ? '' : `, 95% interval ${formatInterval({ low, high }, 'share')}`}`;

/** A share in a few digits: of a single round, more would say nothing. */
export const roundShare = (share: number): string => formatShare(Number(share.toPrecision(2)));
