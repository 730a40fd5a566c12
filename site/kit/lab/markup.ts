/** Finds the parts of a lab's markup. One that is missing is a mistake in the markup, and is named at once. */
export class Markup {
  readonly root: HTMLElement;

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
}
