/**
 * The table of contents marks the section that is being read. It stands in for the element that Starlight brings (see the
 * alias in astro.config.mjs), under the same names, so that Starlight's own markup and its menu for phones stay as they are.
 * Starlight's observes every element that follows a heading, which keeps a phone busy on an article with tables; this one
 * looks where the headings are, once a frame while the page scrolls.
 */
export class StarlightTOC extends HTMLElement {
  #sections: { link: HTMLAnchorElement; heading: HTMLElement }[] = [];
  #current: HTMLAnchorElement | null = null;
  #waiting = false;

  protected set current(link: HTMLAnchorElement) {
    if (link === this.#current) return;
    this.#current?.removeAttribute('aria-current');
    link.setAttribute('aria-current', 'true');
    this.#current = link;
  }

  connectedCallback(): void {
    const idle = window.requestIdleCallback ?? ((callback: () => void) => setTimeout(callback, 1));
    idle(() => {
      this.#sections = [...this.querySelectorAll('a')].flatMap((link) => {
        const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)));
        return heading ? [{ link, heading }] : [];
      });
      this.#mark();
      for (const event of ['scroll', 'resize']) window.addEventListener(event, this.#markSoon, { passive: true });
    });
  }

  disconnectedCallback(): void {
    for (const event of ['scroll', 'resize']) window.removeEventListener(event, this.#markSoon);
  }

  readonly #markSoon = (): void => {
    if (this.#waiting) return;
    this.#waiting = true;
    requestAnimationFrame(() => {
      this.#waiting = false;
      this.#mark();
    });
  };

  /** The section being read is the last whose heading has passed the upper quarter of the window. */
  #mark(): void {
    const line = window.innerHeight / 4;
    const passed = this.#sections.filter(({ heading }) => heading.getBoundingClientRect().top <= line);
    const section = passed.at(-1) ?? this.#sections[0];
    if (section) this.current = section.link;
  }
}

customElements.define('starlight-toc', StarlightTOC);
