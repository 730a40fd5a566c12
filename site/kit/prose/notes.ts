/** Notes of figures in sentences. */
import { setMarkup } from '@/kit/set-markup.ts';
import { inPage } from './in-page.ts';

/** Fills the note and opens it next to its figure, unless the reader has moved on meanwhile. */
export async function showNote(figure: HTMLAnchorElement, note: HTMLElement, isWanted: () => boolean): Promise<void> {
  const markup = await inPage().note(figure.dataset['named']!);
  if (!isWanted()) return;
  setMarkup(note, String(markup));
  // After the figure, so that the Tab key reaches the note's links next.
  figure.after(note);
  if (!note.matches(':popover-open')) note.showPopover({ source: figure });
}
