/**
 * What a lab shows of the reader's own runs, beside the published machine. The lab's element carries it: from the site's build, or from
 * what the page hands over once a record is chosen. Most readers choose none, so a lab fetches this with the first.
 */

/** What a lab took from one of the reader's records. */
export interface Yours<Measured = unknown> {
  /** What the machine is called: `your machine`. */
  readonly name: string;
  readonly measured: Measured;
}

/** What a lab's element carries. */
export const yoursOn = ({ dataset }: HTMLElement): readonly Yours[] =>
  JSON.parse(dataset['yoursTaken'] ?? '[]') as readonly Yours[];

/** Says below a lab what was measured on the reader's machine: a sentence for each run, or nothing. */
export function showYours(root: HTMLElement, words: readonly string[]): void {
  const line = root.querySelector<HTMLElement>('[data-yours-line]');
  if (!line) return;
  line.hidden = words.length === 0;
  line.querySelector('[data-yours-words]')!.textContent = words.join(' ');
}
