/** The lab's file: its state, its figures, the curve, the measured points and what is fitted to them. */
import type { Cell } from '@/kit/record/csv';
import type { Shown } from './curve-view';
import { GRID } from './sizes';
import type { LabState } from './state';
import type { Estimate, Fitted } from './tasks';
import { labFigures } from './words';

export const CSV_HEADER = ['kind', 'name', 'bytes', 'value', 'low', 'high'] as const;

/** Rows in the order of {@link CSV_HEADER}; seconds, bytes per second and bytes, but for the state's own nanoseconds. */
export function csvRows(state: Readonly<LabState>, shown: Shown | null): Cell[][] {
  const rows: Cell[][] = Object.entries(state).map(([name, value]) => ['parameter', name, null, value, null, null]);
  if (!shown) return rows;
  const { curve, fitted, source } = shown;
  for (const { name, value } of labFigures(state, curve, source)) {
    const at = ['throughput', 'call-time', 'calls', 'seconds-per-gib'].includes(name) ? curve.chosen.bytes : null;
    rows.push(['figure', name, at, value, null, null]);
  }
  GRID.forEach((bytes, index) => {
    rows.push(['law', 'seconds per call', bytes, curve.secondsPerCall[index] ?? null, null, null]);
  });
  for (const {
    bytes,
    s: [median, low, high],
  } of source?.points ?? []) {
    rows.push(['measured', 'seconds per call', bytes, median, low, high]);
  }
  for (const { bytes, bytesPerSecond } of source?.published ?? []) {
    rows.push(['published', 'bytes per second', bytes, bytesPerSecond, null, null]);
  }
  return fitted ? [...rows, ...fitRows(fitted)] : rows;
}

/** The costs of a fit, and by how much each point that it used differs from it. */
export function fitRows(fit: Fitted): Cell[][] {
  const { perCallS, perByteS, cacheBytes, cachePenaltySPerByte, rms, bytes, residuals, smallest } = fit;
  const fitted = (name: string, { value, low, high }: Estimate): Cell[] => ['fitted', name, null, value, low, high];
  return [
    fitted('seconds per call', perCallS),
    fitted('seconds per byte', perByteS),
    ...(cacheBytes ? [fitted('cache bytes', cacheBytes)] : []),
    ...(cachePenaltySPerByte ? [fitted('seconds more per byte beyond', cachePenaltySPerByte)] : []),
    fitted('smallest buffer for the share', smallest),
    ['fitted', 'rms residual', null, rms, null, null],
    ...Array.from(residuals, (residual, index): Cell[] => [
      'residual',
      'measured over fitted less 1',
      bytes[index] ?? null,
      residual,
      null,
      null,
    ]),
  ];
}
