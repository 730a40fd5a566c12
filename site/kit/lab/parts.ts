import { setMarkup } from '@/kit/set-markup';

/** Finds the parts of a lab's markup, and writes into them. One that is missing is a mistake in the markup, and is named at once. */
export class Parts {
  readonly root: HTMLElement;
  /** Markup that was put last into each part. */
  readonly #written = new Map<string, string>();

  constructor(root: HTMLElement) {
    this.root = root;
  }

  find<E extends Element = HTMLElement>(selector: string): E {
    const found = this.root.querySelector<E>(selector);
    if (!found) throw new Error(`The lab has no ${selector}.`);
    return found;
  }

  all<E extends Element = HTMLElement>(selector: string): NodeListOf<E> {
    return this.root.querySelectorAll<E>(selector);
  }

  /** The part marked `data-NAME`, or `data-NAME="VALUE"`. */
  part<E extends Element = HTMLElement>(name: string, value?: string): E {
    return this.find<E>(value === undefined ? `[data-${name}]` : `[data-${name}="${value}"]`);
  }

  /** Puts markup into a part, unless it was put there last: what has the focus in it keeps that. Tells whether it had to. */
  put(name: string, html: string, value?: string): boolean {
    const key = `${name} ${value}`;
    if (this.#written.get(key) === html) return false;
    this.#written.set(key, html);
    setMarkup(this.part(name, value), html);
    return true;
  }

  /** Puts words into a part, unless they are there. */
  say(name: string, words: string, value?: string): void {
    const part = this.part(name, value);
    if (part.textContent.trim() !== words) part.textContent = words;
  }
}
