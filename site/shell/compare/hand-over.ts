/** Passes the measured points of the compared machine to labs that show some. */
import { OVERLAY_CHANGED, type LabOverlay, type OverlaySource } from '@/kit/lab/overlay.ts';
import type { MeasurementRecord } from '@/kit/record/types.ts';

/** Passes a record to a lab of the page, or removes it. */
export function handOver(lab: HTMLElement, record: MeasurementRecord | undefined, source: OverlaySource): void {
  const text = record && overlayText(record, source);
  if (lab.dataset['beside'] === text) return;
  if (text === undefined) delete lab.dataset['beside'];
  else lab.dataset['beside'] = text;
  lab.dispatchEvent(new Event(OVERLAY_CHANGED));
}

/** A record's overlay as the lab's element has it. Without the lab's points it has none of them, which the lab says. */
export function overlayText(record: MeasurementRecord, { take }: OverlaySource): string {
  const { machineName: name } = record;
  let measured: unknown = null;
  try {
    measured = take(record);
  } catch {
    // Whatever a reader's record lacks.
  }
  return JSON.stringify([{ name, measured } satisfies LabOverlay]);
}
