/**
 * A lab's overlay: the measured points of a machine that the reader compares with, next to those of the page's own machine. The page
 * hands it to the lab's element.
 */
import type { MeasurementRecord } from '@/kit/record/types.ts';

/** The measured points that a lab took from a machine's record. */
export interface LabOverlay<Measured = unknown> {
  /** The machine's name in sentences: `your machine`, or `Zen 3 VM`. */
  readonly name: string;
  readonly measured: Measured;
}

/** Default export of a lab's `overlay.ts`. */
export interface OverlaySource<Measured = unknown> {
  /** The lab's element. */
  readonly tag: string;
  /** The points of a record that the lab shows, as JSON; throws where the record lacks them. */
  readonly take: (record: MeasurementRecord) => Measured;
}

/** Event on a lab's element after its overlays have changed. */
export const OVERLAY_CHANGED = 'mt-beside';

/** A machine that is laid over a lab's element, if one is; `measured` is null where its record lacks the lab's points. */
const laidOver = ({ dataset }: HTMLElement): readonly LabOverlay[] =>
  JSON.parse(dataset['beside'] ?? '[]') as readonly LabOverlay[];

/** Overlays of a lab's element: one machine, or none. */
export const overlaysOn = (root: HTMLElement): readonly LabOverlay[] =>
  laidOver(root).filter(({ measured }) => measured !== null);

/** The sentence on an overlay with which a lab can't be drawn: its points come from whatever record a reader has chosen. */
export const undrawnWords = ({ name }: LabOverlay): string =>
  `${name[0]!.toUpperCase()}${name.slice(1)} can’t be drawn here.`;

/** Writes the overlay's sentences below a lab; hides the line where there are none. A machine without the lab's points is named there. */
export function showOverlayWords(root: HTMLElement, words: readonly string[]): void {
  const line = root.querySelector<HTMLElement>('[data-beside-line]');
  if (!line) return;
  const lacking = laidOver(root).filter(({ measured }) => measured === null);
  const all = [...words, ...lacking.map(undrawnWords)].join(' ');
  line.hidden = !all;
  line.querySelector('[data-beside-words]')!.textContent = all;
}
