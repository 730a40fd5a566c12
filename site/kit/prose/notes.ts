/** The note of a figure in a sentence: everything that is known of it. */
import { setMarkup } from '@/kit/set-markup.ts';
import { inPage } from './in-page.ts';

/** Fills the note and opens it beside its figure, unless the reader has gone on meanwhile. */
export async function showNote(figure: HTMLAnchorElement, note: HTMLElement, isWanted: () => boolean): Promise<void> {
  const markup = await inPage().note(figure.dataset['named']!);
  if (!isWanted()) return;
  setMarkup(note, String(markup));
  // Behind the figure: its links follow it for the Tab key.
  figure.after(note);
  if (!note.matches(':popover-open')) note.showPopover({ source: figure });
}
