/** The playhead of the time line: it plays, steps from event to event, and says what is happening where it stands. */
import { dragLine, type DragLine } from '@/kit/lab/drag';
import { prefersReducedMotion, watchVisibility } from '@/kit/lab/motion';
import type { Markup } from '@/kit/lab/markup';
import { Playback } from '@/kit/lab/playback';
import { momentSentence, stopBeside, stopsOf } from './playhead-words';
import type { LabState } from './state';
import type { TimeLine } from './tasks';
import type { Layout } from './timeline-view';

/** How long it takes to play through the picture, in seconds. */
const PLAYED_IN_S = 9;
/** Positions of the scrubber. */
const POSITIONS = 1000;

interface Shown {
  state: Readonly<LabState>;
  line: TimeLine;
  layout: Layout;
}

export class Player {
  readonly #parts: Markup;
  readonly #playback: Playback;
  readonly #scrub: HTMLInputElement;
  readonly #say: (sentence: string) => void;
  #handle!: DragLine;
  #shown: Shown | null = null;
  /** What the playhead said last, so that nothing is written anew in every frame. */
  #said = '';
  /** An event that was stepped to: the scale's place for it is not exact. */
  #stop: number | null = null;

  /** `say` tells what happens where the reader put the playhead. */
  constructor(parts: Markup, say: (sentence: string) => void) {
    this.#parts = parts;
    this.#say = say;
    this.#scrub = parts.part<HTMLInputElement>('scrub');
    this.#playback = new Playback(() => this.#show());
    this.#playback.setPace(1 / PLAYED_IN_S);
    this.#playback.load(1, 1);
  }

  readonly actions = {
    play: () => this.#play(),
    back: () => this.#step(-1),
    step: () => this.#step(1),
  };

  attach(): void {
    this.#scrub.addEventListener('input', () => this.#seek(this.#scrub.valueAsNumber / POSITIONS));
    this.#scrub.addEventListener('change', () => this.#say(this.#sentence()));
    // The arrow keys go from event to event: a thousandth of the picture says nothing.
    this.#scrub.addEventListener('keydown', (event) => {
      const by = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
      if (by === undefined) return;
      event.preventDefault();
      this.#step(by as 1 | -1);
    });
    this.#handle = dragLine(this.#parts.part('handle', 'playhead'), 'x', (x) => {
      if (!this.#shown) return;
      const { left, right } = this.#shown.layout.scale;
      this.#seek((x - left) / (right - left));
    });
    watchVisibility(this.#parts.part('picture', 'line'), (visible) => this.#playback.setVisible(visible));
  }

  /** Shows another time line, or the same in another size; the playhead stays where it is. */
  load(shown: Shown): void {
    if (this.#shown?.line !== shown.line) this.#stop = null;
    this.#shown = shown;
    this.#show();
  }

  /** The playhead back to the end, where all is drawn. */
  rest(): void {
    this.#stop = null;
    this.#playback.pause();
    this.#playback.seek(1);
  }

  #seek(position: number): void {
    this.#stop = null;
    this.#playback.pause();
    this.#playback.seek(position);
  }

  #play(): void {
    if (this.#playback.playing) return this.#playback.pause();
    this.#stop = null;
    // Whoever asks for less motion gets the next event, and all of it by and by.
    if (prefersReducedMotion()) return this.#playback.atEnd ? this.#toStop(0) : this.#step(1);
    this.#playback.play();
  }

  /** When the playhead stands, in microseconds: beyond everything at the end. */
  #us(): number {
    if (!this.#shown) return Infinity;
    const { position } = this.#playback;
    if (position >= 1) return Infinity;
    const { scale } = this.#shown.layout;
    return this.#stop ?? scale.us(scale.left + position * (scale.right - scale.left));
  }

  #step(by: 1 | -1): void {
    if (!this.#shown) return;
    const { line, layout } = this.#shown;
    this.#playback.pause();
    // At the picture's end it says what it said at the last stop, which so needs no step of its own.
    const last = stopsOf(line).at(-1) ?? 0;
    const stop = stopBeside(line, Math.min(this.#us(), last), by);
    if (stop === undefined || stop > layout.scale.endUs) this.#seek(by > 0 ? 1 : 0);
    else this.#toStop(stop);
    this.#say(this.#sentence());
  }

  #toStop(stop: number): void {
    if (!this.#shown) return;
    const { scale } = this.#shown.layout;
    this.#stop = stop;
    this.#playback.seek((scale.x(stop) - scale.left) / (scale.right - scale.left));
  }

  #sentence(): string {
    return this.#shown ? momentSentence(this.#shown.state, this.#shown.line, this.#us()) : '';
  }

  #show(): void {
    const { playing, position, atEnd } = this.#playback;
    this.#parts.part('act', 'play').toggleAttribute('data-playing', playing);
    const word = this.#parts.part('play-word');
    const says = playing ? 'Pause' : 'Play';
    if (word.textContent !== says) word.textContent = says;
    this.#scrub.value = String(Math.round(position * POSITIONS));
    if (!this.#shown) return;
    const { scale, axis, width } = this.#shown.layout;
    const x = scale.left + position * (scale.right - scale.left);
    const veil = this.#parts.part('veil');
    veil.hidden = atEnd;
    veil.style.left = `${x}px`;
    veil.style.width = `${Math.max(0, width - x)}px`;
    this.#parts.part('handle', 'playhead').toggleAttribute('data-rest', atEnd);
    this.#handle.place({ left: x, top: 0, length: axis });
    const sentence = this.#sentence();
    if (sentence === this.#said) return;
    this.#said = sentence;
    this.#parts.part('moment').textContent = sentence;
    this.#scrub.setAttribute('aria-valuetext', sentence);
  }
}
