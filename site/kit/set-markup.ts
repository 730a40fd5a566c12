import { trustedTypesPolicy } from './trusted-types';

// It refuses nothing: what else of markup could do harm (inline styles, handlers, `javascript:`), the content security policy refuses, and
// tests hear of it. That all of it comes through here is what counts.
const policy = trustedTypesPolicy('mt-markup', { createHTML: (markup: string) => markup });

/** Puts markup in place of what an element holds. Whoever makes it has escaped what it says of readers, of records, and of others. */
export function setMarkup(element: Element, markup: string): void {
  element.innerHTML = policy.createHTML(markup);
}

/** Puts it behind what the element holds. */
export function appendMarkup(element: Element, markup: string): void {
  element.insertAdjacentHTML('beforeend', policy.createHTML(markup));
}
