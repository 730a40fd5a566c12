/** Measured and published shares that a state of the lab may be compared with: like with like only. */
import { formatInterval, formatShare } from '@/kit/chart/format';
import type { LabOverlay } from '@/kit/lab/overlay';
import type { Measured, MeasuredShare } from './measured';
import { presets } from './presets';
import type { LabState } from './state';

/** Values that make a clock and a machine; the number of threads and their phases vary. */
const MACHINE = ['unit', 'step', 'cost', 'cores', 'hardware', 'sharing'] as const;

export interface Comparable {
  /** Shares that the record's machine gave, with their intervals, and each round's. */
  measured: readonly MeasuredShare[];
  rounds: readonly { threads: number; value: number }[];
  published: readonly { threads: number; value: number }[];
}

/** True if the clock and the machine are those of a preset. */
function isOf(id: string, state: Readonly<LabState>, measured: Measured): boolean {
  const preset = presets(measured)
    .find((each) => each.id === id)
    ?.state(state);
  return preset !== undefined && MACHINE.every((name) => preset[name] === state[name]);
}

/** True if the clock and the machine are those of the record. */
export const isMeasuredMachine = (state: Readonly<LabState>, measured: Measured): boolean =>
  isOf('measured', state, measured);

/** Known shares of this clock on this machine, counted as the state says. */
export function comparable(state: Readonly<LabState>, measured: Measured | null): Comparable {
  const known: Comparable = { measured: [], rounds: [], published: [] };
  if (!measured) return known;
  const { definition } = state;
  if (isMeasuredMachine(state, measured)) {
    return { ...known, measured: measured.shares[definition], rounds: measured.rounds[definition] };
  }
  if (isOf('linux', state, measured) && definition === 'published') return { ...known, published: measured.published };
  return known;
}

/** Shares of a machine that is laid over the page. */
export interface BesideShares {
  machine: string;
  measured: readonly MeasuredShare[];
  rounds: readonly { threads: number; value: number }[];
}

/**
 * Shares of machines that are laid over the page. Their clocks are others than the one that is simulated, which is the page's own
 * machine's: they show whether another machine comes to the same.
 */
export const sharesBeside = (
  state: Readonly<LabState>,
  measured: Measured | null,
  beside: readonly LabOverlay<Measured>[],
): BesideShares[] =>
  measured && isMeasuredMachine(state, measured)
    ? beside.map(({ name: machine, measured: { shares, rounds } }) => ({
        machine,
        measured: shares[state.definition],
        rounds: rounds[state.definition],
      }))
    : [];

/** With as many threads as the state has, a sentence each. */
export const besideWords = ({ threads }: Pick<LabState, 'threads'>, beside: readonly BesideShares[]): string[] =>
  beside.map(({ machine, measured }) => {
    const found = measured.find((each) => each.threads === threads);
    const many = threads === 1 ? '1 thread' : `${threads} threads`;
    if (!found) return `${machine}: not measured with ${many}.`;
    const { value, low, high } = found;
    return `${machine}, with ${many}, by its own clock: ${formatShare(value)} (95% interval ${formatInterval({ low, high }, 'share')}).`;
  });
