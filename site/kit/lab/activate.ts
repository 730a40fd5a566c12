/**
 * A lab costs nothing until it is nearly in view: this is all the script that a page with a lab loads at first.
 *
 * The element stands in the page complete, with its controls disabled. Once it comes within a screen's height of the
 * viewport, `load` brings the lab's own script, which enables them.
 */
export function activateWhenNear(
  tag: string,
  load: () => Promise<{ attach(element: HTMLElement): Promise<void> }>,
): void {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        const element = target as HTMLElement;
        load().then(
          ({ attach }) => attach(element),
          () => {
            // The lab says so itself: the words stand in its markup. LabFoot.astro does the same where not even this script comes.
            element.setAttribute('data-state', 'failed');
            element.querySelector('[data-trouble]')?.removeAttribute('hidden');
          },
        );
      }
    },
    { rootMargin: '100% 0%' },
  );
  customElements.define(
    tag,
    class extends HTMLElement {
      connectedCallback() {
        if (!this.hasAttribute('data-state')) observer.observe(this);
      }
    },
  );
}
