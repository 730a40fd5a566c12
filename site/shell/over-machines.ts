/** One figure of several machines. */
import { formatQuantity } from '@/kit/chart/index.ts';
import type { Estimate } from '@/kit/record/index.ts';

/** A machine's own figure. */
export interface MeasuredOn {
  machine: string;
  measured: Estimate;
}

/** Whether any two machines' intervals are apart: then no single figure speaks for all. */
export function areApart(all: readonly MeasuredOn[]): boolean {
  const highest = Math.max(...all.map(({ measured }) => measured.low));
  const lowest = Math.min(...all.map(({ measured }) => measured.high));
  return highest > lowest;
}

/** The figure of all machines: the first one's where their intervals overlap, or else “28% to 100%”. */
export function overMachines(all: readonly MeasuredOn[], unit: string): string {
  if (!areApart(all)) return formatQuantity(all[0]!.measured.value, unit);
  const values = all.map(({ measured }) => measured.value);
  return `${formatQuantity(Math.min(...values), unit)} to ${formatQuantity(Math.max(...values), unit)}`;
}
