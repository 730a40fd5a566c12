/** Records of the same experiment from several machines: which of them say the same. */
import { series, type Settings } from '@/kit/record/queries.ts';
import type { MeasurementRecord } from '@/kit/record/types.ts';

/** The name of the machine that made a record. */
export const machineOf = (record: MeasurementRecord): string => record.provenance.machine.id;

/** Records that have the same figures. */
export interface Alike<Figures> {
  readonly records: readonly [MeasurementRecord, ...MeasurementRecord[]];
  readonly figures: Figures;
}

/**
 * Groups records by what `figuresOf` takes from them, in the order of the first of each group. Simulations from a seed give
 * the same figures on every machine; said once for each, they would only hide what is different.
 */
export function alike<Figures>(
  records: readonly MeasurementRecord[],
  figuresOf: (record: MeasurementRecord) => Figures,
): Alike<Figures>[] {
  const groups = new Map<string, { records: [MeasurementRecord, ...MeasurementRecord[]]; figures: Figures }>();
  for (const record of records) {
    const figures = figuresOf(record);
    const key = JSON.stringify(figures);
    const group = groups.get(key);
    if (group) group.records.push(record);
    else groups.set(key, { records: [record], figures });
  }
  return [...groups.values()];
}

/** The most threads of a series' points that the machine has a processor each for. */
export function allCores(record: MeasurementRecord, id: string): Settings {
  const cores = record.provenance.machine.logical_cores;
  const tried = series(record, id).points.map(({ at }) => Number(at['threads']));
  return { threads: Math.max(...tried.filter((threads) => threads <= cores)) };
}
