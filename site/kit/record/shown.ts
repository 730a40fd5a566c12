/** Marks of records that are drawn together: first the page's own record, behind it the compared ones. */
import type { MeasurementRecord } from './types.ts';

/** Marks of measured values: of the page's own machine, and of at most two others. */
const SHOWN_AS = ['measured', 'second', 'third'] as const;

export type ShownAs = (typeof SHOWN_AS)[number];

interface Shown {
  readonly shownAs: ShownAs;
}

/** Limit of records in one chart, beyond which they could not be told apart. */
const MOST_TOGETHER = SHOWN_AS.length;

/** Copies of the records, each with its own mark. */
export function assignMarks(records: readonly MeasurementRecord[]): MeasurementRecord[] {
  if (records.length > MOST_TOGETHER)
    throw new Error(`${records.length} records are to be shown together, and marks tell ${MOST_TOGETHER} apart`);
  return records.map((record, index): MeasurementRecord & Shown => ({ ...record, shownAs: SHOWN_AS[index]! }));
}

/** Mark of a record's measured values. */
export const shownAs = (record: MeasurementRecord & Partial<Shown>): ShownAs => record.shownAs ?? 'measured';

/** Name of the reader's own machine, which may be of the kind of a published one. */
export const OWN_NAME = 'your machine';

export const asYours = (record: MeasurementRecord): MeasurementRecord => ({ ...record, machineName: OWN_NAME });
