/** Answers a reader's guess, and has the lab behind it show what it knows. */
import { GUESSED } from './guess-event';
import { LED } from './leading';

class Guess extends HTMLElement {
  connectedCallback(): void {
    for (const button of this.#answers) button.addEventListener('click', () => this.#answer(button.dataset['answer']!));
    // Whoever reads on, or takes the lab in hand, does not want to guess.
    for (const act of [LED, 'input']) this.#lab.addEventListener(act, () => this.#end(), { once: true });
    // Whoever follows a link has come for its state.
    if (location.search === '' && location.hash === '') return;
    this.hidden = true;
    this.#end();
  }

  get #lab(): HTMLElement {
    return this.parentElement!.querySelector<HTMLElement>(':scope > .mt-lab')!;
  }

  get #answers() {
    return this.querySelectorAll<HTMLButtonElement>('[data-answer]');
  }

  /** `guess`: one of the answers, or nothing where the reader skips it. */
  #answer(guess: string): void {
    const right = this.dataset['right']!;
    for (const { dataset } of this.#answers) {
      if (dataset['answer'] === right) dataset['is'] = 'right';
      else if (dataset['answer'] === guess) dataset['is'] = 'wrong';
    }
    const said = guess === '' ? '' : `You said ${guess}${guess === right ? ': right.' : '.'} `;
    this.querySelector('[data-said]')!.textContent = guess === right ? said.trim() : `${said}It is ${right}.`;
    this.#end();
    this.#lab.dispatchEvent(new Event(GUESSED));
    // The answers can't be pressed any more, and with them goes the keyboard's place.
    this.#lab.querySelector<HTMLElement>('input, select, button')?.focus({ preventScroll: true });
  }

  #end(): void {
    this.toggleAttribute('data-done', true);
    this.querySelector('fieldset')!.disabled = true;
  }
}

customElements.define('mt-guess', Guess);
