/** Whose a record is: one that the site publishes, or one that a reader made on a machine of their own. */
import type { MeasurementRecord } from './types.ts';

/** What a record carries beside what its file says. */
export interface Yours {
  readonly origin: 'yours';
}

/**
 * A record as the reader's own, which is drawn beside the published ones. Its machine may have the name of a published one, so it is
 * called yours, and that with its name only where there are several.
 */
export const asYours = (record: MeasurementRecord, machineName = 'your machine'): MeasurementRecord & Yours => ({
  ...record,
  origin: 'yours',
  machineName,
});

/** Whether a record is the reader's own. No file can say so: the schema knows no such field. */
export const isYours = (record: MeasurementRecord): record is MeasurementRecord & Yours =>
  'origin' in record && record.origin === 'yours';

/** The records that the site publishes, whose figures decide what a page says and how it is laid out. */
export const publishedOf = (records: readonly MeasurementRecord[]): MeasurementRecord[] =>
  records.filter((record) => !isYours(record));

/** The reader's own. */
export const yoursOf = (records: readonly MeasurementRecord[]): MeasurementRecord[] => records.filter(isYours);

/** What was drawn, and the records that it was drawn from. */
export interface Together<Drawn> {
  readonly drawn: Drawn;
  readonly records: readonly MeasurementRecord[];
}

/**
 * Draws all records together. The published ones have to have everything; one of the reader's that has nothing of it, or too
 * little, is left out: a quick run, or one on a machine that lacks programs, breaks no page.
 */
export function drawTogether<Drawn>(
  records: readonly MeasurementRecord[],
  draw: (records: readonly MeasurementRecord[]) => Drawn,
): Together<Drawn> {
  const [published, yours] = [publishedOf(records), yoursOf(records)];
  let together: Together<Drawn> = { drawn: draw(published), records: published };
  for (const record of yours) {
    const more = [...together.records, record];
    try {
      together = { drawn: draw(more), records: more };
    } catch {
      // FigureFrame says that it is not there.
    }
  }
  return together;
}
