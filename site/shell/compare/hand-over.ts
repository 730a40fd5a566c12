/** Labs that show measured points: they get those of the machine that is laid over the page. */
import { BESIDE_CHANGED, type Beside, type TakesBeside } from '@/kit/lab/beside.ts';
import type { MeasurementRecord } from '@/kit/record/types.ts';

/** Hands a record to a lab that stands in a page, or takes back what it has. One that lacks what the lab shows is left out. */
export function handOver(lab: HTMLElement, record: MeasurementRecord | undefined, { take }: TakesBeside): void {
  const text = record && taken(record, take);
  if (lab.dataset['beside'] === text) return;
  if (text === undefined) delete lab.dataset['beside'];
  else lab.dataset['beside'] = text;
  lab.dispatchEvent(new Event(BESIDE_CHANGED));
}

function taken(record: MeasurementRecord, take: TakesBeside['take']): string | undefined {
  try {
    return JSON.stringify([{ name: record.machineName, measured: take(record) } satisfies Beside]);
  } catch {
    return undefined;
  }
}
