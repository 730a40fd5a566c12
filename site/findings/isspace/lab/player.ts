/** Goes through the parsers' steps: forward, back, by the scrubber, or playing. */
import { prefersReducedMotion, watchVisibility } from '@/kit/lab/motion';
import type { Markup } from '@/kit/lab/markup';
import { Playback } from '@/kit/lab/playback';
import type { Comparison } from './tasks';
import { stepSentence, stepsAt, stepsOf } from './words';

const STEPS_PER_SECOND = 4;

export class StepPlayer {
  readonly #parts: Markup;
  readonly #change: (step: number, phase: 'live' | 'rest') => void;
  readonly #playback: Playback;
  readonly #scrub: HTMLInputElement;
  /** The steps that are shown, and how many there are. */
  #at = 0;
  #all = 0;

  /** `change` puts a number of steps into the state. */
  constructor(parts: Markup, change: (step: number, phase: 'live' | 'rest') => void) {
    this.#parts = parts;
    this.#change = change;
    this.#scrub = parts.part<HTMLInputElement>('scrub');
    this.#playback = new Playback((position, playing) => this.#moved(position, playing));
    this.#playback.setPace(STEPS_PER_SECOND);
  }

  attach(): void {
    this.#scrub.addEventListener('input', () => this.#goTo(this.#scrub.valueAsNumber, 'live'));
    this.#scrub.addEventListener('change', () => this.#goTo(this.#scrub.valueAsNumber, 'rest'));
    watchVisibility(this.#parts.part('tape'), (visible) => this.#playback.setVisible(visible));
  }

  pause(): void {
    if (this.#playback.playing) this.#playback.pause();
  }

  step(by: 1 | -1): void {
    this.#goTo(this.#at + by, 'rest');
  }

  play(): void {
    if (this.#playback.playing) return this.pause();
    const from = this.#at >= this.#all ? 0 : this.#at;
    // Whoever asks for less motion gets one step at a time.
    if (prefersReducedMotion()) return this.#goTo(from === 0 && this.#at > 0 ? 0 : from + 1, 'rest');
    if (from !== this.#at) this.#change(from, 'live');
    this.#playback.load(this.#all, from);
    this.#playback.play();
  }

  /** Shows where the parsers stand. */
  show(compared: Comparison, step: number): void {
    this.#all = stepsOf(compared);
    this.#at = stepsAt(compared, step);
    this.#scrub.max = String(this.#all);
    this.#scrub.value = String(this.#at);
    const said = stepSentence(compared.rule, this.#at);
    this.#scrub.setAttribute('aria-valuetext', `${this.#at} of ${this.#all}: ${said}`);
    this.#parts.part('count').textContent = `${this.#at} of ${this.#all} steps`;
  }

  #goTo(step: number, phase: 'live' | 'rest'): void {
    this.pause();
    this.#change(Math.min(this.#all, Math.max(0, step)), phase);
  }

  #moved(position: number, playing: boolean): void {
    const button = this.#parts.part('act', 'play');
    const wasPlaying = button.hasAttribute('data-playing');
    button.toggleAttribute('data-playing', playing);
    this.#parts.part('play-word').textContent = playing ? 'Pause' : 'Play';
    const step = Math.floor(position);
    if (playing && step !== this.#at) this.#change(step, 'live');
    // The step that it stopped at gets an entry of its own in the history.
    if (wasPlaying && !playing) this.#change(step, 'rest');
  }
}
