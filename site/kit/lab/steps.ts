/**
 * Steps of an article, by which its lab is led. Where the lab stands beside the text, the step in the middle of the screen is its state;
 * elsewhere one step is shown at a time, below the lab's picture with the heading of all, and a reader goes on and back. Nothing scrolls by itself, and what a
 * reader changes in the lab stays until they come to another step.
 */
import { leadTo } from './leading';

/** The lab stands beside the text from here on, as `story.css` has it. */
const BESIDE = '(min-width: 72rem)';
/** Part of the screen in which a step is read, as margins of it. */
const READ_WITHIN = '-35% 0px -50%';

class Steps extends HTMLElement {
  #steps: readonly HTMLElement[] = [];
  #bar!: HTMLElement;
  /** The heading right before the steps, if there is one. */
  #heading: HTMLElement | null = null;
  /** The step that the lab shows; -1 before the first. */
  #at = -1;
  #hasScrolled = false;

  connectedCallback(): void {
    if (this.#steps.length > 0) return;
    this.#steps = [...this.querySelectorAll<HTMLElement>('[data-step]')];
    this.#bar = this.querySelector('[data-bar]')!;
    const before = this.previousElementSibling as HTMLElement | null;
    this.#heading = before?.matches('.mt-heading') ? before : null;
    for (const button of this.querySelectorAll<HTMLElement>('[data-go]'))
      button.addEventListener('click', () => this.#show(this.#at + Number(button.dataset['go']), 'rest'));
    addEventListener('scroll', () => (this.#hasScrolled = true), { once: true, passive: true });
    this.#watch();
    if (this.#lab)
      new ResizeObserver(([entry]) =>
        this.style.setProperty('--mt-lab-height', `${Math.round(entry?.borderBoxSize[0]?.blockSize ?? 0)}px`),
      ).observe(this.#lab);
    const beside = matchMedia(BESIDE);
    beside.addEventListener('change', () => this.#layOut(beside.matches));
    this.#layOut(beside.matches);
    const linked = this.#steps.findIndex(({ id }) => `#${id}` === location.hash);
    if (linked >= 0) this.#show(linked, 'rest');
  }

  get #lab(): HTMLElement | null {
    return document.querySelector<HTMLElement>(this.dataset['lab']!);
  }

  #watch(): void {
    const observer = new IntersectionObserver(
      (entries) => {
        const read = entries.findLast(({ isIntersecting }) => isIntersecting)?.target as HTMLElement | undefined;
        // Before a reader scrolls, the lab is the opening's.
        if (read && this.#hasScrolled && matchMedia(BESIDE).matches) this.#show(this.#steps.indexOf(read), 'live');
      },
      { rootMargin: READ_WITHIN },
    );
    for (const step of this.#steps) observer.observe(step);
  }

  /** Puts the steps beside the lab, or one at a time below its picture. */
  #layOut(isBeside: boolean): void {
    this.#bar.hidden = isBeside;
    this.toggleAttribute('data-single', !isBeside);
    const place = this.#lab?.querySelector('[data-steps-place]');
    const list = this.#steps[0]!.parentElement!;
    if (place && !isBeside) place.append(...(this.#heading ? [this.#heading] : []), this.#bar, list);
    else {
      if (this.#heading) this.before(this.#heading);
      this.append(this.#bar, list);
    }
    this.#mark();
  }

  #show(at: number, phase: 'live' | 'rest'): void {
    const step = this.#steps[at];
    if (!step || at === this.#at) return;
    this.#at = at;
    this.#mark();
    if (this.#lab) leadTo(this.#lab, step.dataset['step']!, phase);
  }

  #mark(): void {
    this.#steps.forEach((step, at) => {
      if (at === this.#at) step.setAttribute('aria-current', 'step');
      else step.removeAttribute('aria-current');
    });
    const of = this.#steps.length;
    this.#bar.querySelector('[data-count]')!.textContent =
      this.#at < 0 ? `Why? In ${of} steps` : `${this.#at + 1} of ${of}`;
    for (const button of this.#bar.querySelectorAll<HTMLButtonElement>('[data-go]'))
      button.disabled = !(this.#at + Number(button.dataset['go']) in this.#steps);
  }
}

customElements.define('mt-steps', Steps);
