/** Plays a run step by step, at a pace, while it can be seen. */
import { watchVisibility } from '@/kit/lab/motion';
import type { Markup } from '@/kit/lab/markup';
import { Playback } from '@/kit/lab/playback';

export class Player {
  readonly #parts: Markup;
  readonly #playback: Playback;
  readonly #onStep: (at: number, playing: boolean) => void;
  /** How many steps are done. */
  #at = 0;

  /** `onStep` hears how many steps are done, whenever the player has taken one, and whether it goes on. */
  constructor(parts: Markup, onStep: (at: number, playing: boolean) => void) {
    this.#parts = parts;
    this.#onStep = onStep;
    this.#playback = new Playback((position, playing) => this.#moved(Math.floor(position), playing));
  }

  attach(): void {
    watchVisibility(this.#parts.find('.mt-lab-stages'), (visible) => this.#playback.setVisible(visible));
  }

  get playing(): boolean {
    return this.#playback.playing;
  }

  /** Stands where the state says, in a run of so many steps. */
  stand(length: number, at: number, pace: number): void {
    this.#at = at;
    this.#playback.setPace(pace);
    if (this.#playback.length !== length || Math.floor(this.#playback.position) !== at) this.#playback.load(length, at);
  }

  play(): void {
    this.#playback.play();
  }

  pause(): void {
    if (this.#playback.playing) this.#playback.pause();
  }

  #moved(at: number, playing: boolean): void {
    this.#parts.part('act', 'play').toggleAttribute('data-playing', playing);
    const word = this.#parts.part('play-word');
    const says = playing ? 'Pause' : 'Play';
    if (word.textContent !== says) word.textContent = says;
    if (at === this.#at) return;
    this.#at = at;
    this.#onStep(at, playing);
  }
}
