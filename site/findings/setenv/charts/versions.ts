/** Versions of what was measured: by itself, for the lab, which needs nothing else of the charts. */
import { hasSeries, points, series, settingAt } from '@/kit/record/queries.ts';
import type { MeasurementRecord } from '@/kit/record/types.ts';

/** A C library's name and version in a record, without the package that it came in: `glibc 2.36`; nothing where it does not say. */
export function versionOf(record: MeasurementRecord, name: string): string | undefined {
  const [point] = hasSeries(record, ['versions']) ? points(series(record, 'versions'), { name }) : [];
  return point && String(settingAt(point, 'version')).replace(/ \(.*/, '');
}
