import { watchVisibility } from './motion';
import type { Parts } from './parts';

/**
 * A playhead over a sequence of steps, and its buttons: play or pause, a step back, a step on, as `PlayButtons.astro` has them. Nothing
 * runs while it rests or nobody can see it.
 */
export class Player {
  readonly #parts: Parts;
  readonly #onMove: (position: number, playing: boolean) => void;
  readonly #replayLabel: string;
  #length = 0;
  #position = 0;
  #playing = false;
  #visible = false;
  /** Steps a second. */
  #pace = 1;
  #frame: number | undefined;
  #lastTime: number | undefined;

  /** `onMove` hears the position whenever it may have changed. `replayLabel`: the play button's text at the end. */
  constructor(parts: Parts, onMove: (position: number, playing: boolean) => void, replayLabel = 'Play') {
    this.#parts = parts;
    this.#onMove = onMove;
    this.#replayLabel = replayLabel;
  }

  /** Actions of the buttons, by their `data-act`. */
  readonly actions = {
    play: (): void => this.toggle(),
    back: (): void => this.step(-1),
    step: (): void => this.step(1),
  };

  /** Has it play only while `seen` can be seen, and move with a scrubber of whole steps. */
  attach(seen: HTMLElement, scrub?: HTMLInputElement): void {
    scrub?.addEventListener('input', () => {
      // Pausing shows where the playhead stood, in this very control.
      const wanted = scrub.valueAsNumber;
      this.pause();
      this.seek(wanted);
    });
    watchVisibility(seen, (visible) => {
      this.#visible = visible;
      this.#schedule();
    });
  }

  get position(): number {
    return this.#position;
  }
  /** Steps that are done. */
  get at(): number {
    return Math.floor(this.#position);
  }
  get length(): number {
    return this.#length;
  }
  get playing(): boolean {
    return this.#playing;
  }
  get atEnd(): boolean {
    return this.#position >= this.#length;
  }

  /** Loads a new sequence and stands at a position in it. */
  load(length: number, position: number): void {
    this.#length = length;
    this.seek(position);
  }

  setPace(stepsPerSecond: number): void {
    this.#pace = stepsPerSecond;
  }

  toggle(): void {
    if (this.#playing) this.pause();
    else this.play();
  }

  /** Plays on; from the beginning when the end is reached. */
  play(): void {
    if (this.#length === 0) return;
    if (this.atEnd) this.#position = 0;
    this.#playing = true;
    this.#moved();
  }

  pause(): void {
    if (!this.#playing) return;
    this.#playing = false;
    this.#moved();
  }

  step(by: number): void {
    this.pause();
    this.seek(this.at + by);
  }

  seek(position: number): void {
    this.#position = Math.min(this.#length, Math.max(0, position));
    this.#moved();
  }

  #moved(): void {
    this.#show();
    this.#schedule();
  }

  #show(): void {
    this.#parts.part('act', 'play').toggleAttribute('data-playing', this.#playing);
    this.#parts.say('play-word', this.#playing ? 'Pause' : this.atEnd ? this.#replayLabel : 'Play');
    this.#onMove(this.#position, this.#playing);
  }

  #schedule(): void {
    const running = this.#playing && this.#visible;
    if (running && this.#frame === undefined) {
      this.#lastTime = undefined;
      this.#frame = requestAnimationFrame((time) => this.#advance(time));
    } else if (!running && this.#frame !== undefined) {
      cancelAnimationFrame(this.#frame);
      this.#frame = undefined;
    }
  }

  #advance(time: number): void {
    // A frame that comes very late (the machine slept) must not throw the playhead to the end.
    const seconds = Math.min(0.1, (time - (this.#lastTime ?? time)) / 1000);
    this.#lastTime = time;
    this.#position = Math.min(this.#length, this.#position + seconds * this.#pace);
    if (this.atEnd) this.#playing = false;
    this.#frame = this.#playing && this.#visible ? requestAnimationFrame((next) => this.#advance(next)) : undefined;
    this.#show();
  }
}
