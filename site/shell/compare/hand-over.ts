/** Passes the measured points of the compared machine to labs that show some. */
import { OVERLAY_CHANGED, type LabOverlay, type OverlaySource } from '@/kit/lab/overlay.ts';
import type { MeasurementRecord } from '@/kit/record/types.ts';

/** Passes a record to a lab of the page, or removes it. A record that lacks the lab's points counts as none. */
export function handOver(lab: HTMLElement, record: MeasurementRecord | undefined, { take }: OverlaySource): void {
  const text = record && pointsOf(record, take);
  if (lab.dataset['beside'] === text) return;
  if (text === undefined) delete lab.dataset['beside'];
  else lab.dataset['beside'] = text;
  lab.dispatchEvent(new Event(OVERLAY_CHANGED));
}

function pointsOf(record: MeasurementRecord, take: OverlaySource['take']): string | undefined {
  try {
    return JSON.stringify([{ name: record.machineName, measured: take(record) } satisfies LabOverlay]);
  } catch {
    return undefined;
  }
}
