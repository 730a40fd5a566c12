/** What labs take from the reader's records: when the site is built with them, and in a browser that was given some. */
import { machineOf } from '@/kit/chart/machines.ts';
import type { YourRun } from '@/kit/record/yours.ts';
import type { MeasurementRecord } from '@/kit/record/types.ts';
import { YOURS_CHANGED } from './yours-changed.ts';
import type { Yours } from './yours.ts';

/** What stands in a lab's `yours.ts`, the default of its exports. */
export interface TakesYours<Measured = unknown> {
  /** The lab's element. */
  readonly tag: string;
  /** What the lab shows of a record, as JSON; throws where the record lacks it. */
  readonly take: (record: MeasurementRecord) => Measured;
}

/** Takes it from each run. One that lacks what the lab shows is left out: a quick run breaks no lab. */
export const takenFrom = <Measured>(
  runs: readonly YourRun[],
  { take }: TakesYours<Measured>,
): readonly Yours<Measured>[] =>
  runs.flatMap(({ record }) => {
    try {
      return [{ name: machineOf(record), measured: take(record) }];
    } catch {
      return [];
    }
  });

/** As the attribute of a lab's element; nothing where there is none. */
export const asAttribute = (taken: readonly Yours[]): string | undefined =>
  taken.length === 0 ? undefined : JSON.stringify(taken);

/** Hands it to a lab that stands in a page, in the place of what that had. */
export function handOver(lab: HTMLElement, taken: readonly Yours[]): void {
  const text = asAttribute(taken);
  if (lab.dataset['yoursTaken'] === text) return;
  if (text === undefined) delete lab.dataset['yoursTaken'];
  else lab.dataset['yoursTaken'] = text;
  lab.dispatchEvent(new Event(YOURS_CHANGED));
}
