/** `<mt-home-lanes>`: the reader guesses when a connection ends whose peer is gone; then time runs until it has ended. */
import { prefersReducedMotion } from '@/kit/lab/motion';

/** Length of the play in milliseconds, if it went to the end of the scale. */
const PLAY_MS = 5000;
const NBSP = '\u00a0';
const BUTTON = { start: 'Cut the cable', playing: 'Skip', played: 'Again' } as const;

/** A time as a clock has it: its seconds stay when they are none, so that it does not jump about while it runs. */
function clockText(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / 60), Math.floor(seconds % 60)];
  return `${minutes > 0 ? `${minutes}${NBSP}min ` : ''}${rest}${NBSP}s`;
}

class HomeLanesElement extends HTMLElement {
  #plays: readonly Animation[] = [];

  connectedCallback(): void {
    const guess = this.#guess;
    guess.addEventListener('input', () => this.#showGuess());
    guess.addEventListener('pointerup', () => void this.#play());
    guess.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return;
      // The key would press the button, too, which has the focus next.
      event.preventDefault();
      void this.#play();
    });
    this.#button.addEventListener('click', () => this.#press());
  }

  #part = <Part extends HTMLElement>(name: string): Part => this.querySelector<Part>(`[data-part="${name}"]`)!;

  get #guess(): HTMLInputElement {
    return this.#part('guess');
  }

  get #button(): HTMLButtonElement {
    return this.#part('button');
  }

  #showGuess(): void {
    const { valueAsNumber, max } = this.#guess;
    const share = valueAsNumber / Number(max);
    const mark = this.#part('mark');
    mark.style.setProperty('--at', String(share));
    mark.dataset['side'] = share > 0.5 ? 'left' : 'right';
    mark.firstElementChild!.textContent = `your guess: ${clockText(valueAsNumber)}`;
    this.#guess.setAttribute('aria-valuetext', clockText(valueAsNumber));
    this.toggleAttribute('data-guessed', true);
  }

  #press(): void {
    if (this.dataset['phase'] === 'playing') this.#plays.forEach((play) => play.finish());
    else if (this.dataset['phase'] === 'played') this.#reset();
    else void this.#play();
  }

  async #play(): Promise<void> {
    // A disabled slider would take the keyboard's place along.
    if (document.activeElement === this.#guess) this.#button.focus({ preventScroll: true });
    this.#guess.disabled = true;
    if (!prefersReducedMotion()) await this.#run();
    this.#enter('played');
    this.#part('said').textContent = this.#result();
  }

  /** Uncovers the lanes at one pace, until the later one has ended. */
  async #run(): Promise<void> {
    this.#enter('playing');
    const share = Number(this.dataset['ends']) / Number(this.#guess.max);
    const shrink = [{ transform: 'none' }, { transform: `scaleX(${1 - share})` }];
    const veils = [...this.querySelectorAll('[data-veil]')];
    this.#plays = veils.map((veil) => veil.animate(shrink, PLAY_MS * share));
    this.#tick();
    await Promise.all(this.#plays.map(({ finished }) => finished));
  }

  #tick = (): void => {
    if (this.dataset['phase'] !== 'playing') return;
    const passed = Number(this.#plays[0]?.currentTime) / PLAY_MS;
    this.#part('clock').textContent = clockText(passed * Number(this.#guess.max));
    requestAnimationFrame(this.#tick);
  };

  #reset(): void {
    delete this.dataset['phase'];
    this.#guess.disabled = false;
    this.#button.textContent = BUTTON.start;
    this.#part('said').textContent = '';
  }

  #enter(phase: 'playing' | 'played'): void {
    this.dataset['phase'] = phase;
    this.#button.textContent = BUTTON[phase];
  }

  #result(): string {
    const [answer, note] = [this.#part('answer'), this.#part('note')].map(({ textContent }) => textContent.trim());
    const guessed = this.hasAttribute('data-guessed') ? `You guessed ${clockText(this.#guess.valueAsNumber)}. ` : '';
    return `${guessed}It took ${answer} ${note}.`;
  }
}

customElements.define('mt-home-lanes', HomeLanesElement);
