/** The parts of an article that are drawn from records, and how they are replaced where they stand. */

import { makeReadable } from '@/kit/chart/readable.ts';

/** Figures, figures in sentences, and claims. */
const PARTS = '.mt-figure, .mt-inline, .mt-claim';

/** The outermost ones, in the page's order. */
function partsOf(root: ParentNode): HTMLElement[] {
  const all = [...root.querySelectorAll<HTMLElement>(PARTS)];
  return all.filter((part) => !part.parentElement?.closest(PARTS));
}

/** How many notes of figures in sentences were drawn so far: their ids have to be others than those that stay. */
let notes = 0;

function renumber(part: HTMLElement): void {
  for (const note of part.querySelectorAll<HTMLElement>('[popover][id]')) {
    const id = `drawn-${++notes}`;
    for (const button of part.querySelectorAll(`[popovertarget="${note.id}"]`))
      button.setAttribute('popovertarget', id);
    note.id = id;
  }
}

/**
 * Replaces the parts of an article by those of `html`, which is the same article drawn from other records. What does not change stays,
 * and what was folded out stays so.
 */
export function replaceParts(article: HTMLElement, html: string): void {
  const drawn = document.createElement('template');
  drawn.innerHTML = html;
  const [old, fresh] = [partsOf(article), partsOf(drawn.content)];
  if (old.length !== fresh.length || old.some(({ id }, i) => id !== fresh[i]!.id))
    throw new Error('the page is not of the same version as what draws it; load it again');
  old.forEach((part, i) => {
    const by = fresh[i]!;
    if (part.isEqualNode(by)) return;
    const opened = [...part.querySelectorAll('details')].map(({ open }) => open);
    by.querySelectorAll('details').forEach((details, at) => (details.open ||= opened[at] ?? false));
    renumber(by);
    makeReadable(by);
    part.replaceWith(by);
  });
}
