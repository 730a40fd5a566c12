/** Plays the counterexample move by move, at a pace, while it can be seen. */
import { watchVisibility } from '@/kit/lab/motion';
import type { Markup } from '@/kit/lab/markup';
import { Playback } from '@/kit/lab/playback';

/** Moves a second. */
const PACE = 1.2;

export class Player {
  readonly #parts: Markup;
  readonly #playback: Playback;
  readonly #onMove: () => void;

  /** `onMove` hears that another number of moves has been played. */
  constructor(parts: Markup, onMove: () => void) {
    this.#parts = parts;
    this.#onMove = onMove;
    let last = 0;
    this.#playback = new Playback((position, playing) => {
      parts.part('act', 'play').toggleAttribute('data-playing', playing);
      const word = parts.part('play-word');
      const says = playing ? 'Pause' : this.#playback.atEnd ? 'Replay' : 'Play';
      if (word.textContent !== says) word.textContent = says;
      const at = Math.floor(position);
      if (at === last) return;
      last = at;
      this.#onMove();
    });
    this.#playback.setPace(PACE);
  }

  attach(): void {
    const scrub = this.#parts.part<HTMLInputElement>('scrub');
    scrub.addEventListener('input', () => {
      // Pausing shows where the playhead stood, in this very control.
      const wanted = scrub.valueAsNumber;
      this.#playback.pause();
      this.#playback.seek(wanted);
    });
    watchVisibility(this.#parts.part('picture', 'layers'), (visible) => this.#playback.setVisible(visible));
  }

  /** How many moves have been played. */
  get at(): number {
    return Math.floor(this.#playback.position);
  }

  /** Stands at the end of so many moves. */
  load(moves: number): void {
    this.#playback.pause();
    this.#playback.load(moves, moves);
    this.#onMove();
  }

  readonly toggle = (): void => {
    if (this.#playback.length === 0) return;
    if (this.#playback.playing) this.#playback.pause();
    else this.#playback.play();
  };

  readonly restart = (): void => {
    if (this.#playback.length === 0) return;
    this.#playback.seek(0);
    this.#playback.play();
  };

  step(by: 1 | -1): void {
    this.#playback.pause();
    this.#playback.seek(this.at + by);
  }

  pause(): void {
    if (this.#playback.playing) this.#playback.pause();
  }
}
