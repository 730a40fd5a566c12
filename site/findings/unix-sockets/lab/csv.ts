/** The lab's file: its state, its figures, the parts and the curve in front. */
import type { Cell } from '@/kit/record/csv';
import { sweptBy, valuesOf, type CurveName } from './curve-view';
import { figures, judged } from './figures';
import type { MeasuredRequest } from './known';
import type { LabState } from './state';
import type { Comparison, Sweep } from './tasks';
import { PARTS, PART_NAMES } from './words';

export const CSV_HEADER = ['kind', 'name', 'transport', 'at', 'count', 'value', 'low', 'high'] as const;

/** Rows in the order of {@link CSV_HEADER}; times in seconds, sizes in bytes. */
export function csvRows(
  state: Readonly<LabState>,
  compared: Comparison | null,
  known: MeasuredRequest | null,
  curve: CurveName,
  swept: Sweep | null,
): Cell[][] {
  return [
    ...Object.entries(state).map(([name, value]): Cell[] => ['parameter', name, null, null, null, value, null, null]),
    ...(compared ? [...figureRows(state, compared, known), ...partRows(state, compared)] : []),
    ...curveRows(state, curve, swept),
  ];
}

function figureRows(state: Readonly<LabState>, compared: Comparison, known: MeasuredRequest | null): Cell[][] {
  const { basis, low, high } = judged(compared, known);
  const { ratio, ratioInterval } = compared;
  const ends = basis === 'measured' ? [low, high] : [null, null];
  return [
    ...figures(state, compared, known).map(({ name, value }): Cell[] => {
      return ['figure', name, null, null, null, value, ...(name === 'ratio' ? ends : [null, null])];
    }),
    ['predicted', 'ratio', null, null, null, ratio, ratioInterval.low, ratioInterval.high],
  ];
}

function partRows({ transport, against }: Readonly<LabState>, { tcp, unix, restS }: Comparison): Cell[][] {
  return [[transport, tcp] as const, [against, unix] as const].flatMap(([name, breakdown]) => [
    ['part', 'everything else', name, null, 1, restS, null, null],
    ['part', 'handler', name, null, 1, breakdown.applicationS - restS, null, null],
    ...PART_NAMES.map((part): Cell[] => {
      const { time, count } = PARTS[part];
      return ['part', part, name, null, breakdown.counts[count], breakdown[time], null, null];
    }),
    ['total', 'request', name, null, null, breakdown.totalS, breakdown.total.low, breakdown.total.high],
  ]);
}

function curveRows(state: Readonly<LabState>, curve: CurveName, swept: Sweep | null): Cell[][] {
  if (!swept) return [];
  const over = sweptBy(state, curve);
  return Array.from(valuesOf(curve), (at, index): Cell[] => {
    const end = (list: Float64Array) => list[index] as number;
    return ['ratio over', over, null, at, null, end(swept.ratios), end(swept.lows), end(swept.highs)];
  });
}
