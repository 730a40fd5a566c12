/** `<mt-home-lanes>`: the reader guesses when a connection ends whose peer is gone; then time runs until it has ended. */
import { prefersReducedMotion } from '@/kit/lab/motion';

/** Length of the play in milliseconds, if it went to the end of the scale. */
const PLAY_MS = 5000;
const NBSP = '\u00a0';

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
    this.#part('button').addEventListener('click', () => {
      const { phase } = this.dataset;
      if (phase === 'playing') this.#plays.forEach((play) => play.finish());
      else if (phase === 'played') this.#enter(null);
      else void this.#play();
    });
  }

  #part = (name: string): HTMLElement => this.querySelector<HTMLElement>(`[data-part="${name}"]`)!;

  get #guess(): HTMLInputElement {
    return this.#part('guess') as HTMLInputElement;
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

  async #play(): Promise<void> {
    // A disabled slider would take the keyboard's place along.
    if (document.activeElement === this.#guess) this.#part('button').focus({ preventScroll: true });
    if (!prefersReducedMotion()) await this.#run();
    this.#enter('played');
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

  #enter(phase: 'playing' | 'played' | null): void {
    if (phase) this.dataset['phase'] = phase;
    else delete this.dataset['phase'];
    this.#guess.disabled = phase !== null;
    this.#part('button').textContent = phase ? { playing: 'Skip', played: 'Again' }[phase] : 'Cut the cable';
    this.#part('said').textContent = phase === 'played' ? this.#result() : '';
  }

  #result(): string {
    const [answer, note] = ['answer', 'note'].map((name) => this.#part(name).textContent.trim());
    const guessed = this.hasAttribute('data-guessed') ? `You guessed ${clockText(this.#guess.valueAsNumber)}. ` : '';
    return `${guessed}It took ${answer} ${note}.`;
  }
}

customElements.define('mt-home-lanes', HomeLanesElement);
