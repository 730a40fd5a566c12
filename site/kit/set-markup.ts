import { trustedTypesPolicy } from './trusted-types';

// The policy refuses nothing: the content security policy refuses harmful markup (inline styles, handlers, `javascript:`), and tests
// hear of it. The policy's use is that all markup comes through here.
const policy = trustedTypesPolicy('mt-markup', { createHTML: (markup: string) => markup });

/** Replaces an element's contents. The caller has escaped all texts. */
export function setMarkup(element: Element, markup: string): void {
  element.innerHTML = policy.createHTML(markup);
}

/** Appends to an element's contents. */
export function appendMarkup(element: Element, markup: string): void {
  element.insertAdjacentHTML('beforeend', policy.createHTML(markup));
}
