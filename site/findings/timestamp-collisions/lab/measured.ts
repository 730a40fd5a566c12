/** Measured values that this lab shows beside its model. Runs when the site is built. */
import { machineOf } from '@/kit/chart/machines';
import { measured as valueOf, point, points, series } from '@/kit/record/queries';
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
  /** Name of the machine. */
  machine: string;
  cores: number;
  /** From one read of two pinned threads to the next, and how far the counter advances at a time, in nanoseconds. */
  cost: number;
  step: number;
  /** Step in ticks of the counter; 1 where nobody could see it count several at a time. */
  ticks: number;
  /** Where the time line of this machine begins, in nanoseconds: where it shows what is typical, once that was looked for. */
  from: number;
  /** Rounds of two pinned threads whose cores' counters stayed so many ticks apart: the share of readings that collided. */
  offsets: { ticks: number; value: number }[];
  /** Each round's shares, and their median with its interval. */
  shares: Record<Definition, MeasuredShare[]>;
  rounds: Record<Definition, { threads: number; value: number }[]>;
  /** Shares that others published, by their count. */
  published: { threads: number; value: number }[];
}

const CLOCK = 'realtime';
const TWO_PINNED = { clock: CLOCK, placement: 'pinned', threads: 2 } as const;
const MEASURES: Record<Definition, string> = { samples: 'collision_share', published: 'published_share' };
const NS_PER_S = 1e9;

const numberAt = (point: Point, dimension: string) => Number(point.at[dimension]);

export function measuredFrom(record: MeasurementRecord): Measured {
  const { machine } = record.provenance;
  const cost = valueOf(point(series(record, 'collisions'), TWO_PINNED), 'read_seconds').value;
  const pinned = points(series(record, 'collisions'), { clock: CLOCK, placement: 'pinned' });
  const rounds = points(series(record, 'collision-rounds'), { clock: CLOCK, placement: 'pinned' });
  const each = <T>(from: (definition: Definition) => T): Record<Definition, T> => ({
    samples: from('samples'),
    published: from('published'),
  });
  return {
    machine: machineOf(record),
    cores: machine.logical_cores,
    cost: Number((cost * NS_PER_S).toPrecision(3)),
    ...counterOf(record),
    from: 0,
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

/** The counter below the clock, as far as the experiment could see it: that takes two processors and a counter to look at. */
function counterOf(record: MeasurementRecord): Pick<Measured, 'step' | 'ticks' | 'offsets'> {
  const known = record.series.find(({ id }) => id === 'residues');
  const rounds = known ? points(known, { clock: CLOCK }) : [];
  const decided = record.claims.find(({ id }) => id === 'residues-decide');
  const step = decided?.figures.find(({ label }) => label === 'step of the counter')?.measured?.value;
  const [first] = rounds;
  if (step === undefined || !first) return { step: 1, ticks: 1, offsets: [] };
  return {
    step: Number((step * NS_PER_S).toPrecision(5)),
    ticks: numberAt(first, 'counter_step'),
    // A round during which a core's counter moved says nothing of any offset.
    offsets: rounds
      .map(({ at, values }) => ({
        ticks: Number(at['residue_difference']),
        value: values[MEASURES.samples]?.value ?? NaN,
      }))
      .filter(({ ticks, value }) => Number.isFinite(ticks) && Number.isFinite(value)),
  };
}
