/** The lab's file: its state, its figures, the curve, the measured points and what is fitted to them. */
import type { Cell } from '@/kit/record/csv';
import type { Shown } from './curve-view';
import { measuredShare } from './marks';
import type { Source } from './measured';
import { GRID } from './sizes';
import type { LabState } from './state';
import type { Estimate, Fitted } from './tasks';
import { headline, labFigures, PARTS } from './words';

export const CSV_HEADER = ['kind', 'name', 'bytes', 'value', 'low', 'high'] as const;

/** Rows in the order of {@link CSV_HEADER}; seconds, bytes per second and bytes, but for the state's own nanoseconds. */
export function csvRows(state: Readonly<LabState>, shown: Shown | null): Cell[][] {
  const rows: Cell[][] = Object.entries(state).map(([name, value]) => ['parameter', name, null, value, null, null]);
  if (!shown) return rows;
  const { curve, fitted, source } = shown;
  for (const { name, value } of [...headline(curve, source), ...labFigures(state, curve, source)]) {
    rows.push(['figure', name, ['smallest', 'best'].includes(name) ? null : curve.chosen.bytes, value, null, null]);
  }
  for (const name of PARTS)
    rows.push(['part of a call', name, curve.chosen.bytes, curve.parts[`${name}S`], null, null]);
  GRID.forEach((bytes, index) => {
    rows.push(['law', 'seconds per call', bytes, curve.secondsPerCall[index] ?? null, null, null]);
  });
  return [...rows, ...(source ? sourceRows(source) : []), ...(fitted ? fitRows(fitted) : [])];
}

/** What was measured, and what was published for the same sizes. */
function sourceRows(source: Source): Cell[][] {
  const { points, published } = source;
  return [
    ...points.map(({ bytes, s }): Cell[] => ['measured', 'seconds per call', bytes, ...s]),
    ...points.map(({ bytes }): Cell[] => {
      return ['measured', 'share of the best', bytes, ...(measuredShare(source, bytes) ?? [null, null, null])];
    }),
    ...published.map(({ bytes, bytesPerSecond }): Cell[] => {
      return ['published', 'bytes per second', bytes, bytesPerSecond, null, null];
    }),
  ];
}

/** The costs of a fit, and by how much each point that it used differs from it. */
function fitRows(fit: Fitted): Cell[][] {
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
