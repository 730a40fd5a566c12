/** What the records say that this lab shows beside its model. Runs when the site is built. */
import { points, series } from '@/kit/record/queries';
import type { MeasurementRecord, Point } from '@/kit/record/types';
import type { Definition } from './state';

/** A share with its interval. */
export interface MeasuredShare {
  threads: number;
  value: number;
  low: number;
  high: number;
}

export interface Measured {
  /** What the machine is called. */
  machine: string;
  cores: number;
  /** From one read to the next and the step of the counter, in nanoseconds. */
  cost: number;
  step: number;
  /** Each round's shares, and their median with its interval. */
  shares: Record<Definition, MeasuredShare[]>;
  rounds: Record<Definition, { threads: number; value: number }[]>;
  /** What others published, by their count. */
  published: { threads: number; value: number }[];
}

const CLOCK = 'realtime';
const MEASURES: Record<Definition, string> = { samples: 'collision_share', published: 'published_share' };
const NS_PER_S = 1e9;

const numberAt = (point: Point, dimension: string) => Number(point.at[dimension]);

export function measuredFrom(record: MeasurementRecord): Measured {
  const { machine } = record.provenance;
  const [clock] = points(series(record, 'clocks'), { clock: CLOCK });
  const cost = clock?.values['read_cost_seconds']?.value;
  if (cost === undefined) throw new Error(`The record of ${machine.id} does not say what reading ${CLOCK} costs.`);
  const pinned = points(series(record, 'collisions'), { clock: CLOCK, placement: 'pinned' });
  const rounds = points(series(record, 'collision-rounds'), { clock: CLOCK, placement: 'pinned' });
  const each = <T>(from: (definition: Definition) => T): Record<Definition, T> => ({
    samples: from('samples'),
    published: from('published'),
  });
  return {
    machine: `${machine.logical_cores}-core ${machine.virtualisation ? 'virtual machine' : 'machine'}`,
    cores: machine.logical_cores,
    cost: Number((cost * NS_PER_S).toPrecision(3)),
    step: counterStep(record),
    shares: each((definition) =>
      pinned.flatMap((point) => {
        const share = point.values[MEASURES[definition]];
        if (!share) return [];
        const { value, low = value, high = value } = share;
        return [{ threads: numberAt(point, 'threads'), value, low, high }];
      }),
    ),
    rounds: each((definition) =>
      rounds.flatMap((point) => {
        const share = point.values[MEASURES[definition]];
        return share ? [{ threads: numberAt(point, 'threads'), value: share.value }] : [];
      }),
    ),
    published: publishedIn(points(series(record, 'collisions'), { clock: CLOCK })),
  };
}

function publishedIn(all: readonly Point[]): Measured['published'] {
  const shares = new Map<number, number>();
  for (const point of all) {
    const value = point.published?.[MEASURES.published];
    if (value !== undefined) shares.set(numberAt(point, 'threads'), value);
  }
  return [...shares].map(([threads, value]) => ({ threads, value })).sort((a, b) => a.threads - b.threads);
}

/** Finer steps than this, in nanoseconds, a clock that reports nanoseconds does not show. */
const FINEST_STEP = 0.5;

/**
 * How far the counter advances at a time, in nanoseconds: the least distance between two increments that it was often
 * seen to make. One nanosecond where it makes too few to tell.
 */
function counterStep(record: MeasurementRecord): number {
  const increments = points(series(record, 'increments'), { clock: 'counter' })
    .map((point) => numberAt(point, 'increment') * NS_PER_S)
    .sort((a, b) => a - b);
  const apart = increments.slice(1).map((increment, index) => increment - (increments[index] as number));
  const least = Math.min(...apart.filter((distance) => distance > FINEST_STEP));
  return Number.isFinite(least) ? Number(least.toPrecision(3)) : 1;
}
