/**
 * A playhead that runs over a sequence of steps: play, pause, seek, and a pace. Time comes from the caller's clock, and
 * nothing runs while the playhead rests or nobody can see it.
 */
export class Playback {
  readonly #onMove: (position: number, playing: boolean) => void;
  #length = 0;
  #position = 0;
  #playing = false;
  #visible = false;
  /** Steps a second. */
  #pace = 1;
  #frame: number | undefined;
  #lastTime: number | undefined;

  constructor(onMove: (position: number, playing: boolean) => void) {
    this.#onMove = onMove;
  }

  get position(): number {
    return this.#position;
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

  setVisible(visible: boolean): void {
    this.#visible = visible;
    this.#schedule();
  }

  /** Plays on; from the beginning when the end is reached. */
  play(): void {
    if (this.atEnd) this.#position = 0;
    this.#playing = true;
    this.#moved();
  }

  pause(): void {
    this.#playing = false;
    this.#moved();
  }

  seek(position: number): void {
    this.#position = Math.min(this.#length, Math.max(0, position));
    this.#moved();
  }

  #moved(): void {
    this.#onMove(this.#position, this.#playing);
    this.#schedule();
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
    this.#onMove(this.#position, this.#playing);
  }
}
