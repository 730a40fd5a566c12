/**
 * What a lab shows of a machine that a reader lays over the page: its measured points, beside those of the page's own machine. The page
 * hands it to the lab's element. Most readers lay nothing over a page, so a lab fetches this with the first.
 */
import type { MeasurementRecord } from '@/kit/record/types.ts';

/** What a lab took from a machine's record. */
export interface Beside<Measured = unknown> {
  /** What the machine is called: `your machine`, or `Zen 3 VM`. */
  readonly name: string;
  readonly measured: Measured;
}

/** What stands in a lab's `beside.ts`, the default of its exports. */
export interface TakesBeside<Measured = unknown> {
  /** The lab's element. */
  readonly tag: string;
  /** What the lab shows of a record, as JSON; throws where the record lacks it. */
  readonly take: (record: MeasurementRecord) => Measured;
}

/** A lab's element hears it when what it carries was changed. */
export const BESIDE_CHANGED = 'mt-beside';

/** What a lab's element carries: one machine, or none. */
export const besideOn = ({ dataset }: HTMLElement): readonly Beside[] =>
  JSON.parse(dataset['beside'] ?? '[]') as readonly Beside[];

/** Says below a lab what was measured on the machine: sentences, or nothing. */
export function showBeside(root: HTMLElement, words: readonly string[]): void {
  const line = root.querySelector<HTMLElement>('[data-beside-line]');
  if (!line) return;
  line.hidden = words.length === 0;
  line.querySelector('[data-beside-words]')!.textContent = words.join(' ');
}
