/** Records that are shown together: the one that a page is about first, and behind it those that are laid beside it. */
import type { MeasurementRecord } from './types.ts';

/** What the measured values of a record are drawn as: those of the machine that a page is about, and of two others at most. */
const SHOWN_AS = ['measured', 'second', 'third'] as const;

export type ShownAs = (typeof SHOWN_AS)[number];

interface Shown {
  readonly shownAs: ShownAs;
}

/** More records than this in one chart could not be told apart. */
const MOST_TOGETHER = SHOWN_AS.length;

/** The same records, each knowing what it is drawn as. */
export function together(records: readonly MeasurementRecord[]): MeasurementRecord[] {
  if (records.length > MOST_TOGETHER)
    throw new Error(`${records.length} records are to be shown together, and marks tell ${MOST_TOGETHER} apart`);
  return records.map((record, index): MeasurementRecord & Shown => ({ ...record, shownAs: SHOWN_AS[index]! }));
}

/** What a record's measured values are drawn as. */
export const shownAs = (record: MeasurementRecord & Partial<Shown>): ShownAs => record.shownAs ?? 'measured';

/** What the reader's own machine is called, which may have the name of a published one. */
export const OWN_NAME = 'your machine';

export const asYours = (record: MeasurementRecord): MeasurementRecord => ({ ...record, machineName: OWN_NAME });
