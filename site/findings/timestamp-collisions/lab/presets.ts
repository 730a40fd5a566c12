/** Clocks and readers to begin from: the article's examples. */
import type { Preset } from '@/kit/lab/presets';
import type { Measured } from './measured';
import { schema, type LabState } from './state';

/** A core for each thread that the model takes: nobody shares or waits. */
const ENOUGH = { cores: 64, hardware: 1, sharing: 1 } as const;

const CLOCKS: readonly { id: string; label: string; values: Partial<LabState> }[] = [
  { id: 'linux-two', label: 'Linux, 2 threads', values: { threads: 2 } },
  { id: 'linux', label: 'Linux, 8 threads', values: {} },
  {
    id: 'macos',
    label: 'macOS: 1 µs',
    // The published run: an M1's counter advances every 41.67 ns, the wall clock reports whole microseconds.
    values: { threads: 8, unit: 1000, step: 41.667, cost: 42, jitter: 3, ...ENOUGH },
  },
  {
    id: 'windows',
    label: 'Windows: 100 ns',
    values: { threads: 4, unit: 100, step: 100, cost: 25, jitter: 3, ...ENOUGH },
  },
  {
    id: 'wsl2',
    label: 'WSL2: 100 ns',
    // A reader's measurement: https://github.com/microsoft/WSL/issues/77 (2020-06-23; `realtime`: 47.34 ns a read, 10 MHz).
    values: { threads: 2, unit: 100, step: 100, cost: 47, jitter: 3, ...ENOUGH },
  },
  {
    id: 'browser',
    label: 'browser: 100 µs',
    values: { threads: 4, unit: 100_000, step: 1000, cost: 5000, jitter: 1000, ...ENOUGH },
  },
];

/** Two threads on the machine of the record, as far as the record knows it, their cores' counters in step. */
function measuredValues({ cores, step, cost, from }: Measured): Partial<LabState> {
  const clock = { unit: 1, step, cost, jitter: Math.min(4, cost), residue: 0 };
  return { ...clock, threads: 2, cores, hardware: 1, sharing: 1, from };
}

/** Opening of the lab: the measured machine, where there is one. */
export const openingOf = (measured: Measured | null): Partial<LabState> => (measured ? measuredValues(measured) : {});

/** The article's examples. Each sets the whole clock and its readers, and leaves the way of looking at them alone. */
export function presets(measured: Measured | null): Preset<LabState>[] {
  const own = measured ? [{ id: 'measured', label: measured.machine, values: measuredValues(measured) }] : [];
  return [...own, ...CLOCKS].map(({ id, label, values }) => ({
    id,
    label,
    state: ({ view, scheme, definition, samples, seed }) => {
      return { ...schema.initial, view, scheme, definition, samples, seed, ...values };
    },
  }));
}
